import type { Pace } from '../../lib/event-loop-turns.ts';
import { type CaseRules, type LetterCase, letterCase } from './letter-case.ts';
import { hashOf, processHashKey } from './term-hash.ts';
import { type Token, tokensIn } from './word-tokens.ts';

/** A text prepared for comparison with terms, as written and in lower case. */
export interface SearchableText {
  readonly tokens: readonly Token[];
  readonly lowered: readonly string[];
  readonly hashes: Uint32Array;
  readonly loweredHashes: Uint32Array;
  /** The letter case of tokens `first` to `last`. Computed only where a term is found. */
  casesOf(first: number, last: number): LetterCase[];
}

/** Tokens between two checks of the pace. */
const tokensPerStep = 256;

export async function prepareForSearch(text: string, rules: CaseRules, pace: Pace): Promise<SearchableText> {
  const tokens: Token[] = [];
  const lowered: string[] = [];
  const hashes: number[] = [];
  const loweredHashes: number[] = [];
  for (const token of tokensIn(text)) {
    if (tokens.length % tokensPerStep === 0 && pace.isOver) await pace.next();
    const low = rules.lower(token.text);
    const hash = hashOf(token.text, processHashKey);
    tokens.push(token);
    lowered.push(low);
    hashes.push(hash);
    loweredHashes.push(low === token.text ? hash : hashOf(low, processHashKey));
  }
  return {
    tokens,
    lowered,
    hashes: Uint32Array.from(hashes),
    loweredHashes: Uint32Array.from(loweredHashes),
    casesOf: (first, last) =>
      tokens
        .slice(first, last + 1)
        .map(({ text: written }, i) => letterCase(written, lowered[first + i] ?? '', rules)),
  };
}
