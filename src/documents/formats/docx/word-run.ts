/** Reads a run: text in one style, with the other content inside it. */

import type { Place } from '../../../markup/place.ts';
import type { XmlCursor } from '../../../markup/xml-cursor.ts';
import type { FieldMark } from './word-fields.ts';
import type { Line } from './word-line.ts';
import { noBreakHyphen, type WordStyles } from './word-styles.ts';

type RunPiece =
  | { readonly text: string }
  | { readonly stretch: Place; readonly mark?: FieldMark | undefined };

/** Line and page breaks of the source layout, which do not apply to the translation. */
const leftovers = new Set(['w:softHyphen', 'w:lastRenderedPageBreak']);

/** The cursor must be on the opening tag. `readInside` reads the paragraphs of text boxes. */
export function readRun(cursor: XmlCursor, line: Line, styles: WordStyles, readInside: () => void): void {
  const { start, end: openEnd, qualifiedName, depth } = cursor;
  const pieces: RunPiece[] = [];
  let properties = '';
  while (cursor.nextTag(depth)) {
    const { name, start: from } = cursor;
    if (name === 'w:rPr') {
      cursor.skipElement();
      properties = cursor.text.slice(from, cursor.end);
    } else if (name === 'w:t') {
      const preservesWhitespace = cursor.attribute('xml:space') === 'preserve';
      const text = cursor.readText();
      pieces.push({ text: preservesWhitespace ? text : text.trim() });
    } else if (name === 'w:noBreakHyphen') {
      cursor.skipElement();
      pieces.push({ text: noBreakHyphen });
    } else if (leftovers.has(name)) {
      cursor.skipElement();
    } else {
      const mark = readMark(cursor, readInside);
      pieces.push({ stretch: { start: from, end: cursor.end }, mark });
    }
  }
  const open = cursor.text.slice(start, openEnd);
  addPieces(line, pieces, { start, end: cursor.end }, () => styles.of(open, qualifiedName, properties));
}

function addPieces(
  line: Line,
  pieces: readonly RunPiece[],
  run: Place,
  style: () => ReturnType<WordStyles['of']>,
): void {
  const marks = pieces.flatMap((piece) => ('mark' in piece && piece.mark !== undefined ? [piece.mark] : []));
  const hasText = pieces.some((piece) => 'text' in piece);
  // Text in a field that is not translated is copied with its run.
  if (!hasText || (!line.isRead && marks.length === 0)) {
    line.addObject([run], marks);
    return;
  }
  const { text: textStyle, before, after } = style();
  for (const piece of pieces) {
    if (!('text' in piece)) {
      line.addObject([before, piece.stretch, after], piece.mark === undefined ? [] : [piece.mark]);
    } else if (line.isRead) {
      line.add({ kind: 'text', text: piece.text, style: textStyle });
    } else {
      line.addObject([{ text: piece.text, style: textStyle }]);
    }
  }
}

function readMark(cursor: XmlCursor, readInside: () => void): FieldMark | undefined {
  if (cursor.name === 'w:fldChar') {
    const type = cursor.attribute(':fldCharType');
    cursor.skipElement();
    return type === 'begin' || type === 'separate' || type === 'end' ? type : undefined;
  }
  if (cursor.name === 'w:instrText') return { instruction: cursor.readText() };
  readInside();
  return undefined;
}
