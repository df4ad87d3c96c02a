/**
 * Writes a unit as a text for an engine, with a token in place of each span, and reads its answer. Which tokens an
 * engine carries best is the engine's word (`Engine.tokens`); the figures are in `docs/call/markup-and-placeholders.md`.
 */
import type { TokenForm } from '../../engines/engine.ts';
import { isSpan, type Part, type Span } from './layout.ts';

interface Alphabet {
  write(index: number): string;
  /** Finds every token, however the engine spells it, and whatever else can only be the rest of one. */
  readonly pattern: RegExp;
  read(token: string): number;
}

/** Characters that no text has a use for: the first of a private plane, or of the other one. */
const symbols: readonly Alphabet[] = [0xf0000, 0x100000].map((base) => ({
  write: (index) => String.fromCodePoint(base + index),
  pattern: new RegExp(`[\\u{${base.toString(16)}}-\\u{${(base + 0xfffd).toString(16)}}]`, 'gu'),
  read: (token) => (token.codePointAt(0) ?? 0) - base,
}));

/** Words that no language has. Engines like to change the case of what they take for a name. */
const words: readonly Alphabet[] = ['XQ', 'ZQ', 'QJ'].map((stem) => ({
  write: (index) => `${stem}${index}${stem.at(-1)}`,
  pattern: new RegExp(`${stem}(\\d{0,6})${stem.at(-1)}?`, 'gi'),
  read: (token) => Number(/\d+/.exec(token)?.[0] ?? Number.NaN),
}));

const alphabets: Readonly<Record<TokenForm, readonly Alphabet[]>> = { symbols, words };

/** A unit on its way through an engine. */
export interface Packed {
  readonly text: string;
  /** The parts of an answer; undefined where it has something like a token that is none. */
  unpack(answer: string): Part[] | undefined;
}

/** Undefined for a unit whose own words look like tokens, of every kind that there is. */
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
