/** Line breaking and display width for plain text and subtitles, in every script. */

/** Scripts written without spaces: a line may break between any two of their characters. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Characters that take two columns. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const withoutWidth = /[\p{M}\u200b-\u200f\u2060]/u;
/** Characters that must not begin a line. */
const closing = /^[\p{Pe}\p{Pf}、。，．！？：；ー々・…%]/u;

export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < 0x300) width++;
    else if (!withoutWidth.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}

/** A stretch of text that must not be broken, and the spaces before it. */
export interface Word {
  readonly blank: string;
  readonly text: string;
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let blank = '';
  for (const piece of text.split(/( +)/)) {
    if (piece === '') continue;
    if (piece.startsWith(' ')) {
      blank = piece;
      continue;
    }
    for (const part of unspaced.test(piece) ? unspacedParts(piece) : [piece]) {
      words.push({ blank, text: part });
      blank = '';
    }
  }
  return words;
}

/** Never breaks between an unspaced and a spaced script: `joinLines` would turn the break into a space. */
function unspacedParts(text: string): string[] {
  const parts: string[] = [];
  let wasUnspaced = false;
  for (const character of text) {
    const isUnspaced = unspaced.test(character);
    if (parts.length === 0 || (wasUnspaced && isUnspaced && !closing.test(character))) parts.push(character);
    else parts[parts.length - 1] += character;
    wasUnspaced = isUnspaced;
  }
  return parts;
}

function joinerOf(before: string, after: string): '' | ' ' {
  const last = Array.from(before.slice(-2)).at(-1) ?? '';
  const first = Array.from(after.slice(0, 2)).at(0) ?? '';
  return unspaced.test(last) && unspaced.test(first) ? '' : ' ';
}

/** Keeps only the last two characters: reading them from the whole result would copy it for every line. */
export function joinLines(lines: readonly string[]): string {
  const pieces: string[] = [];
  let tail = '';
  for (const line of lines) {
    const piece = tail === '' ? line : joinerOf(tail, line) + line;
    pieces.push(piece);
    tail = (tail + piece.slice(-2)).slice(-2);
  }
  return pieces.join('');
}

/**
 * Fills each line as far as possible. A word that is wider than a line gets a line of its own, and no line
 * begins with a word that `mayBegin` rejects.
 */
export function fillLines(
  text: string,
  widths: { first: number; others: number },
  mayBegin: (rest: string) => boolean,
): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const { blank, text: word } of wordsOf(text)) {
    const wordWidth = widthOf(word);
    const limit = lines.length === 0 ? widths.first : widths.others;
    if (line !== '' && width + blank.length + wordWidth > limit && mayBegin(`${word} `)) {
      lines.push(line);
      line = word;
      width = wordWidth;
    } else {
      line += blank + word;
      width += blank.length + wordWidth;
    }
  }
  return line === '' ? lines : [...lines, line];
}
