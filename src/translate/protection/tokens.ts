/**
 * Writes a unit as text for an engine, with a token in place of each span, and parses its answer. Each engine
 * declares the token form that it preserves best (`Engine.tokens`). See docs/call/markup-and-placeholders.md.
 */
import type { TokenForm } from '../../engines/engine.ts';
import { isSpan, type Part, type Span } from './layout.ts';

interface Alphabet {
  write(index: number): string;
  /** Matches every token in any spelling of the engine, and anything that can only be a fragment of one. */
  readonly pattern: RegExp;
  read(token: string): number;
}

/** Private-use characters: those of plane 15 or, if the unit contains any of them, of plane 16. */
const symbols: readonly Alphabet[] = [0xf0000, 0x100000].map((base) => ({
  write: (index) => String.fromCodePoint(base + index),
  pattern: new RegExp(`[\\u{${base.toString(16)}}-\\u{${(base + 0xfffd).toString(16)}}]`, 'gu'),
  read: (token) => (token.codePointAt(0) ?? 0) - base,
}));

/** Words of no language. Case is ignored, because engines change it in words that look like names. */
const words: readonly Alphabet[] = ['XQ', 'ZQ', 'QJ'].map((stem) => ({
  write: (index) => `${stem}${index}${stem.at(-1)}`,
  pattern: new RegExp(`${stem}(\\d{0,6})${stem.at(-1)}?`, 'gi'),
  read: (token) => Number(/\d+/.exec(token)?.[0] ?? Number.NaN),
}));

const alphabets: Readonly<Record<TokenForm, readonly Alphabet[]>> = { symbols, words };

/** A unit in the form that is sent to an engine. */
export interface Packed {
  readonly text: string;
  /** Returns the parts of an answer, or undefined if it has a damaged or unknown token. */
  unpack(answer: string): Part[] | undefined;
}

/** Returns undefined if the words of the unit look like tokens of every alphabet. */
export function packTokens(parts: readonly Part[], form: TokenForm): Packed | undefined {
  const alphabet = alphabets[form].find(({ pattern }) =>
    parts.every((part) => isSpan(part) || part.search(pattern) === -1),
  );
  if (alphabet === undefined) return undefined;
  const spans = parts.filter(isSpan);
  let index = 0;
  const text = parts.map((part) => (isSpan(part) ? alphabet.write(index++) : part)).join('');
  return { text, unpack: (answer) => unpack(answer, alphabet, spans) };
}

function unpack(answer: string, { pattern, read }: Alphabet, spans: readonly Span[]): Part[] | undefined {
  const parts: Part[] = [];
  let from = 0;
  for (const match of answer.matchAll(pattern)) {
    const span = spans[read(match[0])];
    if (span === undefined) return undefined;
    if (match.index > from) parts.push(answer.slice(from, match.index));
    parts.push(span);
    from = match.index + match[0].length;
  }
  if (from < answer.length) parts.push(answer.slice(from));
  return parts;
}
