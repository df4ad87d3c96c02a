/**
 * Texts on their way to a spreadsheet and back. A spreadsheet takes a cell that starts with `=`, `+`, `-` or `@` for a
 * formula: on the way out such a cell gets an apostrophe before it, on the way in it loses it, as in the API's CSV. One
 * that has apostrophes before such a sign gets one more, so every text comes back as it was.
 */
import type { Work } from './in-slices.ts';

// A tab or a carriage return before the sign is skipped by some of them.
const looksLikeFormula = /^'*[=+\-@＝＋－＠\t\r]/;
const isNeutralised = /^'+[=+\-@＝＋－＠\t\r]/;

export function toCell(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

function fromCell(cell: string): string {
  return isNeutralised.test(cell) ? cell.slice(1) : cell;
}

/**
 * Rows of cells, from a file of comma-separated values or from the clipboard of a spreadsheet, which separates by tabs.
 * A quote that closes nowhere is a character like any other: nothing of what was given is lost.
 */
export function* readCells(text: string, separator: string): Work<string[][]> {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const { value, end } = readQuoted(text, at, separator) ?? readPlain(text, at, separator);
    row.push(fromCell(value));
    const isEndOfRow = text[end] !== separator;
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    if (!isEndOfRow && at < text.length) continue;
    if (!isEndOfRow) row.push('');
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
    yield;
  }
  return rows;
}

interface Cell {
  readonly value: string;
  /** Where the separator or the end of the line is. */
  readonly end: number;
}

function readPlain(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return { value: text.slice(start, end), end };
}

function readQuoted(text: string, start: number, separator: string): Cell | undefined {
  if (text[start] !== '"') return undefined;
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1 || ![undefined, separator, '\r', '\n'].includes(text[end + 1])) return undefined;
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}

/** Spreadsheets in much of Europe write semicolons where others write commas. */
export function separatorOf(csv: string): string {
  const [firstLine = ''] = csv.split(/[\r\n]/, 1);
  return !firstLine.includes(',') && firstLine.includes(';') ? ';' : ',';
}
