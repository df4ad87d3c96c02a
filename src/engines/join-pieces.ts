import type { LanguagePair } from '../lib/language-tag.ts';
import { separatorBetween } from '../lib/sentences.ts';

/** Joins the translated pieces of a text with what their languages have between sentences. */
export function joinPieces(pieces: readonly string[], languages: LanguagePair | undefined): string {
  if (languages === undefined) return pieces.join('');
  const joined = [...pieces];
  for (let i = 1; i < joined.length; i++) {
    const [left, right] = [joined[i - 1] ?? '', joined[i] ?? ''];
    const [start, end] = [left.trimEnd(), right.trimStart()];
    if (start === '' || end === '') continue;
    const whitespace = left.slice(start.length) + right.slice(0, right.length - end.length);
    const separator = separatorBetween([start, end], whitespace, languages);
    if (separator === whitespace) continue;
    joined[i - 1] = start + separator;
    joined[i] = end;
  }
  return joined.join('');
}
