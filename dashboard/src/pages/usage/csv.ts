/** CSV export of the usage table. */
import { answered, at, client } from '../../api/client.ts';
import type { Usage } from '../../api/queries.ts';
import { csvCell, csvTable, download } from '../../lib/csv.ts';

export function toCsv(rows: Usage['rows'], group: string, nameOf: (group: string) => string): string {
  return csvTable(
    ['time', group, 'characters', 'calls', 'texts'],
    rows.map((row) => [row.time, csvCell(nameOf(row.group)), row.characters, row.calls, row.texts]),
  );
}

/** Reads the figures once more, because the server records who takes them with them. */
export async function exportUsage(
  team: string,
  { from, to, by, group }: Usage,
  nameOf: (group: string) => string,
): Promise<void> {
  const query = { from, to, by, group, export: 'csv' as const };
  const { rows } = await answered(client.GET('/api/teams/{team}/usage', at({ team }, { query })));
  download(`usage-by-${group}.csv`, toCsv(rows, group, nameOf));
}
