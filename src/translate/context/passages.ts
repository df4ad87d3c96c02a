/**
 * Finds which units follow each other, so that they can be context for one another: the units of one text, or all units
 * of a document. Texts of a call are not neighbours: they can be entries of a list in any order.
 */
import type { Pace } from '../../lib/event-loop-turns.ts';
import type { PreparedText } from '../prepare-texts.ts';
import { hasWords, isSpan, type Part, type Unit } from '../protection/layout.ts';

/** A sequence of units with the plain words of each. Units without words are left out. */
export interface Passage {
  readonly units: readonly Unit[];
  /** The words of each unit, in the source language. */
  readonly segments: readonly string[];
  /** The words that precede and follow the units in the same document. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The texts that precede and follow the texts of a request in the same document. */
export interface TextsAround {
  readonly before: readonly PreparedText[];
  readonly after: readonly PreparedText[];
}

/** With `around`, the texts are one passage. Otherwise each text is a passage of its own, if it has several units. */
export async function passagesOf(
  texts: readonly PreparedText[],
  around: TextsAround | undefined,
  pace: Pace,
): Promise<Passage[]> {
  if (around !== undefined) {
    const before = (await passageOf(around.before, pace)).segments;
    const after = (await passageOf(around.after, pace)).segments;
    return [{ ...(await passageOf(texts, pace)), before, after }];
  }
  const passages: Passage[] = [];
  for (const text of texts) {
    if (text.layout.length > 1) passages.push(await passageOf([text], pace));
  }
  return passages.filter(({ units }) => units.length > 1);
}

/** Units inside a span (a branch of an ICU message, an attribute in a sentence) are not part of the running text. */
async function passageOf(texts: readonly PreparedText[], pace: Pace): Promise<Passage> {
  const units: Unit[] = [];
  const segments: string[] = [];
  for (const piece of texts.flatMap(({ layout }) => layout)) {
    if (pace.isOver) await pace.next();
    if (typeof piece === 'string' || !hasWords(piece.parts)) continue;
    units.push(piece);
    segments.push(plainWords(piece.parts));
  }
  return { units, segments, before: [], after: [] };
}

/** Stands for a placeholder or other protected content: an engine must not see it, and it is not a word to translate. */
const omission = '…';

/** The words of a unit as running text, without tags and without the content of spans. */
function plainWords(parts: readonly Part[]): string {
  const words = parts.map((part) => {
    if (!isSpan(part)) return part;
    if (part.kind === 'word') return omission;
    return part.kind === 'mark' ? ' ' : '';
  });
  return words.join('').replaceAll(/\s+/g, ' ').trim();
}
