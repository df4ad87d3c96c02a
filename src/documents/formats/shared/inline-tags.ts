/**
 * Writes text with its own formatting notation as XML for the translator, with a short tag for each piece of
 * it, and converts the translation back. `<g1>…</g1>` is a pair around words, `<x2/>` stands alone.
 */
import { pairTags } from '../../../markup/pair-tags.ts';
import { decodeKnownEntities, encodeXml } from '../../../markup/xml-text.ts';

/** `raw` is written as in the file; `isLiteral` means that `&` and `<` in it are ordinary characters. */
export type InlinePiece =
  | { readonly kind: 'text'; readonly raw: string; readonly isLiteral: boolean }
  | {
      readonly kind: 'open' | 'close' | 'void';
      readonly raw: string;
      /** The same for both halves of a pair. */
      readonly name: string;
      /** Begins a CDATA section: text between the halves is literal. */
      readonly makesLiteral?: boolean;
    };

export interface InlineText {
  /** For the translator. */
  readonly text: string;
  /** The visible text. */
  readonly words: string;
  /** Converts a translation to the notation of the file. */
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
      words += piece.isLiteral ? piece.raw : decodeKnownEntities(piece.raw);
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

/** Both halves of a pair have the number of the first; an unmatched half stands alone. */
function tagOf(kind: 'open' | 'close' | 'void', pair: number | undefined, index: number): string {
  if (kind === 'void' || pair === undefined) return `<x${index}/>`;
  return kind === 'open' ? `<g${pair + 1}>` : `</g${pair + 1}>`;
}

const tagPattern = /(<\/?[gx]\d{1,6}\/?>)/;
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g;

/** Every tag must come back exactly once: the translator guarantees it, and the file breaks otherwise. */
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
      if (literalUntil !== '') result += decodeKnownEntities(escaped).replaceAll(']]>', ']]]]><![CDATA[>');
      else result += isLiteral ? decodeKnownEntities(escaped) : escaped;
    }
  }
  if (seen.size !== codes.size) throw new Error('A tag of a text did not come back');
  return result;
}
