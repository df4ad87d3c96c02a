/**
 * Splits a long text into pieces that an engine can handle quickly. Some stages of Apertium take time
 * quadratic in the length of a sentence (100,000 characters without a full stop took one pair over 20 s), and
 * one long text must not block the short ones behind it.
 */

/** Well above any real sentence, so that ordinary texts are never split. */
export const usualPieceLength = 1_000;

const sentenceEnds = /[.!?…:;।۔؟።]["'”’)\]]*\s+|[。！？｡][”’」』》）】]*\s*|\n+/g;
const whitespace = /\s+/g;
/** In scripts that have no blanks. */
const clauseEnds = /[、，；：]/g;

/** Returns the pieces in order. Joined, they equal the text. */
export function splitText(text: string, maxPieceLength = usualPieceLength): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > maxPieceLength) {
    const cut = cutPoint(rest, maxPieceLength);
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  if (rest !== '' || pieces.length === 0) pieces.push(rest);
  return pieces;
}

/**
 * After the last sentence that fits, otherwise after the last word or clause that fits, otherwise after the
 * first, overlong word.
 */
function cutPoint(text: string, maxPieceLength: number): number {
  const window = text.slice(0, maxPieceLength);
  return (
    endOfLastMatch(window, sentenceEnds) ??
    endOfLastMatch(window, whitespace) ??
    endOfLastMatch(window, clauseEnds) ??
    endOfFirstWord(text, maxPieceLength)
  );
}

// Such a word belongs to no language, and Apertium's driver passes it around the engine. If it were split,
// its end would be translated.
function endOfFirstWord(text: string, maxPieceLength: number): number {
  const wordEnd = text.slice(maxPieceLength).search(/\s/);
  return wordEnd === -1 ? text.length : maxPieceLength + wordEnd;
}

function endOfLastMatch(window: string, pattern: RegExp): number | undefined {
  let end: number | undefined;
  for (const match of window.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}
