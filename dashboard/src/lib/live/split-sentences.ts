/** Splits a text into sentences and what separates them, so that each sentence is translated and paid once. */
import { resegment } from './segments.ts';

export type Speculative = 'ended' | 'doubtful' | 'open';

export interface Sentence {
  /** Without surrounding whitespace, and never empty. */
  readonly text: string;
  /** The whitespace after it, with line breaks. */
  readonly separator: string;
  /**
   * `certain`: enough of another sentence follows, so it will hardly change. The others are being typed: `ended` has
   * a full stop or a line break, `doubtful` one that may belong to an abbreviation or a number, `open` none.
   */
  readonly end: 'certain' | Speculative;
}

export interface SplitText {
  /** The whitespace before the first sentence. */
  readonly indent: string;
  readonly sentences: readonly Sentence[];
  /** What exceeds the limit of a call. It is not translated. */
  readonly rest: string;
}

/** Full stops of many scripts, with the quotation marks and brackets that may close after them. */
const fullStop = /[.!?…。！？｡؟۔।॥։။።]["'”’»›」』》）】)\]]*$/u;

/** A full stop after a digit or a short word: `3.`, `St.`, `e.g.`, and also the end of "I saw it." */
const doubtfulStop = /(?:^|[^\p{L}\p{M}])(?:\p{N}|[\p{L}\p{M}]{1,3})\.$/u;

/** `maxCharacters`: the most code points in a call. Joined, all parts equal the text. */
export function splitSentences(text: string, maxCharacters: number): SplitText {
  return new SentenceSplitter(maxCharacters).split(text);
}

/** Splits a text that is being typed: what lies before and after a change is not read again. */
export class SentenceSplitter {
  readonly #maxCharacters: number;
  #before = '';
  #segments: readonly string[] = [];

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  split(text: string): SplitText {
    const used = text.slice(0, endOf(text, this.#maxCharacters));
    const rest = text.slice(used.length);
    const indent = /^\s*/u.exec(used)?.[0] ?? '';
    const body = used.slice(indent.length);
    this.#segments = resegment(this.#before, this.#segments, body);
    this.#before = body;
    const sentences: Sentence[] = [];
    for (const segment of this.#segments) addSegment(sentences, segment);
    const last = sentences.pop();
    // What is cut off by the limit does not grow.
    if (last === undefined || rest !== '')
      return { indent, sentences: last ? [...sentences, last] : [], rest };
    const before = sentences.pop();
    if (before !== undefined)
      sentences.push({ ...before, end: last.text.length < noticedAfter ? 'doubtful' : 'certain' });
    sentences.push({ ...last, end: endingOf(last) });
    return { indent, sentences, rest };
  }
}

function addSegment(sentences: Sentence[], segment: string): void {
  // Not by a pattern: one that is anchored at the end takes quadratic time on long runs of blanks.
  const text = segment.trimEnd();
  const separator = segment.slice(text.length);
  if (text !== '') {
    sentences.push({ text, separator, end: 'certain' });
    return;
  }
  const before = sentences.pop();
  if (before !== undefined) sentences.push({ ...before, separator: before.separator + separator });
}

/** A mistake at the end of a sentence is noticed, and corrected, a few keys later. */
const noticedAfter = 10;

function endingOf({ text, separator }: Sentence): Sentence['end'] {
  if (separator.includes('\n')) return 'ended';
  if (!fullStop.test(text)) return 'open';
  return doubtfulStop.test(text) ? 'doubtful' : 'ended';
}

/** Where so many code points end. */
function endOf(text: string, maxCharacters: number): number {
  if (text.length <= maxCharacters) return text.length;
  let at = 0;
  for (let count = 0; count < maxCharacters && at < text.length; count++) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
}

/** Code points, as the server counts them. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}
