/**
 * Makes a transaction of the server stand still at a known place: it waits for a table that the test holds. Which
 * connection that is, and that it is inside a transaction, is read from Postgres.
 */
import pg from 'pg';
import { expect } from 'vitest';

export interface HeldTable {
  /** The server's process of a transaction that began before the statement that waits now; of one program, where it is named. */
  waitingTransaction(program?: string): Promise<number>;
  /** Any statement that waits. */
  waitingStatement(program?: string): Promise<number>;
  release(): Promise<void>;
}

export async function holdTable(databaseUrl: string, table: string): Promise<HeldTable> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  const waiting = async (condition: string) => {
    // Within a transaction Postgres shows the sessions as they were when it was first asked.
    await holder.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await holder.query<{ pid: number }>(
      `SELECT a.pid FROM pg_stat_activity a JOIN pg_locks l USING (pid)
        WHERE NOT l.granted AND l.relation = '${table}'::regclass AND ${condition}`,
    );
    return rows[0]?.pid;
  };
  const untilWaiting = async (condition: string) => {
    let pid: number | undefined;
    const look = async () => {
      pid = await waiting(condition);
      return pid;
    };
    await expect.poll(look, { timeout: 120_000, interval: 10 }).toBeDefined();
    return pid ?? 0;
  };
  return {
    waitingTransaction: (program = 'dragoman') =>
      untilWaiting(`a.xact_start < a.query_start AND a.application_name = '${program}'`),
    waitingStatement: (program = 'dragoman') => untilWaiting(`a.application_name = '${program}'`),
    release: () => holder.end(),
  };
}

/** What `pg_stat_activity` says of a connection; undefined when it is gone. */
export async function stateOf(db: pg.Pool, pid: number): Promise<string | undefined> {
  const { rows } = await db.query<{ state: string }>('SELECT state FROM pg_stat_activity WHERE pid = $1', [
    pid,
  ]);
  return rows[0]?.state;
}
