/**
 * The connection to Postgres, the only source of truth. All SQL is in this folder, one function per query;
 * the rules about what the rows mean are in the callers.
 */
import pg from 'pg';
import type { Logger } from '../../observability/logger.ts';
import { isSilence, OpenConnections } from './open-connections.ts';
import { type SessionSettings, setForSession } from './session-settings.ts';

export type Database = pg.Pool;
export type Connection = pg.PoolClient;
/** A pool, or the connection of a transaction. */
export type Queryable = Database | Connection;

const timeouts = {
  /** Wait for a free or a new connection: longer waits only accumulate calls that will fail anyway. */
  connectMs: 5_000,
  /** Also set on the server: otherwise a query keeps running after the client stops waiting. */
  statementMs: 10_000,
  /** Added to the server's own limit: a reachable server has responded by then, if only with a time-out. */
  silenceMs: 500,
  idleMs: 30_000,
  /**
   * A process that is frozen, or whose host is dead, keeps the rows of its open transaction locked: its team
   * could not call, and the team's keys could not be revoked. The server therefore ends a transaction that is
   * idle for this long. Only SQL happens between the statements of a transaction, so only a stalled process
   * reaches this limit. It is ten times the longest stall of a working event loop, and well below the 30 s
   * that a caller waits.
   */
  idleInTransactionMs: 5_000,
} as const;

export interface PoolSettings {
  readonly url: string;
  readonly size: number;
  readonly statementMs?: number;
  /** Maximum wait for a free connection. */
  readonly waitMs?: number;
  /** Shared by all pools of the process: what one pool learns about the network applies to the others. */
  readonly connections?: OpenConnections;
  readonly logger: Logger;
}

export function openDatabase(settings: PoolSettings): Database {
  const { url, size, statementMs = timeouts.statementMs, waitMs = timeouts.connectMs, logger } = settings;
  const connections = settings.connections ?? new OpenConnections();
  const answerMs = statementMs + timeouts.silenceMs;
  const options = {
    connectionString: url,
    max: size,
    application_name: 'dragoman',
    idleTimeoutMillis: timeouts.idleMs,
    query_timeout: answerMs,
    connectionTimeoutMillis: waitMs,
  };
  const pool = openPool(options, { statement_timeout: statementMs });
  // The pool replaces the connection.
  pool.on('error', (err) => logger.warn('an idle database connection was lost', { err }));
  pool.on('connect', (connection) => connections.add(connection));
  pool.on('remove', (connection) => connections.delete(connection));
  pool.on('release', (error) => {
    if (!isSilence(error)) return;
    const count = connections.dropOlderThan(answerMs);
    logger.warn('the database did not answer: older connections are closed', { count });
  });
  return pool;
}

/** For schema changes, which may take longer than any query of the service but must not wait for tables. */
export function openDatabaseToMigrate(url: string, lockTimeoutMs: number): Database {
  const options = {
    connectionString: url,
    // The migrations run on one connection; the queue's library takes another.
    max: 2,
    application_name: 'dragoman migrate',
  };
  const pool = openPool(options, { lock_timeout: lockTimeoutMs });
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Every connection of this program is opened here. A connection that breaks fails the current or the next
 * query; it also emits an error, which ends the process if there is no listener. The pool listens only while
 * a connection is idle, so each connection gets a permanent listener here.
 */
function openPool(options: pg.PoolConfig, settings: SessionSettings): Database {
  const { connectionTimeoutMillis = timeouts.connectMs } = options;
  const ownSettings = { ...settings, idle_in_transaction_session_timeout: timeouts.idleInTransactionMs };
  const pool = new pg.Pool({
    ...options,
    connectionTimeoutMillis,
    keepAlive: true,
    onConnect: (connection) => setForSession(connection, ownSettings, connectionTimeoutMillis),
  });
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return pool;
}

export function poolUse(db: Database): { size: number; idle: number; busy: number; waiting: number } {
  const { totalCount, idleCount, waitingCount, options } = db;
  return { size: options.max, idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount };
}

export async function serverVersion(db: Database): Promise<string> {
  const { rows } = await db.query<{ server_version: string }>('SHOW server_version');
  return rows[0]?.server_version ?? 'unknown';
}

/** Runs `work` in one transaction; any failure rolls it back. */
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
    // A connection that cannot roll back must not return to the pool; one that timed out is not asked to roll
    // back.
    if (isSilence(error)) broken = error;
    else
      await connection.query('ROLLBACK').catch((err: Error) => {
        broken = err;
      });
    throw error;
  } finally {
    connection.release(broken);
  }
}
