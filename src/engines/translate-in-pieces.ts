import type { LanguagePair } from '../lib/language-tag.ts';
import { withOuterWhitespaceOf } from '../lib/outer-whitespace.ts';
import { joinPieces } from './join-pieces.ts';
import { splitText, usualPieceLength } from './split-text.ts';

/** Splits long texts, skips whitespace-only pieces, and joins the answers text by text. */
export async function translateInPieces(
  texts: readonly string[],
  translate: (pieces: string[]) => Promise<string[]>,
  maxPieceLength = usualPieceLength,
  languages?: LanguagePair,
): Promise<string[]> {
  return translatePieces(
    texts.map((text) => splitText(text, maxPieceLength)),
    translate,
    languages,
  );
}

/** The same for texts that are already split. */
export async function translatePieces(
  piecesByText: readonly (readonly string[])[],
  translate: (pieces: string[]) => Promise<string[]>,
  languages?: LanguagePair,
): Promise<string[]> {
  const worded = piecesByText.flat().filter(hasContent);
  const answers = (await translate(worded)).values();
  return piecesByText.map((pieces) => {
    const translated = pieces.map((piece) =>
      hasContent(piece) ? withOuterWhitespaceOf(piece, answers.next().value ?? '') : piece,
    );
    return joinPieces(translated, languages);
  });
}

function hasContent(piece: string): boolean {
  return piece.trim() !== '';
}
