import { beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { call, type ProblemAnswer, translate } from '../support/api-client.ts';
import { longTest, scale } from '../support/long-form.ts';
import { isAlive, pipelineGroups, readProcess, signal } from '../support/process-table.ts';
import { openConnection } from '../support/raw-socket.ts';
import { readMetric } from '../support/read-metric.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { openServer, startServer } from '../support/server-process.ts';
import { shorterLimits } from '../support/shorter-limits.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { useThrowAwayServices } from '../support/throw-away-services.ts';

const database = useTestDatabase();
const services = useThrowAwayServices();
const env = () => ({ DATABASE_URL: database.url });
let key: string;

beforeAll(async () => {
  key = (await createKey(env(), await createTeam(env()))).plain;
});

/** In the gate a call may take minutes, and draining lasts as long as a call. */
const patientDraining = shorterLimits({ drainTimeoutMs: 330_000, exitTimeoutMs: 340_000 }).env;

test('SIGTERM lets calls under way finish, then exits 0 and leaves no process behind', async () => {
  const textsPerCall = scale(50, 150);
  const server = await startServer({ ...env(), ...patientDraining });
  const text = Array.from({ length: textsPerCall }, (_, i) => `The house number ${i} is big.`);
  const calls = Array.from({ length: 4 }, () => translate(server.url, key, { text, target_lang: 'ES' }));
  await expect
    .poll(async () => {
      const taken = await readMetric(server.opsUrl, 'dragoman_calls_under_way');
      return taken + (await readMetric(server.opsUrl, 'dragoman_calls_total'));
    })
    .toBe(calls.length);
  await expect.poll(() => pipelineGroups(server.pid).size).toBeGreaterThan(0);
  const pipelines = [...pipelineGroups(server.pid).keys()];
  const stopped = server.stop();
  for (const answer of await Promise.all(calls)) {
    expect(answer.status).toBe(200);
    expect(answer.body.translations).toHaveLength(textsPerCall);
  }
  expect(await stopped).toBe(0);
  await expect.poll(() => pipelines.filter((pid) => isAlive(readProcess(pid)))).toEqual([]);
});

test('within its grace time a node says that it leaves, serves on, and keeps no connection', async () => {
  const server = await openServer({ ...env(), DRAGOMAN_DRAIN_GRACE_MS: '3000' });
  const ask = () => translate(server.url, key, { text: ['Hello'], source_lang: 'ES', target_lang: 'ES' });
  expect([(await ask()).headers.get('connection'), (await call(`${server.opsUrl}/ready`)).status]).toEqual([
    'keep-alive',
    200,
  ]);
  const stopped = server.stop();
  await expect.poll(async () => (await call(`${server.opsUrl}/ready`)).status).toBe(503);
  expect((await call(`${server.url}/health`)).status).toBe(503);
  const { status, headers } = await ask();
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  expect(await stopped).toBe(0);
});

test('requests that were sent before SIGTERM are answered, even if the node was too busy to accept their connections', async () => {
  const server = await startServer(env());
  const ask = 'GET /health HTTP/1.1\r\nHost: dragoman.example\r\n\r\n';
  const used = Array.from({ length: 5 }, () => openConnection(server.port));
  for (const connection of used) connection.send(ask);
  await expect.poll(() => used.map(({ statuses }) => statuses().length)).toEqual(used.map(() => 1));
  signal(server.pid, 'SIGSTOP');
  const waiting = Array.from({ length: 20 }, () => openConnection(server.port));
  for (const connection of [...used, ...waiting]) connection.send(ask);
  await Promise.all(waiting.map(({ connected }) => connected));
  const stopped = server.stop();
  signal(server.pid, 'SIGCONT');
  await Promise.all([...used, ...waiting].map(({ closed }) => closed));
  expect(waiting.map(({ statuses }) => statuses().length)).toEqual(waiting.map(() => 1));
  expect(used.map(({ statuses }) => statuses().length)).toEqual(used.map(() => 2));
  expect(await stopped).toBe(0);
});

test('a connection on which nothing was sent is closed, on each listener, while others are served', async () => {
  const server = await openServer(env());
  const portOf = (url: string) => Number(new URL(url).port);
  await using silent = openConnection(server.port);
  await using ofConsole = openConnection(portOf(server.consoleUrl));
  await using ofOps = openConnection(portOf(server.opsUrl));
  await using asking = openConnection(server.port);
  asking.send('GET /health HTTP/1.1\r\n');
  // All are accepted by now.
  for (const url of [`${server.url}/health`, `${server.consoleUrl}/api/me`, `${server.opsUrl}/live`])
    await call(url);
  const stopped = server.stop();
  await silent.closed;
  await ofConsole.closed;
  asking.send('Host: dragoman.example\r\n\r\n');
  await asking.closed;
  expect(asking.statuses()).toEqual([503]);
  await ofOps.closed;
  expect(await stopped).toBe(0);
});

// At once: each has a server of its own, and mostly waits for it.
longTest.concurrent('serve prints one line when it is ready', async ({ expect }) => {
  const server = await startServer(env());
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await server.stop()).toBe(0);
});

test.concurrent('without an engine the service is not healthy and calls are refused', async ({ expect }) => {
  const server = await openServer({ ...env(), DRAGOMAN_APERTIUM_MODES: '/nonexistent' });
  const health = await call<ProblemAnswer>(`${server.url}/health`);
  expect([health.status, health.body.code]).toEqual([503, 'service_unavailable']);
  expect(Number(health.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await server.stop()).toBe(0);
});

test.concurrent('a lost Postgres makes 503 service_unavailable, and its return is noticed', async ({
  expect,
}) => {
  const own = { DATABASE_URL: services.current.databaseUrl };
  await migrate(own.DATABASE_URL);
  const ownKey = (await createKey(own, await createTeam(own))).plain;
  // Calls wait for the database until their deadline.
  const server = await openServer({ ...own, DRAGOMAN_CALL_DEADLINE_MS: '5000' });
  const ask = () =>
    translate<ProblemAnswer>(server.url, ownKey, { text: ['Hola'], source_lang: 'ES', target_lang: 'ES' });
  await expect.poll(async () => (await ask()).status).toBe(200);

  await services.killPostgres();
  const lost = await ask();
  expect([lost.status, lost.body.code]).toEqual([503, 'service_unavailable']);
  expect(lost.headers.get('retry-after')).not.toBeNull();
  await expect.poll(async () => (await call(`${server.url}/health`)).status).toBe(503);

  await services.restartPostgres();
  await expect.poll(async () => (await ask()).status).toBe(200);
  await expect.poll(async () => (await call(`${server.url}/health`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
