/** Reverts engine changes to the case of the first letter and to the final punctuation of a sentence. */
import { isSpan, type Part } from './layout.ts';

export function preserveFormatting(source: readonly Part[], translated: readonly Part[]): readonly Part[] {
  return withEndOf(source, withStartOf(source, translated));
}

const firstLetter = /^([^\p{L}]*)(\p{L})/u;

function withStartOf(source: readonly Part[], translated: readonly Part[]): readonly Part[] {
  const [wanted, given] = [source[0], translated[0]];
  if (!isWords(wanted) || !isWords(given)) return translated;
  const letter = firstLetter.exec(wanted)?.[2];
  if (letter === undefined) return translated;
  const start = given.replace(
    firstLetter,
    (_, before: string, first: string) => before + inCaseOf(letter, first),
  );
  return translated.with(0, start);
}

function inCaseOf(model: string, letter: string): string {
  if (model === model.toUpperCase() && model !== model.toLowerCase()) return letter.toUpperCase();
  return model === model.toLowerCase() && model !== model.toUpperCase() ? letter.toLowerCase() : letter;
}

const marksAtEnd = /[.!?…:;,。！？]{0,10}$/u;
const maxMarks = 10;

/** Start of the punctuation and whitespace at the end of a sentence. Searches only its last characters. */
function endOfWords(sentence: string): number {
  const trimmed = sentence.trimEnd();
  const marks = marksAtEnd.exec(trimmed.slice(-maxMarks))?.[0] ?? '';
  return trimmed.length - marks.length;
}

function withEndOf(source: readonly Part[], translated: readonly Part[]): readonly Part[] {
  const [wanted, given] = [source.at(-1), translated.at(-1)];
  if (!isWords(wanted) || !isWords(given)) return translated;
  return translated.with(-1, given.slice(0, endOfWords(given)) + wanted.slice(endOfWords(wanted)));
}

function isWords(part: Part | undefined): part is string {
  return part !== undefined && !isSpan(part);
}
