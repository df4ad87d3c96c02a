/** The table as a file. Names are people's own words, so none may start a formula in a spreadsheet. */
import type { Usage } from '../../api/queries.ts';
import { downloadFile } from '../../download-file.ts';
import { toCell } from '../../spreadsheet-cells.ts';

export function toCsv(rows: Usage['rows'], group: string, nameOf: (group: string) => string): string {
  const lines = rows.map(({ time, group: value, characters, calls, texts }) =>
    [time, cell(nameOf(value)), characters, calls, texts].join(','),
  );
  return `${['time', group, 'characters', 'calls', 'texts'].join(',')}\r\n${lines.join('\r\n')}\r\n`;
}

function cell(text: string): string {
  return `"${toCell(text).replaceAll('"', '""')}"`;
}

export function downloadCsv(rows: Usage['rows'], group: string, nameOf: (group: string) => string): void {
  downloadFile(`usage-by-${group}.csv`, new Blob([toCsv(rows, group, nameOf)], { type: 'text/csv' }));
}
