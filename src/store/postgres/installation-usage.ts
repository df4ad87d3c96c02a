/** The usage of all teams together, from the same totals as the usage of one team. */
import type { Database } from './database.ts';
import { splitDays } from './usage.ts';
import { sumTables } from './usage-sums.ts';

/**
 * How a group is written. Only these expressions, and the tables and columns of the sums, ever get into the SQL. Columns are
 * grouped as they are stored: an expression for each of millions of rows would double the time.
 */
const labels = {
  team: 'team_id::text',
  engine: 'engine',
  pair: "upper(source_lang) || ' → ' || upper(target_lang)",
} as const;

export type InstallationGroup = keyof typeof labels;
export const installationGroups = Object.keys(labels) as InstallationGroup[];

export interface InstallationUsageQuery {
  readonly from: Date;
  readonly to: Date;
  readonly group: InstallationGroup;
}

export interface GroupUsage {
  readonly group: string;
  readonly characters: number;
  readonly calls: number;
  readonly texts: number;
}

/** Every group that used something in the period, in no order. */
export async function readInstallationUsage(
  db: Database,
  { from, to, group }: InstallationUsageQuery,
): Promise<GroupUsage[]> {
  const { columns } = sumTables[group];
  const { rows } = await db.query<Record<keyof GroupUsage, string>>(
    `SELECT ${labels[group]} AS "group", sum(characters) AS characters, sum(calls) AS calls, sum(texts) AS texts
       FROM (${usedBy(group)}) AS used GROUP BY ${columns}`,
    [from, to],
  );
  return rows.map((row) => ({
    group: row.group,
    characters: Number(row.characters),
    calls: Number(row.calls),
    texts: Number(row.texts),
  }));
}

/**
 * Days that are summed come from the sums, other days that are stored by day from there, and the rest from hours. One statement,
 * so that a day that is stored or summed concurrently is read once.
 */
function usedBy(group: InstallationGroup): string {
  const { table, columns } = sumTables[group];
  const from = (source: string, time: 'hour' | 'day', first: string, after: string) =>
    `SELECT ${columns}, characters, calls, texts FROM ${source}
      WHERE ${time} >= (SELECT ${first} FROM ranges) AND ${time} < (SELECT ${after} FROM ranges)`;
  return `
    ${splitDays('$1', '$2')}, days AS MATERIALIZED (
      SELECT first AS hours_until, after AS hours_from, (first AT TIME ZONE 'UTC')::date AS first, (after AT TIME ZONE 'UTC')::date AS after
        FROM split
    ), ranges AS MATERIALIZED (
      SELECT $1::timestamptz AS start, $2::timestamptz AS "end", days.*, first_sum,
             greatest(first_sum, least(coalesce(sums_until, after), after)) AS after_sums
        FROM days, ledger_state, LATERAL (SELECT least(after, greatest(first, coalesce(sums_from, after))) AS first_sum) AS sums
       WHERE is_only
    )
    ${[
      from('usage_hourly', 'hour', 'start', 'hours_until'),
      from('usage_daily', 'day', 'first', 'first_sum'),
      from(table, 'day', 'first_sum', 'after_sums'),
      from('usage_daily', 'day', 'after_sums', 'after'),
      from('usage_hourly', 'hour', 'hours_from', '"end"'),
    ].join(' UNION ALL ')}`;
}

/** The current names of teams by id; those of erased teams are missing. */
export async function readTeamNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'SELECT id, name FROM teams WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
