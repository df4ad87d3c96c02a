/**
 * Tables as files. Cells hold people's own words, so none may start a formula in a spreadsheet. Nobody reads these files
 * back, so more is made harmless here than in a glossary's (spreadsheet-cells.ts).
 */
import { downloadFile } from './download-file.ts';

/** Also in full width, which some spreadsheets read as the same. */
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
