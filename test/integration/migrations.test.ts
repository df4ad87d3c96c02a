import { afterEach, beforeEach, expect, test } from 'vitest';
import { pendingMigrations } from '../../src/store/postgres/migrate.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { openTestPool } from '../support/pool.ts';
import { createDatabase, databaseUrl, dropDatabase, randomDatabaseName } from '../support/postgres.ts';

let name: string;
const env = () => ({ DATABASE_URL: databaseUrl(name) });
const migrate = () => dragomanJson<{ applied: string[] }>(['migrate'], env());

beforeEach(async () => {
  name = randomDatabaseName();
  await createDatabase(name);
});
afterEach(() => dropDatabase(name));

test('migrating twice applies everything once', async () => {
  const first = await migrate();
  expect(first.applied.length).toBeGreaterThan(0);
  expect(await migrate()).toEqual({ applied: [] });
});

test('four processes that migrate at once apply each migration once, and all succeed', async () => {
  const results = await Promise.all([migrate(), migrate(), migrate(), migrate()]);
  const applied = results.flatMap((result) => result.applied);
  expect(new Set(applied).size).toBe(applied.length);
  const pool = openTestPool(databaseUrl(name));
  expect(await pendingMigrations(pool)).toEqual([]);
  await pool.end();
});

test('the server refuses to start on a database that lacks migrations, and says what to do', async () => {
  const { code, stderr } = await runDragoman(['serve'], { ...env(), DRAGOMAN_PUBLIC_PORT: '0' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/lacks the migrations 0001_teams-and-keys.*\nRun: dragoman migrate/);
});

test('a command on an empty database says what to do', async () => {
  const { code, stderr } = await runDragoman(['team', 'list'], env());
  expect(code).toBe(1);
  expect(stderr).toMatch(/Run: dragoman migrate/);
});
