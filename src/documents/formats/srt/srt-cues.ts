/** Finds the texts of subtitles. Numbers, times and everything between the cues stay where they are. */
import { countCodePoints } from '../../../lib/code-points.ts';
import { joinLines, widthOf, wordsOf } from '../shared/break-lines.ts';
import { type InlinePiece, inlineText } from '../shared/inline-tags.ts';
import type { PlacedUnit } from '../shared/placed-units.ts';

interface CueLine {
  readonly start: number;
  /** Without trailing whitespace. */
  readonly end: number;
  readonly content: string;
  readonly lineBreak: string;
}

const timing = /^\d{1,3}:\d{1,2}:\d{1,2}[,.:]\d{1,4}[ \t]*-->[ \t]*\d{1,3}:\d{1,2}:\d{1,2}[,.:]\d{1,4}/;
const cueNumber = /^\d{1,9}$/;
const readable = /[\p{L}\p{N}]/u;

/** Undefined for a file without cues. */
export function cueUnitsOf(source: string): PlacedUnit[] | undefined {
  const lines = linesOf(source);
  const times = [...lines.keys()].filter((i) => timing.test(lines[i]?.content ?? ''));
  if (times.length === 0) return undefined;
  return times.flatMap((time, position) => {
    const next = times[position + 1];
    // The number before a timing line belongs to that cue, even without an empty line before it.
    const isNumbered =
      next !== undefined && next - 1 > time && cueNumber.test(lines[next - 1]?.content ?? '');
    const end = next === undefined ? lines.length : isNumbered ? next - 1 : next;
    const speeches = speechesOf(lines.slice(time + 1, end));
    return speeches.flatMap((speech) => {
      const touchesNextTime = end === next && speech.at(-1) === lines[end - 1];
      return unitOf(speech, touchesNextTime);
    });
  });
}

function linesOf(source: string): CueLine[] {
  const lines: CueLine[] = [];
  const breaks = /\r\n|\r|\n/g;
  for (let start = 0; start < source.length; ) {
    const found = breaks.exec(source);
    const lineEnd = found?.index ?? source.length;
    const raw = source.slice(start, lineEnd);
    const content = raw.trim();
    const from = start + raw.length - raw.trimStart().length;
    lines.push({ start: from, end: from + content.length, content, lineBreak: found?.[0] ?? '' });
    start = lineEnd + (found?.[0].length ?? 0);
  }
  return lines;
}

/** A line that begins with a dash is by another speaker. An empty line in a cue also separates speeches. */
const speaker = /^(?:<[^<>]{1,100}>|\{[^{}]{1,100}\}){0,5}[-–—‐][ \t]*[^\s\d-]/;

function speechesOf(lines: readonly CueLine[]): CueLine[][] {
  const speeches: CueLine[][] = [];
  let isOpen = false;
  for (const line of lines) {
    if (line.content === '') {
      isOpen = false;
      continue;
    }
    if (isOpen && !speaker.test(line.content)) speeches.at(-1)?.push(line);
    else speeches.push([line]);
    isOpen = true;
  }
  return speeches;
}

/** `touchesNextTime`: the timing line of the next cue follows without an empty line and without a number. */
function unitOf(lines: readonly CueLine[], touchesNextTime: boolean): PlacedUnit[] {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return [];
  const said = joinLines(lines.map(({ content }) => content));
  const { text, words, write } = inlineText(piecesOf(said), true);
  if (!readable.test(words)) return [];
  const lineBreak = first.lineBreak || '\n';
  const widest = lines.reduce((most, { content }) => Math.max(most, widthOf(withoutCodes(content))), 0);
  return [
    {
      text,
      characters: countCodePoints(words),
      start: first.start,
      end: last.end,
      write: (translation) => {
        const flat = write(translation.replaceAll(/[\r\n]+/g, ' '));
        const written = breakCue(flat, lines.length, widest);
        // A last line of digits would be read as the number of the next cue.
        if (touchesNextTime && cueNumber.test(written.at(-1)?.trim() ?? '')) written.push('');
        return written.join(lineBreak);
      },
    },
  ];
}

/** SubRip tags, and codes that players adopted from other formats. */
const code = /(<\/?(?:i|b|u|s|font)(?: [^<>]{0,200})?>|\{\\[^{}]{0,200}\}|\{\/?[ibus]\}|\\[Nnh])/i;

function piecesOf(said: string): InlinePiece[] {
  return said.split(code).flatMap((raw, i): InlinePiece[] => {
    if (raw === '') return [];
    if (i % 2 === 0) return [{ kind: 'text', raw, isLiteral: true }];
    const name = /^[<{]\/?([a-z]+)/i.exec(raw)?.[1]?.toLowerCase();
    if (name === undefined) return [{ kind: 'void', raw, name: '' }];
    return [{ kind: raw[1] === '/' ? 'close' : 'open', raw, name: raw[0] + name }];
  });
}

function withoutCodes(text: string): string {
  return text
    .split(code)
    .filter((_, i) => i % 2 === 0)
    .join('');
}

/** A line must not begin like one of another speaker or of another cue. */
function mayBegin(word: string): boolean {
  return !speaker.test(`${word} a`) && !/^\d{1,3}:\d/.test(word);
}

/** Columns that a viewer reads without much eye movement, by the rules of most broadcasters. */
const comfortableWidth = 42;

/** Breaks into as many even lines as the cue had; into two if a cue of one line became too long. */
export function breakCue(text: string, lineCount: number, widest: number): string[] {
  const width = widthOf(withoutCodes(text));
  const fits = width <= Math.max(comfortableWidth, lineCount === 1 ? widest : 0);
  const wanted = lineCount === 1 ? (fits ? 1 : 2) : lineCount;
  // A line must not break at a space inside a tag.
  const words = wordsOf(text.replaceAll(/<[^<>]{0,250}>/g, (tag) => tag.replaceAll(' ', '\u0000')));
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  let used = 0;
  for (const { blank, text: word } of words) {
    const left = wanted - lines.length;
    const wordWidth = widthOf(withoutCodes(word));
    // The break comes before a word whose middle is beyond the even length.
    const isFull = left > 1 && lineWidth + blank.length + wordWidth / 2 > (width - used) / left;
    if (isFull && readable.test(line) && mayBegin(word)) {
      lines.push(line);
      used += lineWidth + blank.length;
      line = word;
      lineWidth = wordWidth;
    } else {
      line += blank + word;
      lineWidth += blank.length + wordWidth;
    }
  }
  return [...lines, line].map((each) => each.replaceAll('\u0000', ' '));
}
