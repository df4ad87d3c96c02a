/** The readable source of each SQL function is what the migrations have made of it. */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../support/test-database.ts';

const folder = new URL('../../src/store/postgres/functions/', import.meta.url);
const files = readdirSync(folder);
const database = useTestDatabase();
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(() => client.end());

async function definitions(): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT proname AS name, pg_get_functiondef(oid) AS definition
       FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname`,
  );
  return new Map(rows.map(({ name, definition }) => [`${name}.sql`, definition]));
}

test('every function has a file, and every file a function', async () => {
  expect(files.toSorted()).toEqual([...(await definitions()).keys()].toSorted());
});

test.each(files)('%s defines the function as it is in the database', async (file) => {
  const migrated = (await definitions()).get(file);
  await client.query('BEGIN');
  await client.query(readFileSync(new URL(file, folder), 'utf8'));
  const written = (await definitions()).get(file);
  await client.query('ROLLBACK');
  expect(written).toBe(migrated);
});
