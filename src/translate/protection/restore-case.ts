/**
 * An engine that does not see a span takes the words after it for the start of a sentence: "{name} is big"
 * becomes "{name} Es grande". This restores the lower case of a first word after a span.
 */
import { isSpan, type Part } from './layout.ts';

const lowerCaseStart = /^[^\p{L}.!?]*\p{Ll}/u;
const capitalized = /^([^\p{L}.!?]*)(\p{Lu})(?!\p{Lu})/u;

export function restoreCase(source: readonly Part[], translated: readonly Part[]): readonly Part[] {
  const first = firstWords(source);
  const index = firstWords(translated);
  if (first < 1 || index < 1 || !lowerCaseStart.test(String(source[first]))) return translated;
  const words = String(translated[index]).replace(
    capitalized,
    (_, before: string, letter: string) => before + letter.toLowerCase(),
  );
  return translated.with(index, words);
}

function firstWords(parts: readonly Part[]): number {
  return parts.findIndex((part) => !isSpan(part) && part.trim() !== '');
}
