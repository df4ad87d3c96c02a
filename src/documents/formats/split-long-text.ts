/** Cuts a text that is too long for one call where it hurts least. */
export interface TextPiece {
  readonly text: string;
  readonly at: number;
}

/** About four pages: engines cut it into sentences anyway. */
const maxLength = 10_000;

/** The blanks between two pieces belong to neither. */
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

/** Behind the last sentence of the second half; else behind its last word; else anywhere but inside a character. */
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
