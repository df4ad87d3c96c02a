/** Where sentences end, and what separates them, by language. */
import { memoized } from './memoized.ts';

const segmenterFor = memoized((language) => new Intl.Segmenter(language, { granularity: 'sentence' }), 200);

/** Quotation marks and brackets that open. Unicode's rules take them for the end of the sentence before. */
const opening = /([。！？｡])[“‘「『《（【]/g;

/** The positions at which a sentence other than the first starts. */
export function* sentenceStarts(text: string, language = 'en'): Generator<number> {
  // A letter in place of the opening mark: the sentence then ends before it, and positions stay the same.
  const searched = text.replaceAll(opening, '$1あ');
  for (const { index } of segmenterFor(language).segment(searched)) if (index > 0) yield index;
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

export interface Languages {
  readonly source: string;
  readonly target: string;
}

/**
 * What is between two translated sentences, given what was between their sources: the target language may
 * need a blank that the source language does not have, and the other way round.
 */
export function separatorBetween(whitespace: string, { source, target }: Languages): string {
  if (whitespace === '') return separatesSentences(target) && !separatesSentences(source) ? ' ' : '';
  return !separatesSentences(target) && isBlank(whitespace) ? '' : whitespace;
}

/** Line breaks separate more than sentences, and stay. */
function isBlank(whitespace: string): boolean {
  return /^[ \t\u00a0]*$/.test(whitespace);
}
