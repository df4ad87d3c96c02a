/**
 * Escapes cells for spreadsheets and reads them back. A spreadsheet treats a cell that starts with `=`, `+`,
 * `-` or `@` as a formula: export adds a leading apostrophe and import removes it, as in the API's CSV. A cell
 * that already has apostrophes before such a sign gets one more, so that every text survives the round trip.
 */
import type { Work } from './in-slices.ts';

// Some spreadsheets skip a tab or a carriage return before the sign.
const looksLikeFormula = /^'*[=+\-@＝＋－＠\t\r]/;
const isNeutralised = /^'+[=+\-@＝＋－＠\t\r]/;

export function toCell(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

function fromCell(cell: string): string {
  return isNeutralised.test(cell) ? cell.slice(1) : cell;
}

/**
 * Parses rows of cells from CSV, or from a spreadsheet's clipboard, which separates by tabs. An unclosed quote
 * is an ordinary character, so that no input is lost.
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
  /** Position of the separator or of the end of the line. */
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

/** Spreadsheets in many European locales separate by semicolons. */
export function separatorOf(csv: string): string {
  const [firstLine = ''] = csv.split(/[\r\n]/, 1);
  return !firstLine.includes(',') && firstLine.includes(';') ? ';' : ',';
}
