/** The months of the ledger: one partition of `calls` each, made ahead of time and dropped when retention says so. */
import { type Database, isLockTimeout } from './database.ts';

/**
 * Making or dropping a partition needs `calls` for itself, and while it waits for a long reader (an audit, a pg_dump),
 * every charge waits behind it. So it waits for less than a charge does (2 s, see `charge_calls`) and steps back.
 */
const lockTimeoutMs = 100;

export type Tending = 'done' | 'postponed';

/**
 * Partitions for the coming months; old ones go when a number of months to keep is given. `postponed`: somebody reads the
 * table for long, and nothing was changed. Each change is one message to the server, so that a process that dies or
 * freezes here holds nothing.
 */
export async function tendPartitions(
  db: Database,
  monthsAhead: number,
  monthsKept: number | undefined,
): Promise<Tending> {
  const changes = [`make_call_partitions(${monthsAhead})`];
  if (monthsKept !== undefined) {
    for (const age of await readOldMonths(db, monthsKept))
      changes.push(`drop_old_call_partitions(${age - 1})`);
  }
  for (const change of changes) if (!(await tryToChange(db, change))) return 'postponed';
  return 'done';
}

/**
 * False when the table was not to be had. One node at a time, by the lock that the functions themselves wait for: who
 * does not get it leaves the work to the node that has it.
 */
async function tryToChange(db: Database, change: string): Promise<boolean> {
  try {
    await db.query(
      `SET LOCAL lock_timeout = ${lockTimeoutMs};
       SELECT ${change} WHERE pg_try_advisory_xact_lock(hashtext('dragoman call partitions'))`,
    );
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/**
 * How many months ago each month was that retention no longer keeps, oldest first. They are dropped one by one: together,
 * the table would stay locked from the first drop on while the next month is summed up.
 */
async function readOldMonths(db: Database, monthsKept: number): Promise<number[]> {
  const { rows } = await db.query<{ age: number }>(
    `SELECT (extract(year FROM age) * 12 + extract(month FROM age))::integer AS age
       FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid,
            age(date_trunc('month', now() AT TIME ZONE 'UTC'), to_date(right(child.relname, 7), 'YYYY_MM')::timestamp) AS age
      WHERE inhparent = 'calls'::regclass AND child.relname ~ '^calls_\\d{4}_\\d{2}$'
      ORDER BY 1 DESC`,
  );
  return rows.map(({ age }) => age).filter((age) => age > monthsKept);
}

/** Whether the ledger is ready for the months to come, and whether any call is in the default partition. */
export async function readLedgerState(
  db: Database,
): Promise<{ monthsAhead: number; misplacedCalls: number }> {
  const { rows } = await db.query<{ months: number; misplaced: number }>(
    `SELECT (SELECT count(*)::integer
               FROM generate_series(1, 12) AS ahead
              WHERE to_regclass('calls_' || to_char(date_trunc('month', now() AT TIME ZONE 'UTC')
                                                    + make_interval(months => ahead), 'YYYY_MM')) IS NOT NULL) AS months,
            (SELECT count(*)::integer FROM (SELECT FROM calls_default LIMIT 1000) AS found) AS misplaced`,
  );
  return { monthsAhead: rows[0]?.months ?? 0, misplacedCalls: rows[0]?.misplaced ?? 0 };
}
