/**
 * Housekeeping has to make a partition of the ledger and to drop one while somebody reads the ledger for long, as a
 * pg_dump does. Charges must not wait behind it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tendPartitions } from '../../src/store/postgres/call-partitions.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { translate } from '../support/api-client.ts';
import { scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let key: string;
let nextMonth: string;
const oldMonth = 'calls_2020_01';
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

const makeOldMonth = (name: string, month: string) =>
  db.query(
    `CREATE TABLE ${name} PARTITION OF calls
        FOR VALUES FROM (first_call_id('${month}-01')) TO (first_call_id(('${month}-01'::date + interval '1 month')::date))`,
  );

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
  await reader.query('BEGIN; SELECT count(*) FROM calls');
  return reader;
}

const postponed = /^dragoman_housekeeping_postponed\{task="ledger"\} (\S+)$/m;
const isPostponed = async (opsUrl: string) =>
  postponed.exec(await (await fetch(`${opsUrl}/metrics`)).text())?.[1];

test('charges go on while housekeeping waits for a long reader, and it is done when the reader has ended', async () => {
  const server = await start();
  await expect.poll(() => isPostponed(server.opsUrl), { timeout: 120_000 }).toBe('0');
  await db.query(`DROP TABLE ${nextMonth}`);
  await makeOldMonth(oldMonth, '2020-01');
  const reader = await readForLong();

  const statuses: number[] = [];
  let isCalling = true;
  const callers = Array.from({ length: 2 }, async () => {
    while (isCalling) {
      const text = { text: ['a house'], source_lang: 'EN', target_lang: 'EO' };
      statuses.push((await translate(server.url, key, text)).status);
      // Leaves the processor to the node that starts.
      await delay(20);
    }
  });
  const second = await start();
  await expect.poll(() => isPostponed(second.opsUrl), { timeout: 120_000 }).toBe('1');
  await delay(scale(0, 60_000));
  const answered = statuses.length;
  await expect.poll(() => statuses.length, { timeout: 120_000 }).toBeGreaterThan(answered + 20);
  isCalling = false;
  await Promise.all(callers);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  process.stderr.write(`beside the reader: ${statuses.length} calls, 0 refused\n`);
  expect(await metric(second.opsUrl, 'dragoman_housekeeping_failed')).toBe('0');
  expect(second.log()).toContain('housekeeping was postponed');
  expect(await months()).not.toContain(nextMonth);
  expect(await months()).toContain(oldMonth);

  await reader.end();
  await start();
  await expect.poll(months, { timeout: 120_000 }).toContain(nextMonth);
  await expect.poll(months, { timeout: 120_000 }).not.toContain(oldMonth);
});

async function metric(opsUrl: string, name: string): Promise<string | undefined> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  return new RegExp(`^${name}\\{task="ledger"\\} (\\S+)$`, 'm').exec(text)?.[1];
}

test('old months are dropped one by one, and not at all while somebody reads', async () => {
  await makeOldMonth('calls_2020_02', '2020-02');
  await makeOldMonth('calls_2020_03', '2020-03');
  const reader = await readForLong();
  expect(await tendPartitions(db, 2, 1)).toBe('postponed');
  expect(await months()).toEqual(expect.arrayContaining(['calls_2020_02', 'calls_2020_03']));
  await reader.end();
  expect(await tendPartitions(db, 2, 1)).toBe('done');
  expect((await months()).filter((name) => name.includes('2020'))).toEqual([]);
});

test('a node leaves the partitions to another that is at work on them', async () => {
  await makeOldMonth('calls_2020_04', '2020-04');
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("BEGIN; SELECT pg_advisory_xact_lock(hashtext('dragoman call partitions'))");
  expect(await tendPartitions(db, 2, 1)).toBe('done');
  expect(await months()).toContain('calls_2020_04');
  await other.end();
  await tendPartitions(db, 2, 1);
  expect(await months()).not.toContain('calls_2020_04');
});
