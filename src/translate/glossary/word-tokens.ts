/**
 * Splits text into the tokens by which terms are compared. A word is one token, so that `house` does not
 * match inside `household`. In scripts without spaces between words (Chinese, Japanese, Thai and others, and
 * Korean with its attached particles), each character is a token, and a term may start and end anywhere.
 * Apostrophes and hyphens separate tokens: `ordinateur` matches in `l’ordinateur`.
 */
import { composedForm } from '../../lib/composed-form.ts';

export interface Token {
  /** Normalized: composed characters, and one space for any run of whitespace. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

// A combining mark belongs to the character before it.
const token =
  /[[\p{L}\p{M}\p{N}\p{Pc}\u200c\u200d]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]]+|\s+|.\p{M}*/gsv;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(token)) tokens.push(tokenOf(match));
  return tokens;
}

/** Yields one token at a time, for a text that is too long to be split in one step. */
export function* tokensIn(text: string): Generator<Token> {
  for (const match of text.matchAll(token)) yield tokenOf(match);
}

function tokenOf({ 0: found, index }: RegExpExecArray): Token {
  return { text: normalize(found), start: index, end: index + found.length };
}

function normalize(found: string): string {
  return found === ' ' || found.trim() === '' ? ' ' : composedForm(found);
}
