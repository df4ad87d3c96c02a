/** Undoes what an engine tidies up at both ends of a sentence: a capital, a full stop. */
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

const endMarks = /[.!?…:;,。！？]{0,10}\s*$/u;

function withEndOf(source: readonly Part[], translated: readonly Part[]): readonly Part[] {
  const [wanted, given] = [source.at(-1), translated.at(-1)];
  if (!isWords(wanted) || !isWords(given)) return translated;
  const end = endMarks.exec(wanted)?.[0] ?? '';
  return translated.with(-1, given.slice(0, endMarks.exec(given)?.index ?? given.length) + end);
}

function isWords(part: Part | undefined): part is string {
  return part !== undefined && !isSpan(part);
}
