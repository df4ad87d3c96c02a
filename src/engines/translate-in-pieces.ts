import { withOuterWhitespaceOf } from '../lib/outer-whitespace.ts';
import { splitText, usualPieceLength } from './split-text.ts';

/** Splits long texts, skips whitespace-only pieces, and joins the answers text by text. */
export async function translateInPieces(
  texts: readonly string[],
  translate: (pieces: string[]) => Promise<string[]>,
  maxPieceLength = usualPieceLength,
): Promise<string[]> {
  const piecesByText = texts.map((text) => splitText(text, maxPieceLength));
  const worded = piecesByText.flat().filter(hasContent);
  const answers = (await translate(worded)).values();
  return piecesByText.map((pieces) =>
    pieces
      .map((piece) => (hasContent(piece) ? withOuterWhitespaceOf(piece, answers.next().value ?? '') : piece))
      .join(''),
  );
}

function hasContent(piece: string): boolean {
  return piece.trim() !== '';
}
