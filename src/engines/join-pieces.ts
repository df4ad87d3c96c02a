import { type Languages, separatorBetween } from '../lib/sentences.ts';

/** Letters and signs of scripts that have no blanks between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Yi}\u3001-\u303f\uff01-\uff65]/u;

/** Joins the translated pieces of a text with what their languages have between sentences. */
export function joinPieces(pieces: readonly string[], languages: Languages | undefined): string {
  if (languages === undefined) return pieces.join('');
  const joined = [...pieces];
  for (let i = 1; i < joined.length; i++) {
    const [left, right] = [joined[i - 1] ?? '', joined[i] ?? ''];
    const [start, end] = [left.trimEnd(), right.trimStart()];
    if (start === '' || end === '') continue;
    const whitespace = left.slice(start.length) + right.slice(0, right.length - end.length);
    const separator = separatorBetween(whitespace, languages);
    // Words of another script, such as a name that was not translated, keep their blank.
    const isWanted = separator !== '' || unspaced.test(start.slice(-2)) || unspaced.test(end.slice(0, 2));
    if (separator === whitespace || !isWanted) continue;
    joined[i - 1] = start + separator;
    joined[i] = end;
  }
  return joined.join('');
}
