/**
 * Writes a text whose formatting has its own notation as XML for the translator, with a short tag for each piece of
 * that notation, and turns the answer back. `<g1>…</g1>` is a pair around words, `<x2/>` stands alone.
 */
import { pairTags } from '../../translate/protection/pair-tags.ts';
import { encodeXml, unescapeXml } from './xml-text.ts';

/** `text` is written as in the file; `isLiteral` says that `&` and `<` are no more than signs in it. */
export type InlinePiece =
  | { readonly kind: 'text'; readonly raw: string; readonly isLiteral: boolean }
  | {
      readonly kind: 'open' | 'close' | 'void';
      readonly raw: string;
      /** What tells the halves of a pair. */
      readonly name: string;
      /** It begins a section of CDATA: text between the halves is literal. */
      readonly makesLiteral?: boolean;
    };

export interface InlineText {
  /** For the translator. */
  readonly text: string;
  /** What a reader reads. */
  readonly words: string;
  /** The answer as it is written in the file. */
  write(translation: string): string;
}

interface TagCode {
  readonly raw: string;
  readonly makesLiteral: boolean;
}

export function inlineText(pieces: readonly InlinePiece[], isLiteral = false): InlineText {
  const tags = pieces.flatMap((piece) =>
    piece.kind === 'text' ? [] : [{ name: piece.name, role: piece.kind }],
  );
  const pairs = pairTags(tags).values();
  const codes = new Map<string, TagCode>();
  let index = 0;
  let text = '';
  let words = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      text += piece.isLiteral ? encodeXml(piece.raw) : piece.raw;
      words += piece.isLiteral ? piece.raw : unescapeXml(piece.raw);
      continue;
    }
    const pair = pairs.next().value;
    index++;
    const tag = tagOf(piece.kind, pair, index);
    codes.set(tag, { raw: piece.raw, makesLiteral: piece.kind === 'open' && piece.makesLiteral === true });
    text += tag;
  }
  return { text, words, write: (translation) => writeBack(translation, codes, isLiteral) };
}

/** The halves of a pair have the number of the first; a half without the other one stands alone. */
function tagOf(kind: 'open' | 'close' | 'void', pair: number | undefined, index: number): string {
  if (kind === 'void' || pair === undefined) return `<x${index}/>`;
  return kind === 'open' ? `<g${pair + 1}>` : `</g${pair + 1}>`;
}

const tagPattern = /(<\/?[gx]\d{1,6}\/?>)/;
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g;

/** Every tag has to come back exactly once: the translator promises it, and a file without it would be broken. */
function writeBack(translation: string, codes: ReadonlyMap<string, TagCode>, isLiteral: boolean): string {
  const seen = new Set<string>();
  let literalUntil = '';
  let result = '';
  for (const piece of translation.split(tagPattern)) {
    const code = codes.get(piece);
    if (code !== undefined) {
      if (seen.has(piece)) throw new Error('A tag of a text came back twice');
      seen.add(piece);
      if (code.makesLiteral) literalUntil = piece.replace('<', '</');
      else if (piece === literalUntil) literalUntil = '';
      result += code.raw;
    } else {
      const escaped = piece.replaceAll(bareAmpersand, '&amp;').replaceAll('<', '&lt;');
      if (literalUntil !== '') result += unescapeXml(escaped).replaceAll(']]>', ']]]]><![CDATA[>');
      else result += isLiteral ? unescapeXml(escaped) : escaped;
    }
  }
  if (seen.size !== codes.size) throw new Error('A tag of a text did not come back');
  return result;
}
