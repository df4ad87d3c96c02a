import { type CaseRules, type LetterCase, letterCase } from './letter-case.ts';
import { hashOf } from './term-table.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A text ready to be compared with terms, as it is written and in lower case. */
export interface SpelledText {
  readonly tokens: readonly Token[];
  readonly lowered: readonly string[];
  readonly hashes: Uint32Array;
  readonly loweredHashes: Uint32Array;
  /** How the tokens from `first` to `last` are written: asked for where a term is found, and nowhere else. */
  casesOf(first: number, last: number): LetterCase[];
}

export function spellText(text: string, rules: CaseRules): SpelledText {
  const tokens = tokensOf(text);
  const lowered = tokens.map((token) => rules.lower(token.text));
  return {
    tokens,
    lowered,
    hashes: Uint32Array.from(tokens, (token) => hashOf(token.text)),
    loweredHashes: Uint32Array.from(lowered, hashOf),
    casesOf: (first, last) =>
      tokens
        .slice(first, last + 1)
        .map(({ text: written }, i) => letterCase(written, lowered[first + i] ?? '', rules)),
  };
}
