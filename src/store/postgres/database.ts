/**
 * The connection to Postgres, the only place where truth is kept. SQL lives in this folder alone, one
 * function a query; the rules about what the rows mean live with the callers.
 */
import pg from 'pg';
import type { Logger } from '../../observability/logger.ts';
import { isSilence, OpenConnections } from './open-connections.ts';
import { type SessionSettings, setForSession } from './session-settings.ts';

export type Database = pg.Pool;
export type Connection = pg.PoolClient;

const timeouts = {
  /** Waiting for a free connection or for a new one: longer waits only pile up calls that will fail anyway. */
  connectMs: 5_000,
  /** Set on the server too: a client that stops waiting leaves the query running otherwise. */
  statementMs: 10_000,
  /** Beyond the server's own limit: one that is there has answered by then, if only to say that it gave up. */
  silenceMs: 500,
  idleMs: 30_000,
  /**
   * A process that is frozen, or whose host is dead, keeps the rows of its open transaction locked: nobody of the team
   * could call, and no key of it could be revoked. The server ends a transaction that is silent for this long. Nothing
   * but SQL happens between the statements of a transaction, so only a process that stands still reaches it: ten times
   * the longest stall of an event loop that is still at work, and well below the 30 s that a caller waits.
   */
  idleInTransactionMs: 5_000,
} as const;

export interface PoolSettings {
  readonly url: string;
  readonly size: number;
  readonly statementMs?: number;
  /** For a free connection. */
  readonly waitMs?: number;
  /** Those of all pools of the process: what one of them finds out about the network concerns the others. */
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
  // The pool replaces it.
  pool.on('error', (err) => logger.warn('an idle database connection was lost', { err }));
  pool.on('connect', (connection) => connections.add(connection));
  pool.on('remove', (connection) => connections.delete(connection));
  pool.on('release', (error) => {
    if (!isSilence(error)) return;
    const count = connections.dropOlderThan(answerMs);
    logger.warn('the database was silent: older connections are dropped', { count });
  });
  return pool;
}

/** For changes of the schema, which may take longer than any query of the service, and must wait for no table. */
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
 * Every connection of this program is opened here. One that breaks fails the query under way, or the next one; it also
 * emits an error, which ends the process where nobody listens. The pool listens only while a connection is idle, so each
 * gets a listener for life: no caller has to think of it.
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

/** How busy the connections are. */
export function poolUse(db: Database): { size: number; idle: number; busy: number; waiting: number } {
  const { totalCount, idleCount, waitingCount, options } = db;
  return { size: options.max, idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount };
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
    // A connection that can't even roll back must not go back to the pool; a silent one is not asked.
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
