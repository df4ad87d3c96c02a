/**
 * Sums of the closed days over all teams, by team, engine and pair. A day is summed once, from `usage_daily`, after it was closed:
 * nothing is charged into it any more. Days that are not summed yet are read from `usage_daily`, so reports are exact at any time.
 */
import { type Connection, type Database, inTransaction } from './database.ts';

/** The tables of sums, and the columns of `usage_daily` that each groups by. */
export const sumTables = {
  team: { table: 'usage_of_teams', columns: 'team_id' },
  engine: { table: 'usage_of_engines', columns: 'engine' },
  pair: { table: 'usage_of_pairs', columns: 'source_lang, target_lang' },
} as const;

/** A week of a large installation takes about a second. */
const daysAtOnce = 7;

interface Days {
  readonly first: string;
  /** Exclusive. */
  readonly after: string;
}

/** Sums the next days: new ones first, then those before the first sum. Returns false if none is left, or another node does it. */
export async function sumNextDays(db: Database): Promise<boolean> {
  return inTransaction(db, async (connection) => {
    const next = await findNextDays(connection);
    if (next === undefined) return false;
    for (const { table, columns } of Object.values(sumTables)) {
      await connection.query(
        `INSERT INTO ${table} (day, ${columns}, characters, calls, texts)
         SELECT day, ${columns}, sum(characters), sum(calls), sum(texts)
           FROM usage_daily WHERE day >= $1 AND day < $2 GROUP BY day, ${columns}`,
        [next.first, next.after],
      );
    }
    await connection.query(
      `UPDATE ledger_state SET sums_from = least(sums_from, $1::date), sums_until = greatest(sums_until, $2::date)
        WHERE is_only`,
      [next.first, next.after],
    );
    return true;
  });
}

/** Locks the state of the ledger, as closing does: no day is closed meanwhile, and no other node sums up the same days. */
async function findNextDays(connection: Connection): Promise<Days | undefined> {
  const { rows } = await connection.query<{ [Name in keyof Days]: string | null }>(
    `WITH state AS MATERIALIZED (
       SELECT days_from, (closed_until AT TIME ZONE 'UTC')::date AS days_until, sums_from, sums_until
         FROM ledger_state WHERE is_only FOR UPDATE SKIP LOCKED
     ), next AS (
       SELECT CASE WHEN sums_until < days_until THEN sums_until
                   ELSE greatest(days_from, coalesce(sums_from, days_until) - ${daysAtOnce}) END AS first,
              CASE WHEN sums_until < days_until THEN least(days_until, sums_until + ${daysAtOnce})
                   ELSE coalesce(sums_from, days_until) END AS after
         FROM state
     )
     SELECT to_char(first, 'YYYY-MM-DD') AS first, to_char(after, 'YYYY-MM-DD') AS after FROM next WHERE first < after`,
  );
  const [days] = rows;
  if (days === undefined || days.first === null || days.after === null) return undefined;
  return { first: days.first, after: days.after };
}
