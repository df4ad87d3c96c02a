/**
 * Housekeeping has to make a partition of the ledger and to drop one while somebody reads the ledger for long, as a
 * pg_dump does. Charges must not wait behind it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { dropOldPartitions } from '../../src/store/postgres/partitions.ts';
import { translate } from '../support/api-client.ts';
import { scale } from '../support/long-form.ts';
import { makeOldMonth } from '../support/old-month.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { tendBooks } from '../support/tend-books.ts';
import { useTestDatabase } from '../support/test-database.ts';

/** A run that finds its tables in use is tried again after five minutes. */
const patienceMs = 400_000;

const database = useTestDatabase();
let db: Database;
let key: string;
let nextMonth: string;
const env = () => ({
  DATABASE_URL: database.url,
  NODE_ENV: 'test',
  DRAGOMAN_STUB_ENGINE: 'on',
  DRAGOMAN_APERTIUM_MODES: '/nonexistent',
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_CALL_RETENTION_MONTHS: '1',
});

beforeAll(async () => {
  db = openTestPool(database.url);
  key = (await seedTeams(db, 1))[0]?.key ?? '';
  const { rows } = await db.query<{ name: string }>(
    "SELECT 'calls_' || to_char(now() AT TIME ZONE 'UTC' + interval '1 month', 'YYYY_MM') AS name",
  );
  nextMonth = rows[0]?.name ?? '';
});
const started: ServerProcess[] = [];
/** Housekeeping runs when a process starts. */
async function start(): Promise<ServerProcess> {
  const server = await startServer(env());
  started.push(server);
  return server;
}
afterAll(async () => {
  const codes = await Promise.all(started.map((server) => server.stop()));
  await db.end();
  expect(codes.filter((code) => code !== 0)).toEqual([]);
});

async function months(): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    "SELECT relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'calls'::regclass",
  );
  return rows.map(({ name }) => name);
}

/** Has read the ledger, and keeps its transaction open. */
async function readForLong(): Promise<pg.Client> {
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('BEGIN; SELECT count(*) FROM calls');
  return reader;
}

const postponed = /^dragoman_housekeeping_postponed\{task="ledger"\} (\S+)$/m;
const isPostponed = async (opsUrl: string) =>
  postponed.exec(await (await fetch(`${opsUrl}/metrics`)).text())?.[1];

test('charges go on while housekeeping waits for a long reader, which holds up no new month, and is done when that has ended', async () => {
  onTestFailed(() => {
    process.stderr.write(started.map((server) => server.log()).join('\n'));
  });
  const server = await start();
  await expect.poll(() => isPostponed(server.opsUrl), { timeout: patienceMs }).toBe('0');
  await db.query(`DROP TABLE ${nextMonth}`);
  const oldMonth = await makeOldMonth(db, '2020-01');
  const reader = await readForLong();

  const statuses: number[] = [];
  let isCalling = true;
  onTestFinished(() => {
    isCalling = false;
  });
  const callers = Array.from({ length: 2 }, async () => {
    while (isCalling) {
      const text = { text: ['a house'], source_lang: 'EN', target_lang: 'EO' };
      statuses.push((await translate(server.url, key, text)).status);
      // Leaves the processor to the node that starts.
      await delay(20);
    }
  });
  const second = await start();
  await expect.poll(months, { timeout: patienceMs }).toContain(nextMonth);
  await expect.poll(waitsForReaders, { timeout: patienceMs }).toBe(1);
  await delay(scale(0, 60_000));
  const answered = statuses.length;
  await expect.poll(() => statuses.length, { timeout: patienceMs }).toBeGreaterThan(answered + 20);
  expect(await waitsForReaders()).toBe(1);
  isCalling = false;
  await Promise.all(callers);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  process.stderr.write(`beside the reader: ${statuses.length} calls, 0 refused\n`);

  await reader.end();
  await expect.poll(() => exists(oldMonth), { timeout: patienceMs }).toBe(false);
  await expect
    .poll(() => metric(second.opsUrl, 'dragoman_housekeeping_failed'), { timeout: patienceMs })
    .toBe('0');
});

async function waitsForReaders(): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE calls DETACH%'`,
  );
  return rows[0]?.count ?? 0;
}

async function exists(table: string): Promise<boolean> {
  const { rows } = await db.query('SELECT to_regclass($1) IS NOT NULL AS found', [table]);
  return rows[0]?.found;
}

async function metric(opsUrl: string, name: string): Promise<string | undefined> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  return new RegExp(`^${name}\\{task="ledger"\\} (\\S+)$`, 'm').exec(text)?.[1];
}

test('a month whose detachment broke off is dropped by the next run', async () => {
  const [first, second] = [await makeOldMonth(db, '2020-02'), await makeOldMonth(db, '2020-03')];
  const reader = await readForLong();
  const hasty = new pg.Pool({ connectionString: database.url, options: '-c statement_timeout=500' });
  expect(await tendBooks(hasty, 1)).toBe('postponed');
  expect(await exists(first)).toBe(true);
  await reader.end();
  // The connection that broke off holds its lock until the server has noticed that it is gone.
  await expect.poll(() => dropOldPartitions(db, 1), { timeout: patienceMs }).toEqual([first, second]);
  expect([await exists(first), await exists(second)]).toEqual([false, false]);
  await hasty.end();
});

test('a node leaves old months to another that is at work on them', async () => {
  const name = await makeOldMonth(db, '2020-04');
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("SELECT pg_advisory_lock(hashtext('dragoman old partitions'))");
  expect(await dropOldPartitions(db, 1)).toEqual([]);
  expect(await exists(name)).toBe(true);
  await other.end();
  await expect.poll(() => dropOldPartitions(db, 1), { timeout: patienceMs }).toEqual([name]);
});
