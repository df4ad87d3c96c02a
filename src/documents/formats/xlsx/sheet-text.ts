/** Text of cells and comments: plain, or in runs with a style each. A line break is a separate object. */

import type { Place } from '../../../markup/place.ts';
import type { XmlCursor } from '../../../markup/xml-cursor.ts';
import { encodeXml, hasFragileWhitespace } from '../../../markup/xml-text.ts';
import type { Copied, Piece, RunStyle } from '../shared/ooxml/inline-pieces.ts';
import { type Run, readRun } from '../shared/ooxml/read-run.ts';

export interface SheetText {
  readonly pieces: readonly Piece[];
  /** The range between the tags of the element. */
  readonly stretch: Place;
  /** The text of the cell without formatting. */
  readonly plain: string;
}

/** The cursor must be on the `open` or `empty` token of an element that holds text: `si`, `is` or `text`. */
export function readSheetText(cursor: XmlCursor): SheetText {
  const { kind: opening, end: start, depth } = cursor;
  const pieces: Piece[] = [];
  let plain = '';
  if (opening === 'empty') return { pieces, plain, stretch: { start, end: start } };
  while (cursor.nextTag(depth)) {
    const { kind, name, start: from } = cursor;
    if (name === 's:t') {
      const style = plainStyle(cursor.qualifiedName);
      const text = decodeCell(cursor.readText());
      plain += text;
      addText(pieces, text, style);
    } else if (name === 's:r' && kind === 'open') {
      const { text, ...run } = readRun(cursor);
      plain += decodeCell(text);
      addText(pieces, decodeCell(text), runStyle(run));
    } else {
      // Phonetic information.
      cursor.skipElement();
      pieces.push({ kind: 'object', copied: [{ start: from, end: cursor.end }] });
    }
  }
  return { pieces, plain, stretch: { start, end: cursor.start } };
}

function runStyle({ open, properties, textName, close }: Omit<Run, 'text'>): RunStyle {
  const write = writeText(textName);
  return {
    key: `run ${properties}`,
    write: (words) => `${open}${properties}${write(words)}${close}`,
  };
}

export function addText(pieces: Piece[], text: string, style: RunStyle): void {
  for (const [i, line] of text.split('\n').entries()) {
    if (i > 0) pieces.push({ kind: 'object', copied: [{ text: '\n', style }] });
    if (line !== '') pieces.push({ kind: 'text', text: line, style });
  }
}

/** The same pieces without formatting, so that composing them gives the plain text of the cell. */
export function withoutFormatting(pieces: readonly Piece[]): Piece[] {
  const bare = ({ key }: RunStyle): RunStyle => ({ key, write: (text) => text });
  const copied = (each: Copied): Copied =>
    typeof each === 'object' && 'style' in each ? { text: each.text, style: bare(each.style) } : '';
  return pieces.map((piece): Piece => {
    if (piece.kind === 'text') return { ...piece, style: bare(piece.style) };
    return piece.kind === 'object' ? { kind: 'object', copied: piece.copied.map(copied) } : piece;
  });
}

function plainStyle(qualifiedName: string): RunStyle {
  return { key: 'plain', write: writeText(qualifiedName) };
}

function writeText(qualifiedName: string): (text: string) => string {
  return (text) => {
    const space = hasFragileWhitespace(text) ? ' xml:space="preserve"' : '';
    return `<${qualifiedName}${space}>${encodeXml(encodeCell(text))}</${qualifiedName}>`;
  };
}

const escaped = /_x([0-9A-Fa-f]{4})_/g;

/** Excel escapes characters that XML cannot hold, and text that looks like such an escape, by their code. */
export function decodeCell(text: string): string {
  if (!text.includes('_x')) return text.replaceAll('\r', '');
  const decoded = text.replaceAll(escaped, (whole, digits: string) => {
    const code = Number.parseInt(digits, 16);
    if (code === 0x5f || code === 0x0a || code === 0x09) return String.fromCharCode(code);
    // Other control characters are invisible and meaningless; anything else is text that a person typed.
    return code < 0x20 ? '' : whole;
  });
  return decoded.replaceAll('\r', '');
}

export function encodeCell(text: string): string {
  return text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}
