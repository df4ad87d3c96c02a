/**
 * An engine that doesn't see a span takes what stands behind it for the start of a sentence: "{name} is big" comes back
 * as "{name} Es grande". A first word that was small behind a span is small again.
 */
import { isSpan, type Part } from './layout.ts';

const smallStart = /^[^\p{L}.!?]*\p{Ll}/u;
const capitalized = /^([^\p{L}.!?]*)(\p{Lu})(?!\p{Lu})/u;

export function restoreCase(source: readonly Part[], translated: readonly Part[]): readonly Part[] {
  const first = firstWords(source);
  const index = firstWords(translated);
  if (first < 1 || index < 1 || !smallStart.test(String(source[first]))) return translated;
  const words = String(translated[index]).replace(
    capitalized,
    (_, before: string, letter: string) => before + letter.toLowerCase(),
  );
  return translated.with(index, words);
}

function firstWords(parts: readonly Part[]): number {
  return parts.findIndex((part) => !isSpan(part) && part.trim() !== '');
}
