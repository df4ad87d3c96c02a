/** Where a line may be broken, and how wide it is: for plain text and subtitles, in every script. */

/** Scripts that are written without spaces: a line breaks between any two of their characters. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
/** Characters of two columns. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const withoutWidth = /[\p{M}\u200b-\u200f\u2060]/u;
/** Signs that no line begins with. */
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

/** A stretch that no line break may stand in, and the blank before it. */
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

/** A break between a letter of such a script and another one would come back as a space. */
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

/** What stands between two lines that become one. */
function joinerOf(before: string, after: string): '' | ' ' {
  const last = Array.from(before.slice(-2)).at(-1) ?? '';
  const first = Array.from(after.slice(0, 2)).at(0) ?? '';
  return unspaced.test(last) && unspaced.test(first) ? '' : ' ';
}

/** Looks at the last two characters so far alone: to take them from all that has grown would copy it for every line. */
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
 * Lines that are as full as they can be. A word that is wider than a line has one for itself, and a line never begins
 * with a word that `mayBegin` rejects.
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
