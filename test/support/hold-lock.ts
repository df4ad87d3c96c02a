/** Holds what a statement locks, so that requests wait for each other in a known order. */
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';

export async function holdLock(databaseUrl: string, statement: string, values: unknown[] = []) {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('BEGIN');
  await holder.query(statement, values);
  const countWaiting = async () => {
    // Within a transaction Postgres shows the sessions as they were when it was first asked.
    await holder.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await holder.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.waiting;
  };
  return {
    holder,
    /** Until so many others wait for a lock. */
    waiting: (count: number) => expect.poll(countWaiting, { timeout: 60_000, interval: 10 }).toBe(count),
    release: () => holder.end(),
  };
}
