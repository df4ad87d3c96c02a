/** Splits a unit into sentences, each of which is translated separately. */
import type { Steps } from '../../lib/event-loop-turns.ts';
import { sentenceStarts } from '../../lib/sentences.ts';
import { isSpan, type Layout, type Part, type Unit } from './layout.ts';

/**
 * `lines`: a line break also ends a sentence; `punctuation`: a line break is a space; `paragraphs`: only an empty
 * line ends a sentence.
 */
export type SentenceEnds = 'lines' | 'punctuation' | 'paragraphs';

/** The least lengths of the first unit and of the others, if sentences are to stay together. */
export interface UnitLengths {
  readonly first: number;
  readonly others: number;
}

const lineBreaks = /[\n\r\u2028\u2029]/g;
/** With no line break beside it, other than the other half of a CRLF. */
const singleLineBreak = /(?<![\n\r])(?:\r\n|[\n\r\u2028\u2029])(?![\n\r])/g;

/** Replaces a span during segmentation: U+FFFC, which is neither a word nor the end of a sentence. */
const objectReplacement = '\ufffc';

const sentencesPerStep = 256;

/** `language` is the unit's language, if the call names it. */
export function* splitSentences(
  unit: Unit,
  ends: SentenceEnds,
  language?: string,
  lengths?: UnitLengths,
): Steps<Layout> {
  const text = unit.parts.map((part) => (isSpan(part) ? objectReplacement : part)).join('');
  const cuts: number[] = [];
  let sentences = 0;
  for (const index of sentenceStarts(withoutLineBreaks(text, ends), language)) {
    if (lengths === undefined || isFarEnough(text, index, cuts, lengths)) cuts.push(index);
    if (++sentences % sentencesPerStep === 0) yield;
  }
  if (cuts.length === 0) return [unit];
  return cutParts(unit.parts, cuts).flatMap((parts) => withTrailingWhitespaceOutside({ ...unit, parts }));
}

/** Positions stay the same. */
function withoutLineBreaks(text: string, ends: SentenceEnds): string {
  if (ends === 'lines') return text;
  return text.replaceAll(ends === 'punctuation' ? lineBreaks : singleLineBreak, (found) =>
    ' '.repeat(found.length),
  );
}

/** A unit of several sentences starts with a word, so that all whitespace is behind the unit before it. */
function isFarEnough(text: string, index: number, cuts: readonly number[], lengths: UnitLengths): boolean {
  const last = cuts.at(-1);
  const length = last === undefined ? lengths.first : lengths.others;
  return index - (last ?? 0) >= length && !/\s/.test(text.charAt(index));
}

/** Never cuts between the halves of a pair, which belong to one sentence. */
function cutParts(parts: readonly Part[], cuts: readonly number[]): Part[][] {
  const sentences: Part[][] = [[]];
  const remaining = cuts.values();
  let cut = remaining.next().value ?? Number.POSITIVE_INFINITY;
  let at = 0;
  let depth = 0;
  for (const part of parts) {
    const end = at + (isSpan(part) ? objectReplacement.length : part.length);
    let from = at;
    for (; cut < end; cut = remaining.next().value ?? Number.POSITIVE_INFINITY) {
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

function withTrailingWhitespaceOutside(unit: Unit): Layout {
  const last = unit.parts.at(-1);
  if (typeof last !== 'string') return [unit];
  const trimmed = last.trimEnd();
  const whitespace = last.slice(trimmed.length);
  const parts = [...unit.parts.slice(0, -1), trimmed].filter((part) => part !== '');
  return parts.length === 0 ? [whitespace] : [{ ...unit, parts }, whitespace];
}
