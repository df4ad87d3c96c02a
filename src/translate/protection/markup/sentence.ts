/** Collects the words and tags of one sentence and lays out its unit. */

import type { TagToken } from '../../../markup/scan-markup.ts';
import { hasWords, isSpan, type Layout, type Part, type Span, type Unit } from '../layout.ts';
import { CharacterSpelling, isReadable, writeSpans } from './character-spelling.ts';
import { trimUnit } from './trim-unit.ts';

/** Finds more spans in decoded words. */
export type MarkWords = (parts: readonly Part[]) => readonly Part[];

/** Longer than any ordinary entity for a letter or a quote. */
const maxSpelling = 16;

export class Sentence {
  readonly #parts: Part[] = [];
  readonly #spelling = new CharacterSpelling();
  #words = '';

  addText(words: string): void {
    // Entities that the format does not define, such as those of a document type.
    const pieces = words.split(/(&[\w.-]{1,60};)/);
    for (const [i, piece] of pieces.entries()) {
      if (i % 2 === 1) {
        this.add({ kind: 'mark', replacement: piece });
        continue;
      }
      this.#spelling.noteAsWritten(piece);
      this.#words += piece;
    }
  }

  addEntity(meaning: string, written: string): void {
    // Every such character of the translation gets this spelling: thousands of zeros in it would add up.
    if (isReadable(meaning) && written.length <= maxSpelling) {
      this.#spelling.note(meaning, written);
      this.#words += meaning;
    } else {
      this.add({ kind: 'mark', replacement: written });
    }
  }

  add(span: Span): void {
    if (this.#words !== '') this.#parts.push(this.#words);
    this.#words = '';
    this.#parts.push(span);
  }

  addTag({ role }: TagToken, replacement: Layout, pair: number | undefined): void {
    const simple =
      replacement.length === 1 && typeof replacement[0] === 'string' ? replacement[0] : replacement;
    this.add(
      pair === undefined || role === 'void'
        ? { kind: 'mark', replacement: simple }
        : { kind: role, pair, replacement: simple },
    );
  }

  layOut(markWords: MarkWords, joinsLines: boolean): Layout {
    if (this.#words !== '') this.#parts.push(this.#words);
    const { write, writeSource } = this.#spelling;
    const { before, core, after } = trimUnit(withLoneTagsAsMarks(this.#parts));
    if (!hasWords(core)) return copyParts([...before, ...core, ...after], writeSource);
    const parts = core.flatMap((part) => {
      if (isSpan(part)) return [part];
      // In HTML a line break is a space, but some engines take it for the end of a sentence.
      const words = joinsLines ? joinLines(part) : part;
      return writeSpans(markWords([words]), this.#spelling);
    });
    return [...copyParts(before, writeSource), { parts, write }, ...copyParts(after, writeSource)];
  }
}

/** Matches whole runs: a pattern such as `\s*\n` rescans a long run from each of its characters. */
function joinLines(words: string): string {
  if (!words.includes('\n')) return words;
  return words.replaceAll(/\s+/g, (whitespace) => (whitespace.includes('\n') ? ' ' : whitespace));
}

function copyParts(parts: readonly Part[], write: (words: string) => string): Layout {
  return parts.flatMap((part): readonly (string | Unit)[] => {
    if (!isSpan(part)) return [write(part)];
    return typeof part.replacement === 'string' ? [part.replacement] : part.replacement;
  });
}

/** A tag whose other half is in another sentence becomes a mark. */
function withLoneTagsAsMarks(parts: readonly Part[]): readonly Part[] {
  const halves = new Map<number, number>();
  for (const part of parts) {
    if (isSpan(part) && part.pair !== undefined) halves.set(part.pair, (halves.get(part.pair) ?? 0) + 1);
  }
  return parts.map((part) =>
    isSpan(part) && part.pair !== undefined && halves.get(part.pair) === 1
      ? { kind: 'mark', replacement: part.replacement }
      : part,
  );
}
