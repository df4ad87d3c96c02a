import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Database } from './database.ts';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));
const migrationsTable = 'schema_migrations';

/** How long a second process waits for the first one's migration before it gives up. */
const lockTimeoutMs = 120_000;

/**
 * Brings the schema up to date and returns the names of the migrations that this call applied. Safe to run
 * twice and from several processes at once: one migrates under an advisory lock, the others wait for it and
 * find nothing left to do.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  // A connection of its own: a migration may take longer than a query of the running service ever may.
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'dragoman migrate',
    connectionTimeoutMillis: 5_000,
    lock_timeout: lockTimeoutMs,
  });
  await client.connect();
  try {
    const applied = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      migrationsTable,
      advisoryLockMode: 'wait',
      checkOrder: true,
      log: () => {},
    });
    return applied.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** The migrations that this version brings and the database doesn't have yet. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  const files = await readdir(folder);
  const known = files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length));
  const { rows: tables } = await db.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    migrationsTable,
  ]);
  if (!tables[0]?.found) return known.toSorted();
  const { rows } = await db.query<{ name: string }>(`SELECT name FROM ${migrationsTable}`);
  const applied = new Set(rows.map((row) => row.name));
  return known.filter((name) => !applied.has(name)).toSorted();
}
