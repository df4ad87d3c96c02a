/**
 * The partitions of the books: calls and usage by months, Idempotency-Keys by hours. Made ahead of time, and taken away
 * whole when they are old. Neither keeps anybody from reading or writing the tables.
 */
import type { Connection, Database } from './database.ts';
import { isLockTimeout } from './database-errors.ts';

/**
 * Attaching waits only for others that change partitions of the same table. Whoever does not get it at once steps back.
 */
const lockTimeoutMs = 100;

export type Tending = 'done' | 'postponed';

export interface PartitionsAhead {
  readonly months: number;
  readonly hours: number;
}

/**
 * One node at a time, by the lock that the functions themselves wait for: who does not get it leaves the work to the node
 * that has it. One message to the server, so that a process that dies or freezes here holds nothing.
 */
export async function makePartitions(db: Database, { months, hours }: PartitionsAhead): Promise<Tending> {
  try {
    await db.query(
      `SET LOCAL lock_timeout = ${lockTimeoutMs};
       SELECT make_partitions(${months}, ${hours}) WHERE pg_try_advisory_xact_lock(hashtext('dragoman call partitions'))`,
    );
    return 'done';
  } catch (error) {
    if (isLockTimeout(error)) return 'postponed';
    throw error;
  }
}

interface DroppedTable {
  readonly name: string;
  /** How the names of its partitions end: with the time at which they begin, as text that sorts by time. */
  readonly format: string;
  /** What begins before it is over and not needed any more. In SQL; null: nothing is. */
  readonly keptFrom: string;
}

/** An Idempotency-Key is honoured for 24 hours, and kept for some more: a clock that is set back must find it again. */
const idempotencyKeys: DroppedTable = {
  name: 'idempotency_keys',
  format: 'YYYY_MM_DD_HH24',
  keptFrom: "now() - interval '28 hours'",
};

/** A month goes only when every hour in which its calls can have been charged is closed. */
function callsOf(months: number): DroppedTable {
  const closed = "date_trunc('month', (SELECT closed_until FROM ledger_state WHERE is_only), 'UTC')";
  return {
    name: 'calls',
    format: 'YYYY_MM',
    keptFrom: `CASE WHEN ${closed} IS NOT NULL THEN
                 least(date_trunc('month', now() AT TIME ZONE 'UTC') - interval '${months} months',
                       ${closed} AT TIME ZONE 'UTC' - interval '1 month') AT TIME ZONE 'UTC' END`,
  };
}

/**
 * Takes away Idempotency-Keys that nobody can repeat any more, and months of calls before the full ones that are kept;
 * without their number, all are. The names of what went. One node at a time; on a connection that may wait for long, for
 * readers that began before.
 */
export async function dropOldPartitions(db: Database, monthsKept: number | undefined): Promise<string[]> {
  const connection = await db.connect();
  try {
    const { rows } = await connection.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('dragoman old partitions')) AS "isOurs"`,
    );
    if (!rows[0]?.isOurs) return [];
    const dropped = await dropOld(connection, idempotencyKeys);
    if (monthsKept !== undefined) dropped.push(...(await dropOld(connection, callsOf(monthsKept))));
    return dropped;
  } finally {
    // The lock goes with it.
    connection.release(true);
  }
}

/**
 * The oldest first. Each is detached beside whoever reads the table and then dropped; what breaks off in between goes on
 * with the next run.
 */
async function dropOld(
  connection: Connection,
  { name: table, format, keptFrom }: DroppedTable,
): Promise<string[]> {
  const { rows } = await connection.query<{ name: string; isAttached: boolean; isDetaching: boolean }>(
    `SELECT c.relname AS name, i.inhrelid IS NOT NULL AS "isAttached", coalesce(i.inhdetachpending, false) AS "isDetaching"
       FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
      WHERE c.relkind = 'r' AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = '${table}'::regclass)
        AND c.relname ~ '^${table}_\\d{4}_[\\d_]+$'
        AND c.relname < '${table}_' || to_char((${keptFrom}) AT TIME ZONE 'UTC', '${format}')
      ORDER BY c.relname`,
  );
  for (const { name, isAttached, isDetaching } of rows) {
    const how = isDetaching ? 'FINALIZE' : 'CONCURRENTLY';
    if (isAttached) await connection.query(`ALTER TABLE ${table} DETACH PARTITION ${name} ${how}`);
    await connection.query(`DROP TABLE ${name}`);
  }
  return rows.map(({ name }) => name);
}

/** Whether the ledger is ready for the months to come, and whether any call of today has an id from before all of them. */
export async function readLedgerState(
  db: Database,
): Promise<{ monthsAhead: number; misplacedCalls: number }> {
  const { rows } = await db.query<{ months: number; misplaced: number }>(
    `SELECT (SELECT count(*)::integer
               FROM generate_series(1, 12) AS ahead
              WHERE to_regclass('calls_' || to_char(date_trunc('month', now() AT TIME ZONE 'UTC')
                                                    + make_interval(months => ahead), 'YYYY_MM')) IS NOT NULL) AS months,
            (SELECT count(*)::integer
               FROM (SELECT FROM calls_default WHERE charged_at > now() - interval '1 day' LIMIT 1000) AS found) AS misplaced`,
  );
  return { monthsAhead: rows[0]?.months ?? 0, misplacedCalls: rows[0]?.misplaced ?? 0 };
}
