/** The usage of all teams together, from the same totals as the usage of one team. */
import type { Database } from './database.ts';
import { daysAndHours } from './usage.ts';

/**
 * What rows stand for: the columns to group by, and how a group is written. Only these expressions ever get into the
 * SQL. Columns are grouped as they are stored: an expression for each of millions of rows would double the time.
 */
const groupings = {
  team: { columns: 'team_id', label: 'team_id::text' },
  engine: { columns: 'engine', label: 'engine' },
  pair: { columns: 'source_lang, target_lang', label: "upper(source_lang) || ' → ' || upper(target_lang)" },
} as const;

export type InstallationGroup = keyof typeof groupings;
export const installationGroups = Object.keys(groupings) as InstallationGroup[];

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
  const { columns, label } = groupings[group];
  const isTeam = group === 'team';
  const { rows } = await db.query<Row>(
    `SELECT top.*, ${isTeam ? 't.name' : 'NULL'} AS name
       FROM (SELECT ${columns}, ${label} AS "group", characters, calls, texts, sum(characters) OVER () AS "allCharacters",
                    sum(calls) OVER () AS "allCalls", sum(texts) OVER () AS "allTexts", count(*) OVER () AS groups
               FROM (SELECT ${columns}, sum(characters) AS characters, sum(calls) AS calls, sum(texts) AS texts
                       FROM (${daysAndHours('true')}) AS used GROUP BY ${columns}) AS grouped
              ORDER BY characters DESC, "group" LIMIT $1) AS top ${isTeam ? 'LEFT JOIN teams t ON t.id = top.team_id' : ''}
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
