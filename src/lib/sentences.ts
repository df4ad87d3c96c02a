/** Where sentences end, and what separates them, by language. */
import type { LanguagePair } from './language-tag.ts';
import { memoized } from './memoized.ts';

const segmenterFor = memoized((language) => new Intl.Segmenter(language, { granularity: 'sentence' }), 200);

const fullStop = /[。！？｡]/;
const afterFullStop = /[。！？｡][”’」』》）】)\]"']{0,3}$/;

/** Quotation marks and brackets that open or may open; the line break ends a quotation that was never closed. */
const opening = /[“‘「『《（【(["'\n]/g;

/**
 * Unicode's rules take an opening mark after a full stop for the end of the sentence before. A letter in its
 * place lets the sentence end before it, and positions stay the same.
 */
function withoutOpenings(text: string): string {
  if (!fullStop.test(text)) return text;
  const open = new Set<string>();
  return text.replaceAll(opening, (mark, at: number) => {
    if (mark === '\n') open.clear();
    // ASCII has one mark for both ends of a quotation.
    if (mark === '"' || (mark === "'" && !isApostrophe(text, at))) {
      if (open.delete(mark)) return mark;
      open.add(mark);
    }
    const before = text.slice(Math.max(0, at - 4), at);
    return mark !== '\n' && afterFullStop.test(before) ? 'あ' : mark;
  });
}

function isApostrophe(text: string, at: number): boolean {
  return /[a-z]/i.test(text[at - 1] ?? '') && /[a-z]/i.test(text[at + 1] ?? '');
}

/** The positions at which a sentence other than the first starts. */
export function* sentenceStarts(text: string, language = 'en'): Generator<number> {
  const segments = segmenterFor(language).segment(withoutOpenings(text));
  for (const { index } of segments) if (index > 0) yield index;
}

/** Joined, the sentences equal the text. */
export function sentencesOf(text: string, language: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const start of sentenceStarts(text, language)) {
    sentences.push(text.slice(from, start));
    from = start;
  }
  sentences.push(text.slice(from));
  return sentences;
}

/** Chinese, Japanese and Yi have no blanks between sentences. Thai has none between words, but between these. */
const scriptsWithoutBlanks = new Set([
  'Hans',
  'Hant',
  'Hani',
  'Jpan',
  'Hira',
  'Kana',
  'Hrkt',
  'Bopo',
  'Yiii',
]);

export const scriptOf = memoized((language) => new Intl.Locale(language).maximize().script, 1_000);

export function separatesSentences(language: string): boolean {
  return !scriptsWithoutBlanks.has(scriptOf(language) ?? '');
}

/** Letters and signs of scripts that have no blanks between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Yi}\u3001-\u303f\uff01-\uff65]/u;

/**
 * What is between two translated sentences, given what was between their sources: the target language may
 * need a blank that the source language does not have, and the other way round. Words of another script, such
 * as a name that was not translated, keep their blank.
 */
export function separatorBetween(
  [before, after]: readonly [string, string],
  whitespace: string,
  { source, target }: LanguagePair,
): string {
  if (whitespace === '') return separatesSentences(target) && !separatesSentences(source) ? ' ' : '';
  if (separatesSentences(target) || !isBlank(whitespace)) return whitespace;
  return unspaced.test(before.slice(-2)) || unspaced.test(after.slice(0, 2)) ? '' : whitespace;
}

/** Tabs and line breaks separate more than sentences, and stay. */
function isBlank(whitespace: string): boolean {
  return /^[ \u00a0]*$/.test(whitespace);
}
