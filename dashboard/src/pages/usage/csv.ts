/** CSV export of the usage table. */
import type { Usage } from '../../api/queries.ts';
import { csvCell, csvTable, download } from '../../lib/csv.ts';

export function toCsv(rows: Usage['rows'], group: string, nameOf: (group: string) => string): string {
  return csvTable(
    ['time', group, 'characters', 'calls', 'texts'],
    rows.map((row) => [row.time, csvCell(nameOf(row.group)), row.characters, row.calls, row.texts]),
  );
}

export function downloadCsv(rows: Usage['rows'], group: string, nameOf: (group: string) => string): void {
  download(`usage-by-${group}.csv`, toCsv(rows, group, nameOf));
}
