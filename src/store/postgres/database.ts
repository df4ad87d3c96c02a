/**
 * The connection to Postgres, the only place where truth is kept. SQL lives in this folder alone, one
 * function a query; the rules about what the rows mean live with the callers.
 */
import pg from 'pg';
import type { Logger } from '../../observability/logger.ts';

export type Database = pg.Pool;
export type Connection = pg.PoolClient;

const timeouts = {
  /** Waiting for a free connection or for a new one: longer waits only pile up calls that will fail anyway. */
  connectMs: 5_000,
  /** Set on the server too: a client that stops waiting leaves the query running otherwise. */
  statementMs: 10_000,
  idleMs: 30_000,
} as const;

export function openDatabase(url: string, poolSize: number, logger: Logger): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'dragoman',
    connectionTimeoutMillis: timeouts.connectMs,
    idleTimeoutMillis: timeouts.idleMs,
    statement_timeout: timeouts.statementMs,
    query_timeout: timeouts.statementMs + 1_000,
    keepAlive: true,
  });
  // An idle connection that breaks (Postgres restarted) is replaced by the pool; unhandled, the event would
  // end the process.
  pool.on('error', (err) => logger.warn('an idle database connection was lost', { err }));
  return pool;
}

export async function isReachable(db: Database): Promise<boolean> {
  try {
    await db.query('SELECT 1');
    return true;
  } catch {
    return false;
  }
}

/** How busy the connections are. */
export function poolUse(db: Database): { size: number; idle: number; busy: number; waiting: number } {
  const { totalCount, idleCount, waitingCount, options } = db;
  return { size: options.max, idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount };
}

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EAI_AGAIN',
  'ENOTFOUND',
]);

/**
 * SQLSTATE classes 08 (connection), 53 (resources), 57 (operator intervention, cancelled by time-out), and 25006: a
 * server that is being restored, or that is to take over, answers before it can write.
 */
const unavailableState = /^((08|53|57)...|25006)$/;

/** What `pg` throws without any code when a connection is slow to come or breaks under a query. */
const unavailableMessage = /timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

/** Whether an error says that the database is out of reach for now, rather than that a query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (code === undefined) return unavailableMessage.test(error.message);
  return lostConnection.has(code) || unavailableState.test(code);
}

/** Whether a statement gave up because somebody else held a row for too long. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === '55P03';
}

/** Whether a statement would have broken a rule of its table. */
export function isCheckViolation(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === '23514';
}

export async function serverVersion(db: Database): Promise<string> {
  const { rows } = await db.query<{ server_version: string }>('SHOW server_version');
  return rows[0]?.server_version ?? 'unknown';
}

/** Runs `work` in one transaction; a failure of any kind rolls it back. */
export async function inTransaction<T>(
  db: Database,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await db.connect();
  let broken: Error | undefined;
  try {
    await connection.query('BEGIN');
    const result = await work(connection);
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    // A connection that can't even roll back must not go back to the pool.
    await connection.query('ROLLBACK').catch((err: Error) => {
      broken = err;
    });
    throw error;
  } finally {
    connection.release(broken);
  }
}
