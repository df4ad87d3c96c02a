/** The request log while the database is cut off, and while its node ends: every call of a known key has a row. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, post, translate } from '../support/api-client.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { expectInTime, longTest } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { readMetric } from '../support/read-metric.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let proxy: FaultProxy;

beforeAll(async () => {
  db = openTestPool(database.url);
  proxy = await startFaultProxy(Number(new URL(database.url).port));
});
afterEach(() => proxy.open());
afterAll(async () => {
  await proxy.stop();
  await db.end();
});

function startNode(env: Readonly<Record<string, string>> = {}) {
  const url = new URL(database.url);
  url.port = String(proxy.port);
  return openServer({
    NODE_ENV: 'test',
    DATABASE_URL: url.href,
    DRAGOMAN_STUB_ENGINE: 'on',
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_LOG_LEVEL: 'error',
    ...env,
  });
}

async function newTeam() {
  const [team] = await seedTeams(db, 1);
  if (team === undefined) throw new Error('no team was made');
  return team;
}

const asked = { text: ['Hello'], source_lang: 'EN', target_lang: 'EO' };
/** The status and the request id of a call. */
async function ask({ url }: RunningServer, key: string): Promise<[number, string | null]> {
  const { status, headers } = await translate(url, key, asked);
  return [status, headers.get('x-request-id')];
}
/** Is refused before anything but the key is read from the database, and costs no time. */
async function askBadly({ url }: RunningServer, key: string): Promise<number> {
  const { status } = await post(
    `${url}/v1/translate`,
    { ...bearer(key), 'content-type': 'text/plain' },
    'Hello',
  );
  return status;
}

async function logged(teamId: string): Promise<{ ids: (string | null)[]; calls: number }> {
  const { rows } = await db.query<{ id: string | null; calls: number }>(
    'SELECT request_id AS id, calls FROM request_log WHERE team_id = $1',
    [teamId],
  );
  return { ids: rows.map(({ id }) => id), calls: rows.reduce((sum, { calls }) => sum + calls, 0) };
}

test('calls that fail while the database is cut off are in the log, also if their key could not be read', async () => {
  // Every call reads its key, so none of those below gets further than that.
  const node = await startNode({ DRAGOMAN_AUTH_CACHE_MS: '1' });
  const { id, key } = await newTeam();
  const calls = [await ask(node, key)];
  proxy.shut();
  for (let i = 0; i < 15; i++) calls.push(await ask(node, key));
  proxy.open();
  await expect.poll(async () => calls[calls.push(await ask(node, key)) - 1]?.[0]).toBe(200);
  expect(calls.filter(([status]) => status === 503).length).toBeGreaterThanOrEqual(15);
  await expect.poll(async () => (await logged(id)).calls).toBe(calls.length);
  expect((await logged(id)).ids.toSorted()).toEqual(calls.map(([, request]) => request).toSorted());
  expect(await readMetric(node.opsUrl, 'dragoman_request_log_lost_calls_total')).toBe(0);
  expect(await node.stop()).toBe(0);
});

test('a node that ends writes the rows of all its calls, also of those under way and of those it only counted', async () => {
  // It serves on for a while, so that every call below finds it open.
  const node = await startNode({ DRAGOMAN_STUB_ENGINE: 'latencyMs=300', DRAGOMAN_DRAIN_GRACE_MS: '1000' });
  const { id, key } = await newTeam();
  await ask(node, key);
  const refused = Array.from({ length: 150 }, () => askBadly(node, key));
  expect(new Set(await Promise.all(refused))).toEqual(new Set([415]));
  const underWay = Array.from({ length: 20 }, () => ask(node, key));
  const stopped = node.stop();
  const answers = await Promise.all(underWay);
  expect(await stopped).toBe(0);
  const { ids, calls } = await logged(id);
  expect(calls).toBe(1 + 150 + 20);
  expect(ids).toEqual(expect.arrayContaining(answers.map(([, request]) => request)));
});

longTest('while the database takes connections and never answers, calls wait for their row', async () => {
  const node = await startNode();
  const { id, key } = await newTeam();
  await ask(node, key);
  await expect.poll(async () => (await logged(id)).calls).toBe(1);
  proxy.blackHole();
  await Promise.all(Array.from({ length: 90 }, () => askBadly(node, key)));
  // Longer than a batch waits for its answer, so that it is written a second time. The node no longer knows the key.
  await delay(15_000);
  await Promise.all(Array.from({ length: 10 }, () => ask(node, key)));
  proxy.open();
  await expect.poll(async () => (await logged(id)).calls, { timeout: 60_000 }).toBe(101);
  expect(await readMetric(node.opsUrl, 'dragoman_request_log_lost_calls_total')).toBe(0);
  expect(await node.stop()).toBe(0);
});

test('a node that ends while the database never answers does not wait for its log', async () => {
  const node = await startNode();
  const { id, key } = await newTeam();
  await ask(node, key);
  await expect.poll(async () => (await logged(id)).calls).toBe(1);
  proxy.blackHole();
  await Promise.all(Array.from({ length: 90 }, () => askBadly(node, key)));
  const start = performance.now();
  expect(await node.stop()).toBe(0);
  expectInTime('the end of a node', performance.now() - start, 12_000);
  proxy.open();
  expect((await logged(id)).calls).toBe(1);
});
