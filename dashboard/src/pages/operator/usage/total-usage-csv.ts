/** CSV export of the usage of the installation. */
import type { InstallationUsage, InstallationUsageGroup } from '../../../api/operator-queries.ts';
import { csvCell, csvTable, download } from '../../../lib/csv.ts';

type Rows = InstallationUsage['rows'];

/** Teams have an id and a name, because names need not be unique. */
export function toCsv(rows: Rows, group: InstallationUsageGroup): string {
  const columns = group === 'team' ? ['team_id', 'team'] : [group];
  return csvTable(
    [...columns, 'characters', 'calls', 'texts'],
    rows.map((row) => [
      csvCell(row.group),
      ...(group === 'team' ? [csvCell(row.name ?? '')] : []),
      row.characters,
      row.calls,
      row.texts,
    ]),
  );
}

export function downloadCsv(rows: Rows, group: InstallationUsageGroup): void {
  download(`usage-by-${group}.csv`, toCsv(rows, group));
}
