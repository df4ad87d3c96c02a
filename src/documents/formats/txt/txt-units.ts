/** Finds the units of plain text: lines, table cells and wrapped paragraphs. */
import { countCodePoints } from '../../../lib/code-points.ts';
import { fillLines, joinLines, widthOf } from '../shared/break-lines.ts';
import { DocumentSize, documentLimits } from '../shared/limits.ts';
import type { PlacedUnit } from '../shared/placed-units.ts';
import { splitLongText } from './split-long-text.ts';
import { beginsPlainly, goesOn, linesOf, type TextLine, type Wrapping, wrappingOf } from './txt-lines.ts';

export function textUnitsOf(text: string): PlacedUnit[] {
  const size = new DocumentSize();
  const units: PlacedUnit[] = [];
  const lines = withoutCode(linesOf(text));
  const wrapping = wrappingOf(lines);
  for (let index = 0; index < lines.length; ) {
    const paragraph = paragraphAt(lines, index, wrapping);
    for (const unit of unitsOf(text, paragraph, wrapping)) {
      size.add(unit.characters);
      units.push(unit);
    }
    index += paragraph.length;
  }
  return units;
}

/** Marks lines between two rows of backticks as empty. A row without a closing one is an ordinary line. */
function withoutCode(lines: readonly TextLine[]): TextLine[] {
  const fences = [...lines.keys()].filter((i) => lines[i]?.content.startsWith('```'));
  const marked = [...lines];
  for (let i = 0; i + 1 < fences.length; i += 2) {
    const [from = 0, to = 0] = [fences[i], fences[i + 1]];
    for (let at = from; at <= to; at++) marked[at] = { ...(lines[at] as TextLine), kind: 'empty' };
  }
  return marked;
}

function paragraphAt(lines: readonly TextLine[], start: number, wrapping: Wrapping | undefined): TextLine[] {
  const paragraph = lines.slice(start, start + 1);
  if (wrapping === undefined) return paragraph;
  for (let index = start + 1; index < lines.length; index++) {
    const next = lines[index] as TextLine;
    if (!goesOn(paragraph, next, wrapping)) break;
    paragraph.push(next);
  }
  return paragraph;
}

function unitsOf(text: string, paragraph: readonly TextLine[], wrapping: Wrapping | undefined): PlacedUnit[] {
  const [line] = paragraph;
  if (line === undefined || line.kind === 'empty') return [];
  if (wrapping !== undefined && paragraph.length > 1) return wrappedUnits(paragraph, wrapping);
  const start = line.start + line.prefix.length;
  return line.kind === 'table' ? cellUnits(text, start, line.end) : plainUnits(line.content, start);
}

/** Returns several units only for a line that is too long for one. */
function plainUnits(content: string, start: number): PlacedUnit[] {
  return splitLongText(content).map(({ text, at }) => ({
    text,
    characters: countCodePoints(text),
    start: start + at,
    end: start + at + text.length,
    // A line must stay one line.
    write: (translation) => translation.replaceAll(/[\r\n]+/g, ' '),
  }));
}

const cellWords = /[\p{L}\p{N}]/u;

function cellUnits(text: string, start: number, end: number): PlacedUnit[] {
  const units: PlacedUnit[] = [];
  let at = start;
  for (const piece of text.slice(start, end).split(/(\t| {3,}|\|)/)) {
    const content = piece.trim();
    const offset = piece.length - piece.trimStart().length;
    if (cellWords.test(content)) for (const unit of plainUnits(content, at + offset)) units.push(unit);
    at += piece.length;
  }
  return units;
}

/** Every line after the first gets the prefix of the second. */
function wrappedUnits(paragraph: readonly TextLine[], { width }: Wrapping): PlacedUnit[] {
  const first = paragraph[0] as TextLine;
  const second = paragraph[1] as TextLine;
  const last = paragraph.at(-1) as TextLine;
  const text = joinLines(paragraph.map(({ content }) => content));
  // A paragraph this long was detected by mistake.
  if (text.length > documentLimits.maxUnitLength) {
    return paragraph.flatMap((line) => plainUnits(line.content, line.start + line.prefix.length));
  }
  const lineBreak = /\r\n|\r|\n/.exec(first.ending)?.[0] ?? '\n';
  const widths = {
    first: width - (first.width - widthOf(first.content)),
    others: width - (second.width - widthOf(second.content)),
  };
  return [
    {
      text,
      characters: countCodePoints(text),
      start: first.start + first.prefix.length,
      end: last.end,
      write: (translation) =>
        fillLines(translation.replaceAll(/[\r\n]+/g, ' '), widths, beginsPlainly).join(
          lineBreak + second.prefix,
        ),
    },
  ];
}
