/**
 * Detects a pooler that gives every transaction a different connection to the server, such as PgBouncer with
 * `pool_mode = transaction`. Session state does not last there: prepared statements are missing or exist
 * already, notifications get lost, and time-outs and locks belong to another client.
 */
import { OperatorError } from '../../lib/errors.ts';
import type { Connection, Database } from './database.ts';

/** A pooler may give both connections the same servers again by chance, but hardly this often. */
const rounds = 4;

/** Uses a connection of each pool; both may be the same pool. */
export async function refuseTransactionPooling(db: Database, other: Database): Promise<void> {
  if (!(await isTransactionPooled(db, other))) return;
  throw new OperatorError(
    'The database is behind a pooler that gives each transaction another connection, such as PgBouncer in transaction mode.',
    'Set pool_mode = session there, or point DATABASE_URL at Postgres itself: docs/scale.md#pgbouncer',
  );
}

/**
 * Never mistakes a direct connection for such a pooler: there, the server of a connection never changes, and
 * no two connections share one.
 */
async function isTransactionPooled(db: Database, other: Database): Promise<boolean> {
  const first = await db.connect();
  try {
    const server = await serverProcess(first);
    if (server === announcedProcess(first)) return false;
    const second = await other.connect();
    try {
      return await changesServers(first, second, server);
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
}

async function changesServers(first: Connection, second: Connection, server: number): Promise<boolean> {
  for (let round = 0; round < rounds; round++) {
    if ((await serverProcess(second)) === server || (await serverProcess(first)) !== server) return true;
  }
  return false;
}

async function serverProcess(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

/** The process ID that was announced when connecting. A pooler announces a number of its own. */
function announcedProcess(connection: Connection): number | undefined {
  return (connection as { processID?: number }).processID;
}
