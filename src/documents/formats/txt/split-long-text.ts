/** Splits a text that is too long for one call where it does the least harm. */
export interface TextPiece {
  readonly text: string;
  readonly at: number;
}

/** About four pages. Engines split the text into sentences anyway. */
const maxLength = 10_000;

/** Whitespace between two pieces belongs to neither. */
export function splitLongText(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  while (text.length - at > maxLength) {
    const end = at + cutOf(text.slice(at, at + maxLength));
    pieces.push(trimmed(text.slice(at, end), at));
    at = end;
  }
  pieces.push(trimmed(text.slice(at), at));
  return pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece.text));
}

/** After the last sentence of the second half, else after its last word, else between any two characters. */
function cutOf(text: string): number {
  const half = text.length / 2;
  for (const end of ['. ', '! ', '? ', '。', '！', '？', ' ']) {
    const found = text.lastIndexOf(end);
    if (found > half) return found + end.length;
  }
  return text.charCodeAt(text.length - 1) >> 10 === 0xd800 >> 10 ? text.length - 1 : text.length;
}

function trimmed(text: string, at: number): TextPiece {
  const content = text.trim();
  return { text: content, at: at + text.length - text.trimStart().length };
}
