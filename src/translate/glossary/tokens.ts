/**
 * What a term is compared by: a text as a row of tokens. A word is one token, so that `house` is never found inside
 * `household`; where a script puts no blanks between words (Chinese, Japanese, Thai and others, and Korean with its
 * attached particles), each character is a token, and a term may begin and end anywhere. Apostrophes and hyphens
 * stand between tokens: `ordinateur` is found in `l’ordinateur`.
 */
import { composedForm } from '../../lib/composed-form.ts';

export interface Token {
  /** In its normal form: composed, and any run of blanks as one. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// A mark belongs to the character that it stands on.
const token =
  /[[\p{L}\p{M}\p{N}\p{Pc}\u200c\u200d]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]+|\s+|.\p{M}*/gsv;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(token)) tokens.push(tokenOf(match));
  return tokens;
}

/** One after the other, for a text that is too long to be taken apart in one go. */
export function* tokensIn(text: string): Generator<Token> {
  for (const match of text.matchAll(token)) yield tokenOf(match);
}

function tokenOf({ 0: found, index }: RegExpExecArray): Token {
  return { text: normalForm(found), start: index, end: index + found.length };
}

function normalForm(found: string): string {
  return found === ' ' || found.trim() === '' ? ' ' : composedForm(found);
}
