/** Cuts a unit into its sentences, each of which is translated by itself. */
import type { Steps } from '../../lib/event-loop-turns.ts';
import { isSpan, type Layout, type Part, type Unit } from './layout.ts';

/** `lines`: a line break ends a sentence as well; `punctuation`: it is a space like any other. */
export type SentenceEnds = 'lines' | 'punctuation';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Stands for a span where sentences are looked for: a character that is a thing, and neither word nor end. */
const spanSign = '\ufffc';

const sentencesPerStep = 256;

export function* splitSentences(unit: Unit, ends: SentenceEnds): Steps<Layout> {
  const text = unit.parts.map((part) => (isSpan(part) ? spanSign : part)).join('');
  const looked = ends === 'lines' ? text : text.replaceAll(/[\n\r\u2028\u2029]/g, ' ');
  const cuts: number[] = [];
  for (const { index } of segmenter.segment(looked)) {
    if (index > 0) cuts.push(index);
    if (cuts.length % sentencesPerStep === 0) yield;
  }
  if (cuts.length === 0) return [unit];
  return cutParts(unit.parts, cuts).flatMap((parts) => withBlanksOutside({ ...unit, parts }));
}

/** Never between the halves of a pair, which belong to one sentence. */
function cutParts(parts: readonly Part[], cuts: readonly number[]): Part[][] {
  const sentences: Part[][] = [[]];
  const waiting = cuts.values();
  let cut = waiting.next().value ?? Number.POSITIVE_INFINITY;
  let at = 0;
  let depth = 0;
  for (const part of parts) {
    const end = at + (isSpan(part) ? spanSign.length : part.length);
    let from = at;
    for (; cut < end; cut = waiting.next().value ?? Number.POSITIVE_INFINITY) {
      if (depth > 0) continue;
      if (!isSpan(part) && cut > from) sentences.at(-1)?.push(part.slice(from - at, cut - at));
      from = Math.max(from, cut);
      sentences.push([]);
    }
    sentences.at(-1)?.push(isSpan(part) ? part : part.slice(from - at));
    if (isSpan(part) && part.kind === 'open') depth++;
    if (isSpan(part) && part.kind === 'close') depth--;
    at = end;
  }
  return sentences.filter((sentence) => sentence.length > 0);
}

function withBlanksOutside(unit: Unit): Layout {
  const last = unit.parts.at(-1);
  if (typeof last !== 'string') return [unit];
  const trimmed = last.trimEnd();
  const blank = last.slice(trimmed.length);
  const parts = [...unit.parts.slice(0, -1), trimmed].filter((part) => part !== '');
  return parts.length === 0 ? [blank] : [{ ...unit, parts }, blank];
}
