/**
 * Cuts a long text into pieces that an engine takes in stride. Some stages of Apertium need time in the square of a
 * sentence's length (100,000 characters without a full stop took one pair over 20 s), and one long text must
 * not hold up the short ones behind it.
 */

/** Well above any real sentence, so that ordinary texts are never cut. */
export const usualPieceLength = 1_000;

const sentenceEnds = /[.!?…:;]["'”’)\]]*\s+|\n+/g;
const blanks = /\s+/g;

/** The pieces, in order; joined they are the text again. */
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

/** After the last sentence that fits, else after the last word, else after a word that is itself too long. */
function cutPoint(text: string, maxPieceLength: number): number {
  const window = text.slice(0, maxPieceLength);
  return (
    endOfLastMatch(window, sentenceEnds) ??
    endOfLastMatch(window, blanks) ??
    endOfFirstWord(text, maxPieceLength)
  );
}

// Such a word is no word of a language (Apertium's driver carries it around the engine); cut in two, its end would be
// translated.
function endOfFirstWord(text: string, maxPieceLength: number): number {
  const blank = text.slice(maxPieceLength).search(/\s/);
  return blank === -1 ? text.length : maxPieceLength + blank;
}

function endOfLastMatch(window: string, pattern: RegExp): number | undefined {
  let end: number | undefined;
  for (const match of window.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}
