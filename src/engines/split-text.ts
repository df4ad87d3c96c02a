/**
 * Cuts a long text into pieces that a pipeline takes in stride. Some stages need time in the square of a
 * sentence's length (100,000 characters without a full stop took one pair over 20 s), and one long text must
 * not hold up the short ones behind it.
 */

/** Well above any real sentence, so that ordinary texts are never cut. */
const maxPieceLength = 1_000;

const sentenceEnds = /[.!?…:;]["'”’)\]]*\s+|\n+/g;
const blanks = /\s+/g;

/** The pieces, in order; joined they are the text again. */
export function splitText(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > maxPieceLength) {
    const cut = cutPoint(rest);
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  if (rest !== '' || pieces.length === 0) pieces.push(rest);
  return pieces;
}

/** After the last sentence that fits, else after the last word, else after a word that is itself too long. */
function cutPoint(text: string): number {
  const window = text.slice(0, maxPieceLength);
  return endOfLastMatch(window, sentenceEnds) ?? endOfLastMatch(window, blanks) ?? endOfFirstWord(text);
}

// Such a word is carried around the engine whole (see stream-format.ts); cut in two, its end would be translated.
function endOfFirstWord(text: string): number {
  const blank = text.slice(maxPieceLength).search(/\s/);
  return blank === -1 ? text.length : maxPieceLength + blank;
}

function endOfLastMatch(window: string, pattern: RegExp): number | undefined {
  let end: number | undefined;
  for (const match of window.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}
