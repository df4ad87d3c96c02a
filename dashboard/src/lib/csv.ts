/**
 * CSV export of tables. Cells contain user input, so none may start a formula in a spreadsheet. These files
 * are never imported again, so the escaping is stricter than for glossaries (spreadsheet-cells.ts).
 */
import { downloadFile } from './download-file.ts';

/** Includes the full-width forms, which some spreadsheets treat alike. */
const startsFormula = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

export function csvCell(text: string): string {
  const harmless = startsFormula.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

export function csvTable(
  header: readonly string[],
  lines: readonly (readonly (string | number)[])[],
): string {
  return [header, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

export function download(name: string, csv: string): void {
  downloadFile(name, new Blob([csv], { type: 'text/csv' }));
}
