/** The usage of all teams together, from the same totals as the usage of one team. */
import type { Database } from './database.ts';
import { daysAndHours } from './usage.ts';

/** What rows stand for. Only these expressions ever get into the SQL. */
const groupColumns = {
  team: ['team_id::text'],
  engine: ['engine'],
  pair: ['upper(source_lang)', 'upper(target_lang)'],
} as const;

export type InstallationGroup = keyof typeof groupColumns;
export const installationGroups = Object.keys(groupColumns) as InstallationGroup[];

export interface InstallationUsageQuery {
  readonly from: Date;
  readonly to: Date;
  readonly group: InstallationGroup;
  readonly limit: number;
}

interface Counted {
  readonly characters: number;
  readonly calls: number;
  readonly texts: number;
}

export interface InstallationUsage {
  /** Of all groups, not only of those in `rows`. */
  readonly total: Counted & { readonly groups: number };
  /** `name` is the current name of a team, and null for the other groups. */
  readonly rows: readonly (Counted & { readonly group: string; readonly name: string | null })[];
}

type Totals = Record<'allCharacters' | 'allCalls' | 'allTexts' | 'groups', string>;
type Row = Record<'group' | 'characters' | 'calls' | 'texts', string> & { name: string | null } & Totals;

/**
 * The groups with the most characters first. Totals are computed before the limit, so that they are those of all
 * groups; names are read only for the groups that are returned.
 */
export async function readInstallationUsage(
  db: Database,
  { from, to, group, limit }: InstallationUsageQuery,
): Promise<InstallationUsage> {
  const columns = groupColumns[group];
  const names = group === 'team' ? 'LEFT JOIN teams t ON t.id = top."group"::uuid' : '';
  const { rows } = await db.query<Row>(
    `SELECT top.*, ${names === '' ? 'NULL' : 't.name'} AS name
       FROM (SELECT concat_ws(' → ', ${columns.join(', ')}) AS "group",
                    sum(characters) AS characters, sum(calls) AS calls, sum(texts) AS texts,
                    sum(sum(characters)) OVER () AS "allCharacters", sum(sum(calls)) OVER () AS "allCalls",
                    sum(sum(texts)) OVER () AS "allTexts", count(*) OVER () AS groups
               FROM (${daysAndHours('true')}) AS used
              GROUP BY ${columns.join(', ')}
              ORDER BY 2 DESC, 1 LIMIT $1) AS top ${names}
      ORDER BY top.characters DESC, top."group"`,
    [limit, from, to],
  );
  const [first] = rows;
  return {
    total: {
      characters: Number(first?.allCharacters ?? 0),
      calls: Number(first?.allCalls ?? 0),
      texts: Number(first?.allTexts ?? 0),
      groups: Number(first?.groups ?? 0),
    },
    rows: rows.map((row) => ({
      group: row.group,
      name: row.name,
      characters: Number(row.characters),
      calls: Number(row.calls),
      texts: Number(row.texts),
    })),
  };
}
