import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../../lib/errors.ts';
import { type Connection, openDatabaseToMigrate, type Queryable } from './database.ts';
import { isLockTimeout } from './database-errors.ts';
import { isQueueThere, migrateQueue } from './job-queue.ts';
import { prepareMigration } from './prepare-migration.ts';
import { refuseTransactionPooling } from './transaction-pooling.ts';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));
const migrationsTable = 'schema_migrations';

/** How long to retry: another process may be migrating, or a backup or a report may be reading the tables. */
const retryForMs = 120_000;

/**
 * While a migration waits for a table that has a long reader, every call queues behind it. It therefore waits
 * for less than a call does (`lock_timeout` of `charge_calls`), backs off, lets the calls pass, and tries
 * again.
 */
const lockTimeoutMs = 100;
const pauseMs = 900;

/**
 * Brings the schema up to date and returns the names of the migrations that this call applied. Safe to run
 * twice, from several processes at once, and while calls are served: one process migrates under an advisory
 * lock, the others wait and find nothing left to do. Each migration is its own transaction, so an interrupted
 * one has no effect.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const retryUntil = Date.now() + retryForMs;
  const applied: string[] = [];
  for (;;) {
    try {
      await migrateOnce(databaseUrl, applied);
      return applied;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (Date.now() > retryUntil) {
        throw new OperatorError(
          'Another session, such as a long report or pg_dump, holds a table that a migration must change.',
          'No migration is half done. Run dragoman migrate again when that session has ended.',
          { cause: error },
        );
      }
      await delay(pauseMs);
    }
  }
}

/** Adds each completed migration to `applied`, even if a later one fails. */
async function migrateOnce(databaseUrl: string, applied: string[]): Promise<void> {
  const pool = openDatabaseToMigrate(databaseUrl, lockTimeoutMs);
  try {
    await refuseTransactionPooling(pool, pool);
    const connection = await pool.connect();
    try {
      // Covers the tables of this service and of its queue; released with the connection.
      await connection.query("SELECT pg_advisory_lock(hashtext('dragoman migrate'))");
      await applyMigrations(connection, applied);
      await migrateQueue(pool);
    } finally {
      connection.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** One transaction per migration: when one times out on a lock, the earlier ones are already committed. */
async function applyMigrations(connection: Connection, applied: string[]): Promise<void> {
  // Loaded on demand: every server and most commands ask what is pending, and few migrate.
  const { runner } = await import('node-pg-migrate');
  for (;;) {
    const [next] = await pendingMigrations(connection);
    if (next !== undefined) await prepareMigration(connection, next);
    const [done] = await runner({
      dbClient: connection,
      dir: folder,
      direction: 'up',
      count: 1,
      migrationsTable,
      advisoryLockMode: 'wait',
      checkOrder: true,
      log: () => {},
    });
    if (done === undefined) return;
    applied.push(done.name);
  }
}

/** Whether this version or another has ever created its tables in the database. */
export async function hasMigrations(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    migrationsTable,
  ]);
  return rows[0]?.found === true;
}

/** The migrations of this version that the database does not have yet. */
export async function pendingMigrations(db: Queryable): Promise<string[]> {
  const files = await readdir(folder);
  const known = files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length));
  if (!(await hasMigrations(db))) return known.toSorted();
  const { rows } = await db.query<{ name: string }>(`SELECT name FROM ${migrationsTable}`);
  const applied = new Set(rows.map((row) => row.name));
  const missing = known.filter((name) => !applied.has(name)).toSorted();
  return missing.length > 0 || (await isQueueThere(db)) ? missing : ['graphile_worker'];
}
