/** The table as a file. Names are people's own words, so none may start a formula in a spreadsheet. */
import type { Usage } from '../../api/queries.ts';

export function toCsv(rows: Usage['rows'], group: string, nameOf: (group: string) => string): string {
  const lines = rows.map(({ time, group: value, characters, calls, texts }) =>
    [time, cell(nameOf(value)), characters, calls, texts].join(','),
  );
  return `${['time', group, 'characters', 'calls', 'texts'].join(',')}\r\n${lines.join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

export function downloadCsv(rows: Usage['rows'], group: string, nameOf: (group: string) => string): void {
  const url = URL.createObjectURL(new Blob([toCsv(rows, group, nameOf)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `usage-by-${group}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
