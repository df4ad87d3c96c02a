/** The migrations as they stand in their files, to be run and taken back one by one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { prepareMigration } from '../../src/store/postgres/prepare-migration.ts';

const folder = fileURLToPath(new URL('../../src/store/postgres/migrations/', import.meta.url));

export interface MigrationFile {
  readonly name: string;
  readonly up: string;
  readonly down: string;
}

/** The oldest first. */
export function readMigrations(): MigrationFile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const [up = '', down = ''] = readFileSync(join(folder, file), 'utf8').split('-- Down Migration');
      return { name: file.slice(0, -'.sql'.length), up, down };
    });
}

export async function takeBack(client: pg.Client, { name, down }: MigrationFile): Promise<void> {
  await client.query('BEGIN');
  await client.query(down);
  await client.query('DELETE FROM schema_migrations WHERE name = $1', [name]);
  await client.query('COMMIT');
}

export interface HeldLocks {
  readonly name: string;
  /** From the first statement to the commit: as long as every lock may be held at most. */
  readonly durationMs: number;
  /** Of tables that were there before, the strongest of each. */
  readonly locks: Readonly<Record<string, string>>;
  /** Existing tables whose rows were all rewritten. */
  readonly rewritten: readonly string[];
}

/** Runs a migration and says what it keeps from others meanwhile. */
export async function applyAndWatch(client: pg.Client, { name, up }: MigrationFile): Promise<HeldLocks> {
  // What takes as long as tables are large is done beside the calls.
  await prepareMigration(client, name);
  const before = await tableFiles(client);
  const started = performance.now();
  await client.query('BEGIN');
  await client.query(up);
  const { rows } = await client.query<{ table: string; mode: string }>(
    `SELECT c.relname AS table, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
      WHERE l.pid = pg_backend_pid() AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`,
  );
  await client.query('COMMIT');
  const durationMs = performance.now() - started;
  await client.query('INSERT INTO schema_migrations (name, run_on) VALUES ($1, now())', [name]);
  const after = await tableFiles(client);
  const tables = new Set([...before.values()].map(({ table }) => table));
  const locks: Record<string, string> = {};
  for (const { table, mode } of rows) {
    if (tables.has(table) && strength(mode) > strength(locks[table])) locks[table] = mode;
  }
  const rewritten = [...before].filter(([id, { file }]) => after.has(id) && after.get(id)?.file !== file);
  return { name, durationMs, locks, rewritten: rewritten.map(([, { table }]) => table) };
}

const modes = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];

function strength(mode: string | undefined): number {
  return mode === undefined ? -1 : modes.indexOf(mode);
}

/** By the id of the table, which stays when it is renamed. */
async function tableFiles(client: pg.Client): Promise<Map<string, { table: string; file: string }>> {
  const { rows } = await client.query<{ id: string; table: string; file: string }>(
    `SELECT oid::text AS id, relname AS table, relfilenode::text AS file FROM pg_class
      WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}
