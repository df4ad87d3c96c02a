/** The table of the request log: days that come and go as a whole, batches that may be repeated, searches that end. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uuidV7, uuidV7From } from '../../src/lib/uuid-v7.ts';
import { createRequestLogHousekeeping } from '../../src/metering/request-log/request-log-housekeeping.ts';
import { createRequestLogReader } from '../../src/metering/request-log/request-log-reader.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { dropOldRequests } from '../../src/store/postgres/partitions.ts';
import { forgetRequests, insertRequests, type RequestRow } from '../../src/store/postgres/request-log.ts';
import { maxScannedRows } from '../../src/store/postgres/request-log-pages.ts';
import { seedTeam } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const dayMs = 24 * 60 * 60_000;
let db: Database;
let team: string;

beforeAll(() => {
  db = openTestPool(database.url);
});
beforeEach(async () => {
  team = await seedTeam(db, 'Harbour');
});
afterAll(() => db.end());

const row = (more: Partial<RequestRow> = {}): RequestRow => ({
  teamId: team,
  id: uuidV7(),
  requestId: uuidV7(),
  kind: 'translate',
  dialect: 'v1',
  sources: ['en', 'de'],
  target: 'es',
  engines: ['apertium'],
  status: 200,
  characters: 5,
  durationMs: 3,
  calls: 1,
  ...more,
});
const tidy = (days: number) => createRequestLogHousekeeping(db, days).run();
const nameOf = (ms: number) => `request_log_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '_')}`;
const days = async () => {
  const { rows } = await db.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relname ~ '^request_log_\\d{4}_\\d\\d_\\d\\d$' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
};
const count = async () => (await db.query('SELECT FROM request_log WHERE team_id = $1', [team])).rowCount;

async function makeDay(ms: number): Promise<string> {
  const start = ms - (ms % dayMs);
  await db.query(`SELECT add_partition('request_log', $1, $2, $3)`, [
    nameOf(ms),
    uuidV7From(start),
    uuidV7From(start + dayMs),
  ]);
  return nameOf(ms);
}

test('whole days go when they are too old, and the next days are made', async () => {
  const now = Date.now();
  const [older, old, kept] = [now - 9 * dayMs, now - 8 * dayMs, now - 7 * dayMs];
  for (const ms of [older, old, kept]) {
    await makeDay(ms);
    await insertRequests(db, [row({ id: uuidV7(ms) })]);
  }
  expect(await count()).toBe(3);
  expect(await tidy(7)).toBe('done');
  expect(await count()).toBe(1);
  expect(await days()).not.toEqual(expect.arrayContaining([nameOf(old)]));
  expect(await days()).toEqual(expect.arrayContaining([nameOf(kept), nameOf(now), nameOf(now + 3 * dayMs)]));
});

test('without a log, all days before today go', async () => {
  const yesterday = await makeDay(Date.now() - dayMs);
  expect(await days()).toContain(yesterday);
  expect(await tidy(0)).toBe('done');
  expect(await days()).not.toContain(yesterday);
});

test('a batch makes the day that it lacks', async () => {
  for (const name of await days()) await db.query(`DROP TABLE ${name}`);
  await insertRequests(db, [row()]);
  expect(await count()).toBe(1);
});

test.each([
  ['minutes ahead', 10 * 60_000],
  ['a day ahead', dayMs],
  ['a year ahead', 365 * dayMs],
  ['a year behind', -365 * dayMs],
])('rows of a node whose clock is %s get the time of the database, and the others stay', async (_, offMs) => {
  const right = row();
  await insertRequests(db, [
    row({ id: uuidV7(Date.now() + offMs) }),
    right,
    row({ id: uuidV7(Date.now() + offMs) }),
  ]);
  const { rows } = await createRequestLogReader(db, 7).read(team, {}, 10);
  expect(rows).toHaveLength(3);
  expect(rows.map(({ id }) => id)).toContain(right.id);
  const { rows: state } = await db.query<{ ms: number }>(
    'SELECT extract(epoch FROM now())::float8 * 1000 AS ms',
  );
  for (const { at } of rows) expect(Math.abs(at.getTime() - (state[0]?.ms ?? 0))).toBeLessThan(60_000);
});

test('a node that freezes while it drops old days keeps no other node from dropping them', async () => {
  const old = await makeDay(Date.now() - 20 * dayMs);
  const never = Promise.withResolvers<never>();
  const frozen = {
    async connect() {
      const connection = await db.connect();
      const query = connection.query.bind(connection) as (...all: unknown[]) => Promise<unknown>;
      const stalling = (text: unknown, values: unknown) =>
        String(text).includes('pg_class') ? never.promise : query(text, values);
      return Object.assign(connection, { query: stalling });
    },
  } as unknown as Database;
  const stuck = dropOldRequests(frozen, 7).catch(() => 'thawed');
  // It has the lock by now, or takes it before the first of these runs.
  const dropped = async () => {
    await dropOldRequests(db, 7);
    return (await days()).includes(old);
  };
  const holders = async () =>
    (
      await db.query(
        "SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      )
    ).rowCount;
  await expect.poll(holders).toBe(1);
  expect(await dropped()).toBe(true);
  await expect.poll(dropped).toBe(false);
  never.reject(new Error('thawed'));
  expect(await stuck).toBe('thawed');
});

test('while somebody reads for hours, calls are logged, lists are read and old days are hidden; they go when the reader has ended', async () => {
  const now = Date.now();
  const old = await makeDay(now - 12 * dayMs);
  await insertRequests(db, [row({ id: uuidV7(now - 12 * dayMs) }), row()]);
  const reader = await db.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM request_log');
  // Housekeeping waits for minutes; here it gives up at once.
  const impatient = {
    query: db.query.bind(db),
    async connect() {
      const connection = await db.connect();
      await connection.query('SET statement_timeout = 300');
      return connection;
    },
  } as unknown as Database;
  const run = () => createRequestLogHousekeeping(impatient, 7).run();
  const waiting = run();
  await insertRequests(db, [row()]);
  const { rows } = await createRequestLogReader(db, 7).read(team, {}, 10);
  expect(rows.length).toBeGreaterThanOrEqual(2);
  expect(await waiting).toBe('postponed');
  expect(await run()).toBe('postponed');
  expect(await count()).toBe(2);
  await insertRequests(db, [row()]);
  await reader.query('ROLLBACK');
  reader.release();
  expect(await run()).toBe('done');
  expect(await days()).not.toContain(old);
  expect(await count()).toBe(3);
});

test('a list that is read while rows arrive and its oldest days are dropped has each of the others once', async () => {
  const now = Date.now();
  const [old, kept] = [now - 13 * dayMs, now - dayMs];
  for (const ms of [old, kept]) {
    await makeDay(ms).catch(() => undefined);
    const rows = Array.from({ length: 1_500 }, (_, i) => row({ id: uuidV7(ms - (ms % dayMs) + i) }));
    await insertRequests(db, rows);
  }
  const seen: string[] = [];
  let isDropped = false;
  for await (const page of createRequestLogReader(db, 7).list(team, {})) {
    seen.push(...page.map(({ id }) => id));
    await insertRequests(db, [row()]);
    if (!isDropped) await tidy(7);
    isDropped = true;
  }
  expect(seen).toHaveLength(1_500);
  expect(new Set(seen).size).toBe(1_500);
});

test('a batch that is repeated after a lost answer is there once', async () => {
  const rows = [row(), row({ code: 'rate_limited', status: 429, calls: 40, requestId: undefined })];
  await insertRequests(db, rows);
  await insertRequests(db, rows);
  // Rows that returned to the queue share their next batch with new ones.
  await insertRequests(db, [...rows, row({ code: 'rate_limited', status: 429, calls: 41 })]);
  expect(await count()).toBe(3);
  const { rows: read } = await createRequestLogReader(db, 7).read(team, {}, 10);
  expect(read.find(({ calls }) => calls === 1)).toMatchObject({
    sourceLangs: ['en', 'de'],
    engines: ['apertium'],
  });
});

test('a batch that arrives while its team is erased leaves nothing', async () => {
  await insertRequests(db, [row()]);
  await db.query(
    "UPDATE team_balances SET suspended_at = now(), suspension_reason = 'left', erased_at = now() WHERE team_id = $1",
    [team],
  );
  await insertRequests(db, [row()]);
  expect(await count()).toBe(1);
  await forgetRequests(db);
  expect(await count()).toBe(0);
});

test('a search for something rare ends after a bounded number of rows, and goes on from there', async () => {
  const first = Date.now() - 60_000;
  await makeDay(first);
  await insertRequests(db, [row({ id: uuidV7(first), engines: ['rare'] })]);
  await db.query(
    `INSERT INTO request_log (team_id, id, kind, source_langs, engines, status, characters, calls)
     SELECT $1, (lpad(to_hex($2::bigint + n), 12, '0') || repeat('0', 20))::uuid, 'translate', '{}', '{}', 200, 0, 1
       FROM generate_series(1, $3::integer) AS n`,
    [team, first, maxScannedRows * 2],
  );
  const reader = createRequestLogReader(db, 7);
  const page = await reader.read(team, { engine: 'rare' }, 10);
  expect(page.rows).toEqual([]);
  expect(page.scannedTo).toBeDefined();
  const listed = [];
  for await (const rows of reader.list(team, { engine: 'rare' })) listed.push(...rows);
  expect(listed.map(({ engines }) => engines)).toEqual([['rare']]);
});
