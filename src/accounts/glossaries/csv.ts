/**
 * Entries as CSV (RFC 4180). Spreadsheets take a cell that starts with `=`, `+`, `-` or `@` for a formula, so
 * the writer puts an apostrophe before such a cell and the reader removes it. A cell that already has
 * apostrophes before such a sign gets one more, so every term survives a round trip.
 */
const looksLikeFormula = /^'*[=+\-@＝＋－＠]/;
const isNeutralised = /^'+[=+\-@＝＋－＠]/;

export function writeCsvLine(source: string, target: string): string {
  return `${writeCell(source)},${writeCell(target)}\r\n`;
}

function writeCell(term: string): string {
  const neutral = looksLikeFormula.test(term) ? `'${term}` : term;
  return /[",\n\r]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}

function readCell(cell: string): string {
  return isNeutralised.test(cell) ? cell.slice(1) : cell;
}

/** Yields rows of cells. At the first row that is not valid CSV, yields `undefined` and stops. */
export function* readCsv(text: string): Generator<string[] | undefined> {
  let at = 0;
  while (at < text.length) {
    const row: string[] = [];
    let separator = ',';
    while (separator === ',') {
      const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
      if (cell === undefined) return yield undefined;
      row.push(readCell(cell.value));
      separator = text[cell.end] ?? '';
      at = cell.end + (separator === '\r' && text[cell.end + 1] === '\n' ? 2 : 1);
    }
    const isEmptyLine = row.length === 1 && row[0] === '';
    if (!isEmptyLine) yield row;
  }
}

interface Cell {
  readonly value: string;
  /** The index of the comma or line end that follows the cell. */
  readonly end: number;
}

const endOfPlainCell = /[,\r\n]/g;

function plainCell(text: string, start: number): Cell | undefined {
  endOfPlainCell.lastIndex = start;
  const end = endOfPlainCell.exec(text)?.index ?? text.length;
  const value = text.slice(start, end);
  return value.includes('"') ? undefined : { value, end };
}

function quotedCell(text: string, start: number): Cell | undefined {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1 || !['', ',', '\r', '\n'].includes(text[end + 1] ?? '')) return undefined;
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}
