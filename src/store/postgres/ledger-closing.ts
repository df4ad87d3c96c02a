/**
 * Closes the ledger hour by hour: the calls of a past hour are checked once and totalled by team and month,
 * and from then on only the totals are needed. An audit therefore reads only the open hours, and a month can
 * be dropped without computing totals. At the end of a day, its usage is also stored by day.
 */
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts';
import { rangeChecks } from './ledger-checks.ts';
import { findDisagreements, recordFindings } from './ledger-findings.ts';

/**
 * An hour is closed this long after its end: no charge takes that long, and the clocks of servers that take
 * over from each other differ by less. Later charges count for the first open hour (`charge_calls`).
 */
const delay = '1 hour';

export type Closing = 'closed' | 'nothing left' | 'another node does it';

interface OpenHours {
  readonly start: Date;
  readonly end: Date;
  readonly isOver: boolean;
  /** The days that end with these hours; none if both dates are the same. */
  readonly firstDay: Date;
  readonly dayAfter: Date;
}

/**
 * Closes the next past hours: at most to the end of their day, or thirty days if nothing was charged in them.
 * Runs in its own transaction, so an interrupted run has no effect.
 */
export async function closeNextHours(db: Database): Promise<Closing> {
  return inTransaction(db, async (connection) => {
    const next = await findNextHours(connection);
    if (next === undefined) return 'another node does it';
    if (!next.isOver) {
      await connection.query(advance, [next.start, next.start]);
      return 'nothing left';
    }
    const range = [next.start, next.end];
    for (const [name, sql] of Object.entries(rangeChecks)) {
      await recordFindings(connection, await findDisagreements(connection, name, sql, range));
    }
    await connection.query(addTotals, range);
    await connection.query(rollUp, [next.firstDay, next.dayAfter]);
    await connection.query(advance, range);
    return 'closed';
  });
}

/**
 * Returns undefined while another node closes hours. The first hour ever is that of the first call, or the
 * last past hour.
 */
async function findNextHours(connection: Connection): Promise<OpenHours | undefined> {
  const { rows: known } = await connection.query<{ isBegun: boolean }>(
    'SELECT closed_until IS NOT NULL AS "isBegun" FROM ledger_state WHERE is_only FOR UPDATE SKIP LOCKED',
  );
  if (known[0] === undefined) return undefined;
  const start = known[0].isBegun
    ? 'closed_until'
    : "least((SELECT date_trunc('hour', min(charged_at), 'UTC') FROM calls), over_until)";
  const { rows } = await connection.query<OpenHours>(
    `SELECT start, "end", start < over_until AS "isOver", date_trunc('day', start, 'UTC') AS "firstDay",
            date_trunc('day', "end", 'UTC') AS "dayAfter"
       FROM ledger_state, date_trunc('hour', clock_timestamp() - interval '${delay}', 'UTC') AS over_until,
            LATERAL (SELECT ${start} AS start) AS next,
            LATERAL (SELECT least(over_until, date_trunc('day', start, 'UTC') + make_interval(hours => 24 * CASE WHEN EXISTS (
                       SELECT FROM calls WHERE charged_at >= start AND charged_at < start + interval '30 days') THEN 1 ELSE 30 END)) AS "end") AS hours
      WHERE is_only`,
  );
  return rows[0];
}

/** The month of the partition that contains a call; year 1 for the default partition. */
const idMonth = `CASE WHEN c.tableoid::regclass::text ~ '_\\d{4}_\\d{2}$'
                      THEN to_date(right(c.tableoid::regclass::text, 7), 'YYYY_MM') ELSE '0001-01-01' END`;

/** The range starts at `$1` (inclusive) and ends at `$2` (exclusive). */
export const callTotals = `
  SELECT team_id, period AS month, ${idMonth} AS id_month, count(*) AS calls, sum(characters) AS characters,
         sum(from_quota) AS from_quota, sum(from_credit) AS from_credit
    FROM calls c WHERE charged_at >= $1 AND charged_at < $2 GROUP BY 1, 2, 3`;

const addTotals = `
  INSERT INTO ledger_closings AS l (team_id, month, id_month, calls, characters, from_quota, from_credit)
  ${callTotals}
  ON CONFLICT (team_id, month, id_month) DO UPDATE
    SET calls = l.calls + excluded.calls, characters = l.characters + excluded.characters,
        from_quota = l.from_quota + excluded.from_quota, from_credit = l.from_credit + excluded.from_credit`;

const rollUp = `
  INSERT INTO usage_daily (team_id, day, key_id, mode, source_lang, target_lang, engine, dialect, tag, characters, calls, texts)
  SELECT team_id, (hour AT TIME ZONE 'UTC')::date, key_id, mode, source_lang, target_lang, engine, dialect, tag,
         sum(characters), sum(calls), sum(texts)
    FROM usage_hourly WHERE hour >= $1 AND hour < $2 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`;

const advance = `
  UPDATE ledger_state SET closed_until = $2, days_from = coalesce(days_from, ($1::timestamptz AT TIME ZONE 'UTC')::date)
   WHERE is_only AND closed_until IS DISTINCT FROM $2`;

/**
 * Writes the daily usage of one more month from before the ledger was first closed. Returns false if none is
 * left.
 */
export async function rollUpEarlierMonth(db: Database): Promise<boolean> {
  return inTransaction(db, async (connection) => {
    const { rows } = await connection.query<{ from: Date; until: Date }>(
      `SELECT date_trunc('month', days_from - interval '1 day') AT TIME ZONE 'UTC' AS from, days_from::timestamp AT TIME ZONE 'UTC' AS until
         FROM ledger_state WHERE is_only FOR UPDATE SKIP LOCKED`,
    );
    const [range] = rows;
    if (range?.until === undefined || range.until === null) return false;
    const left = await connection.query('SELECT FROM usage_hourly WHERE hour < $1 LIMIT 1', [range.until]);
    if (left.rowCount === 0) return false;
    await connection.query(rollUp, [range.from, range.until]);
    await connection.query(
      "UPDATE ledger_state SET days_from = ($1::timestamptz AT TIME ZONE 'UTC')::date WHERE is_only",
      [range.from],
    );
    return true;
  });
}

/** The time up to which the ledger is closed; undefined if it never was. */
export async function readClosedUntil(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.query<{ until: Date | null }>(
    'SELECT closed_until AS until FROM ledger_state WHERE is_only',
  );
  return rows[0]?.until ?? undefined;
}
