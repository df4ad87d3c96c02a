/**
 * Partitions of the ledger: calls and usage by month, Idempotency-Keys by hour. They are created ahead of
 * time and dropped as a whole when old. Neither blocks readers or writers of the tables.
 */
import type { Connection, Database } from './database.ts';
import { isLockTimeout } from './database-errors.ts';

/**
 * Attaching waits only for other changes to the partitions of the same table. If the lock is not free almost
 * at once, the work is postponed.
 */
const lockTimeoutMs = 100;

export type Tending = 'done' | 'postponed';

export interface PartitionsAhead {
  readonly months: number;
  readonly hours: number;
}

/**
 * One node at a time, by the lock that the functions themselves wait for: a node that does not get it leaves
 * the work to the one that has it. Sent as one message, so that a process that dies or freezes here holds no
 * lock.
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
  /** Format of the end of a partition's name: its start time, as text that sorts by time. */
  readonly format: string;
  /** SQL expression: partitions that begin before this time have ended and are not needed; null keeps all. */
  readonly keptFrom: string;
}

/** An Idempotency-Key is valid for 24 hours, but must still be found after a clock was set back. */
const idempotencyKeys: DroppedTable = {
  name: 'idempotency_keys',
  format: 'YYYY_MM_DD_HH24',
  keptFrom: "now() - interval '28 hours'",
};

/** A month is dropped only when every hour in which its calls can have been charged is closed. */
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
 * Drops Idempotency-Keys that can no longer be repeated, and calls older than `monthsKept` full months;
 * undefined keeps all calls. Returns the names of the dropped partitions. Runs on one node at a time, on a
 * connection that may wait long for readers that began earlier.
 */
export async function dropOldPartitions(db: Database, monthsKept: number | undefined): Promise<string[]> {
  return onOneNode(db, 'dragoman old partitions', async (connection) => {
    const dropped = await dropOld(connection, idempotencyKeys);
    if (monthsKept !== undefined) dropped.push(...(await dropOld(connection, callsOf(monthsKept))));
    return dropped;
  });
}

/**
 * A process that is frozen between two statements would keep the lock, and with it every node from dropping anything. Only SQL
 * happens in between, so only a stalled process reaches this limit.
 */
const idleTimeoutMs = 5_000;

/** Does nothing on a node that does not get the lock. */
async function onOneNode(
  db: Database,
  lock: string,
  drop: (connection: Connection) => Promise<string[]>,
): Promise<string[]> {
  const connection = await db.connect();
  try {
    await connection.query(`SET idle_session_timeout = ${idleTimeoutMs}`);
    const { rows } = await connection.query<{ isOurs: boolean }>(
      'SELECT pg_try_advisory_lock(hashtext($1)) AS "isOurs"',
      [lock],
    );
    return rows[0]?.isOurs ? await drop(connection) : [];
  } finally {
    // Closing the connection releases the lock.
    connection.release(true);
  }
}

/** Drops the days of the request log before the last `daysKept` full days. */
export async function dropOldRequests(db: Database, daysKept: number): Promise<string[]> {
  return onOneNode(db, 'dragoman old requests', (connection) =>
    dropOld(connection, {
      name: 'request_log',
      format: 'YYYY_MM_DD',
      keptFrom: `now() - interval '${daysKept} days'`,
    }),
  );
}

/**
 * Oldest first. Each partition is detached while others read the table, and then dropped; the next run
 * continues an interrupted one.
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

/** Returns how many future months have a partition, and how many recent calls no month matched. */
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
