/**
 * Turns a paragraph into one unit. Text in the most common style needs no tag; text in another style, and the
 * content of a container, is between `<g1>` and `</g1>`, and objects are `<x2/>`.
 */
import { countCodePoints } from '../../../../lib/code-points.ts';
import { encodeXml } from '../../../../markup/xml-text.ts';
import { type Copied, joinPieces, type Piece, type RunStyle, type StyledText } from './inline-pieces.ts';

export type Token =
  | ({ readonly kind: 'text' } & StyledText)
  | { readonly kind: 'object'; readonly copied: readonly Copied[] }
  | { readonly kind: 'open' | 'close'; readonly pair: Pair };

/** A container, or text in another style. */
export interface Pair {
  readonly open: readonly Copied[];
  readonly close: readonly Copied[];
  /** The style of text directly inside. */
  readonly style: RunStyle;
}

export interface Paragraph {
  /** For the translator. */
  readonly text: string;
  readonly characters: number;
  /** Tokens around the unit: objects, whitespace, and pairs that enclose the whole unit. */
  readonly before: readonly Token[];
  readonly after: readonly Token[];
  /** What the tags of the unit stand for, by their number. */
  readonly tags: readonly (Pair | readonly Copied[])[];
  readonly style: RunStyle;
}

const letter = /\p{L}/u;

/** Undefined for a paragraph with nothing to translate: no text, or text without letters. */
export function layOutParagraph(pieces: readonly Piece[]): Paragraph | undefined {
  const { tokens, style } = tokensOf(pieces);
  if (style === undefined || !tokens.some((token) => token.kind === 'text' && letter.test(token.text))) {
    return undefined;
  }
  const [start, end] = coreOf(tokens);
  const core = tokens.slice(start, end);
  const before = tokens.slice(0, start);
  const inside = before.findLast((token) => token.kind === 'open');
  const { text, tags, characters } = writeUnit(core);
  return {
    text,
    characters,
    tags,
    before,
    after: tokens.slice(end),
    style: inside?.kind === 'open' ? inside.pair.style : style,
  };
}

function tokensOf(pieces: readonly Piece[]): { tokens: Token[]; style: RunStyle | undefined } {
  const joined = joinPieces(pieces);
  const base = mostCommonStyle(joined);
  const tokens: Token[] = [];
  let first = base;
  for (let index = 0; index < joined.length; index++) {
    const piece = joined[index] as Piece;
    if (piece.kind === 'container') {
      const inner = tokensOf(piece.children);
      const pair = { open: piece.open, close: piece.close, style: inner.style as RunStyle };
      first ??= pair.style;
      tokens.push({ kind: 'open', pair });
      for (const token of inner.tokens) tokens.push(token);
      tokens.push({ kind: 'close', pair });
    } else if (piece.kind === 'object' || piece.style.key === base?.key || piece.text.trim() === '') {
      tokens.push(piece);
    } else {
      const last = lastOfStyle(joined, index, piece.style.key);
      const pair = { open: [], close: [], style: piece.style };
      tokens.push({ kind: 'open', pair });
      for (; index <= last; index++) tokens.push(joined[index] as Token);
      tokens.push({ kind: 'close', pair });
      index = last;
    }
  }
  return { tokens, style: first };
}

/** The last text of the same style with only objects in between. */
function lastOfStyle(joined: readonly Piece[], from: number, key: string): number {
  let last = from;
  for (let index = from + 1; index < joined.length; index++) {
    const piece = joined[index] as Piece;
    if (piece.kind === 'object') continue;
    if (piece.kind === 'container' || piece.style.key !== key) break;
    last = index;
  }
  return last;
}

function mostCommonStyle(pieces: readonly Piece[]): RunStyle | undefined {
  const weights = new Map<string, { weight: number; style: RunStyle }>();
  for (const piece of pieces) {
    if (piece.kind !== 'text') continue;
    const known = weights.get(piece.style.key);
    weights.set(piece.style.key, {
      weight: (known?.weight ?? 0) + piece.text.length,
      style: known?.style ?? piece.style,
    });
  }
  let heaviest: { weight: number; style: RunStyle } | undefined;
  for (const each of weights.values()) if (each.weight > (heaviest?.weight ?? -1)) heaviest = each;
  return heaviest?.style;
}

/** The range that contains all words. The translator does not need the tokens around it. */
function coreOf(tokens: readonly Token[]): [number, number] {
  let [start, end] = [0, tokens.length];
  for (;;) {
    while (start < end && isOutsideText(tokens[start])) start++;
    while (start < end && isOutsideText(tokens[end - 1])) end--;
    const [first, last] = [tokens[start], tokens[end - 1]];
    const isAround = first?.kind === 'open' && last?.kind === 'close' && first.pair === last.pair;
    if (!isAround) return [start, end];
    start++;
    end--;
  }
}

function isOutsideText(token: Token | undefined): boolean {
  return token?.kind === 'object' || (token?.kind === 'text' && token.text.trim() === '');
}

function writeUnit(core: readonly Token[]): Pick<Paragraph, 'text' | 'tags' | 'characters'> {
  const tags: (Pair | readonly Copied[])[] = [];
  const numbers = new Map<Pair, number>();
  let text = '';
  let characters = 0;
  for (const token of core) {
    if (token.kind === 'text') {
      text += encodeXml(token.text);
      characters += countCodePoints(token.text);
    } else if (token.kind === 'object') {
      text += `<x${tags.push(token.copied)}/>`;
    } else if (token.kind === 'open') {
      const number = tags.push(token.pair);
      numbers.set(token.pair, number);
      text += `<g${number}>`;
    } else {
      text += `</g${numbers.get(token.pair)}>`;
    }
  }
  return { text, tags, characters };
}
