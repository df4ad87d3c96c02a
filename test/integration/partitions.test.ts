/** Partitions are made ahead of time wherever they are missing, and only those go that nobody needs any more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { dropOldPartitions, makePartitions, readLedgerState } from '../../src/store/postgres/partitions.ts';
import { makeOldMonth } from '../support/old-month.ts';
import { openTestPool } from '../support/pool.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;

beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());

async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE inhparent = $1::regclass AND relname ~ '_\\d{4}_' ORDER BY 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** `format` as Postgres has it, for the moment that begins so many `unit`s from now. */
async function nameAt(format: string, unit: 'month' | 'hour', distance: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT to_char(date_trunc($2, now(), 'UTC') AT TIME ZONE 'UTC' + $3::int * ('1 ' || $2)::interval, $1) AS name`,
    [format, unit, distance],
  );
  return rows[0]?.name ?? '';
}

/** The connection of a run before holds its lock until the server has noticed that it is gone. */
async function drop(monthsKept: number | undefined): Promise<string[]> {
  const holders = async () =>
    (
      await db.query(
        "SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      )
    ).rowCount;
  await expect.poll(holders).toBe(0);
  return dropOldPartitions(db, monthsKept);
}

test('months and hours that are missing are made again, as far ahead as asked for', async () => {
  const tables = { calls: 'YYYY_MM', usage_hourly: 'YYYY_MM', idempotency_keys: 'YYYY_MM_DD_HH24' };
  for (const table of Object.keys(tables)) {
    for (const name of await partitionsOf(table)) await db.query(`DROP TABLE ${name}`);
  }
  const endOf = async (table: string, format: string) =>
    `${table}_${await (format === 'YYYY_MM' ? nameAt(format, 'month', 2) : nameAt(format, 'hour', 3))}`;
  const ends = () => Promise.all(Object.entries(tables).map((table) => endOf(...table)));
  const before = await ends();
  expect(await makePartitions(db, { months: 2, hours: 3 })).toBe('done');
  const made = await Promise.all(
    Object.keys(tables).map(async (table) => (await partitionsOf(table)).at(-1)),
  );
  // The clock may come to the next hour meanwhile.
  expect([before, await ends()]).toContainEqual(made);
  expect((await readLedgerState(db)).monthsAhead).toBe(2);
});

test('the months that are kept stay, and all before them go', async () => {
  const months: string[] = [];
  for (const ago of [-4, -3, -2, -1])
    months.push(await makeOldMonth(db, await nameAt('YYYY-MM', 'month', ago)));
  await db.query("UPDATE ledger_state SET closed_until = date_trunc('hour', now(), 'UTC')");
  expect(await drop(undefined)).toEqual([]);
  expect(await drop(4)).toEqual([]);
  expect(await drop(2)).toEqual(months.slice(0, 2));
  const left = await partitionsOf('calls');
  expect(left).toEqual(expect.arrayContaining(months.slice(2)));
  expect(left).not.toEqual(expect.arrayContaining(months.slice(1, 2)));
});

test('a month that was not closed whole stays, however old it is', async () => {
  const month = await makeOldMonth(db, '2020-05');
  await db.query("UPDATE ledger_state SET closed_until = '2020-06-30T23:00:00Z'");
  expect(await drop(1)).toEqual([]);
  await db.query("UPDATE ledger_state SET closed_until = '2020-07-01T00:00:00Z'");
  expect(await drop(1)).toEqual([month]);
});

test('an Idempotency-Key is kept for 28 hours', async () => {
  const names: string[] = [];
  for (const ago of [-30, -29, -28, -27]) {
    const name = `idempotency_keys_${await nameAt('YYYY_MM_DD_HH24', 'hour', ago)}`;
    await db.query(`CREATE TABLE ${name} (LIKE idempotency_keys)`);
    names.push(name);
  }
  const dropped = await drop(undefined);
  // The clock may come to the next hour meanwhile.
  expect([names.slice(0, 2), names.slice(0, 3)]).toContainEqual(dropped);
});
