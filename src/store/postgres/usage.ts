/** Reads the usage of teams from the totals that the charge itself maintains, so it is exact at once. */
import type { Database } from './database.ts';

export interface AccountRow {
  name: string;
  period: Date;
  quota: number;
  quotaUsed: number;
  credit: number;
  /** The part of quota and credit that is held for documents in progress. */
  held: number;
}

/** The figures of this month, even if nothing has been charged in it yet. */
export async function readAccount(db: Database, teamId: string): Promise<AccountRow | undefined> {
  const { rows } = await db.query<
    Pick<AccountRow, 'name' | 'period'> & Record<'quota' | 'quotaUsed' | 'credit' | 'held', string>
  >(
    `SELECT t.name, month.start AS period, b.quota, b.credit, b.held,
            CASE WHEN b.period < (month.start AT TIME ZONE 'UTC')::date THEN 0 ELSE b.quota_used END AS "quotaUsed"
       FROM teams t
       JOIN team_balances b ON b.team_id = t.id,
            (SELECT date_trunc('month', now(), 'UTC') AS start) AS month
      WHERE t.id = $1`,
    [teamId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    ...row,
    quota: Number(row.quota),
    quotaUsed: Number(row.quotaUsed),
    credit: Number(row.credit),
    held: Number(row.held),
  };
}

/**
 * What was used this month, what is left, and how much of that is held. One statement, because a call charged
 * between two statements would appear in only one of them.
 */
export async function readStanding(
  db: Database,
  teamId: string,
): Promise<{ used: number; left: number; held: number } | undefined> {
  const { rows } = await db.query<{ used: string; left: string; held: string }>(
    `SELECT CASE WHEN b.period < (month.start AT TIME ZONE 'UTC')::date THEN 0
                 ELSE coalesce(b.month_used, (SELECT sum(characters) FROM usage_hourly
                                               WHERE team_id = b.team_id AND hour >= month.start), 0) END AS used,
            greatest(b.quota - CASE WHEN b.period < (month.start AT TIME ZONE 'UTC')::date THEN 0
                                    ELSE b.quota_used END, 0) + b.credit AS left,
            b.held
       FROM team_balances b, (SELECT date_trunc('month', now(), 'UTC') AS start) AS month
      WHERE b.team_id = $1`,
    [teamId],
  );
  const [row] = rows;
  return row === undefined
    ? undefined
    : { used: Number(row.used), left: Number(row.left), held: Number(row.held) };
}

/** How each value of `group_by` is computed. Only these expressions ever get into the SQL. */
const groupColumns = {
  day: `to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  hour: `to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:00:00"Z"')`,
  key: 'key_id::text',
  mode: 'mode',
  source_lang: 'upper(source_lang)',
  target_lang: 'upper(target_lang)',
  engine: 'engine',
  // What was charged before dialects were recorded, or by a node of the version before, has none.
  dialect: `CASE dialect WHEN '' THEN 'unknown' ELSE dialect END`,
  // Empty for usage without a tag; `other tags` for that of tags beyond the first thousand of a month.
  tag: 'tag',
} as const;

export type UsageGroup = keyof typeof groupColumns;
export const usageGroups = Object.keys(groupColumns) as UsageGroup[];

export interface UsageRow {
  group: Partial<Record<UsageGroup, string>>;
  characters: number;
  calls: number;
  texts: number;
}

export interface UsageQuery {
  readonly teamId: string;
  readonly from: Date;
  readonly to: Date;
  readonly groupBy: readonly UsageGroup[];
  readonly limit: number;
}

export async function readUsage(db: Database, query: UsageQuery): Promise<UsageRow[]> {
  const columns = query.groupBy.map((group) => `${groupColumns[group]} AS "${group}"`);
  const places = query.groupBy.map((_, i) => i + 1).join(', ');
  const source = query.groupBy.includes('hour') ? hours(ofTeam, '$2', '$3') : daysAndHours(ofTeam);
  const { rows } = await db.query<Record<UsageGroup | 'characters' | 'calls' | 'texts', string>>(
    `SELECT ${[...columns, 'sum(characters) AS characters', 'sum(calls) AS calls', 'sum(texts) AS texts'].join(', ')}
       FROM (${source}) AS used
      ${places === '' ? 'HAVING count(*) > 0' : `GROUP BY ${places} ORDER BY ${places}`}
      LIMIT ${query.limit}`,
    [query.teamId, query.from, query.to],
  );
  return rows.map((row) => ({
    group: Object.fromEntries(query.groupBy.map((group) => [group, row[group]])),
    characters: Number(row.characters),
    calls: Number(row.calls),
    texts: Number(row.texts),
  }));
}

const ofTeam = 'team_id = $1';

const usageColumns =
  'team_id, key_id, mode, source_lang, target_lang, engine, dialect, tag, characters, calls, texts';

function hours(whose: string, from: string, to: string): string {
  return `SELECT hour, ${usageColumns} FROM usage_hourly WHERE ${whose} AND hour >= ${from} AND hour < ${to}`;
}

/** The full days of a range that are stored by day: from `first` to `after`, which is exclusive. */
export const splitDays = (from: string, to: string) => `
  WITH full_days AS MATERIALIZED (
    -- Before the books are closed for the first time, no day is written.
    SELECT greatest(coalesce(days_from::timestamp AT TIME ZONE 'UTC', 'infinity'),
                    date_trunc('day', ${from}::timestamptz + interval '1 day' - interval '1 microsecond', 'UTC')) AS first,
           least(coalesce(date_trunc('day', closed_until, 'UTC'), '-infinity'), date_trunc('day', ${to}::timestamptz, 'UTC')) AS after
      FROM ledger_state WHERE is_only
  ), split AS MATERIALIZED (
    -- Without a full day, everything is before them.
    SELECT CASE WHEN first < after THEN first ELSE ${to} END AS first, CASE WHEN first < after THEN after ELSE ${to} END AS after FROM full_days
  )`;

/**
 * The full days of a range that are stored by day, and the hours around them. One statement, so that a day
 * that is stored concurrently is read once. The range is $2 to $3; `whose` is a condition on the team.
 */
const daysAndHours = (whose: string) => `
  ${splitDays('$2', '$3')}
  ${hours(whose, '$2', '(SELECT first FROM split)')}
  UNION ALL
  SELECT day::timestamp AT TIME ZONE 'UTC', ${usageColumns} FROM usage_daily
   WHERE ${whose} AND day >= ((SELECT first FROM split) AT TIME ZONE 'UTC')::date
     AND day < ((SELECT after FROM split) AT TIME ZONE 'UTC')::date
  UNION ALL
  ${hours(whose, '(SELECT after FROM split)', '$3')}`;

export async function readRefusals(
  db: Database,
  teamId: string,
  from: Date,
  to: Date,
): Promise<{ code: string; calls: number }[]> {
  const { rows } = await db.query<{ code: string; calls: string }>(
    `SELECT code, sum(calls) AS calls FROM refused_calls
      WHERE team_id = $1 AND minute >= $2 AND minute < $3 GROUP BY code ORDER BY code`,
    [teamId, from, to],
  );
  return rows.map((row) => ({ code: row.code, calls: Number(row.calls) }));
}

/** A year, plus a month to compare with. */
const refusalsKeptDays = 396;

export interface RefusalCount {
  readonly team: string;
  readonly minute: Date;
  readonly code: string;
  readonly calls: number;
}

export async function addRefusals(db: Database, counts: readonly RefusalCount[]): Promise<void> {
  // In key order, so that two nodes that count the same teams cannot deadlock.
  await db.query(
    `INSERT INTO refused_calls AS r (team_id, minute, code, calls)
     SELECT team, minute, code, calls
       FROM jsonb_to_recordset($1) AS c (team uuid, minute timestamptz, code text, calls bigint)
      ORDER BY team, minute, code
     ON CONFLICT (team_id, minute, code) DO UPDATE SET calls = r.calls + excluded.calls`,
    [JSON.stringify(counts)],
  );
}

/** Deletes in batches, so that a table that was never cleaned up is not blocked for long. */
export async function forgetOldRefusals(db: Database): Promise<void> {
  const piece = 10_000;
  for (;;) {
    const { rowCount } = await db.query(
      `DELETE FROM refused_calls WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM refused_calls WHERE minute < now() - interval '${refusalsKeptDays} days' LIMIT ${piece}))`,
    );
    if ((rowCount ?? 0) < piece) return;
  }
}

export interface CallRow {
  id: string;
  teamId: string;
  keyId: string;
  mode: string;
  /** `unknown` if it was charged before dialects were recorded. */
  dialect: string;
  chargedAt: Date;
  characters: number;
  fromQuota: number;
  fromCredit: number;
  targetLang: string;
  sourceLangs: string[];
  engines: string[];
}

/**
 * Finds a charged call by its request ID, of one team or of any. The ledger's index begins with the team, so
 * the latter probes the index once per team.
 */
export async function findCall(db: Database, id: string, teamId?: string): Promise<CallRow | undefined> {
  const { rows } = await db.query<CallRow>(
    `SELECT c.id, c.team_id AS "teamId", c.key_id AS "keyId", c.mode, ${groupColumns.dialect} AS dialect,
            c.charged_at AS "chargedAt", c.characters,
            c.from_quota AS "fromQuota", c.from_credit AS "fromCredit", c.target_lang AS "targetLang",
            c.source_langs AS "sourceLangs", c.engines
       FROM teams t JOIN calls c ON c.team_id = t.id AND c.id = $1
      WHERE $2::uuid IS NULL OR t.id = $2`,
    [id, teamId],
  );
  return rows[0];
}
