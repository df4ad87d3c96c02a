import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ProblemAnswer, translate } from '../support/api-client.ts';
import { dragomanJson } from '../support/command-line.ts';
import { readMetric } from '../support/read-metric.ts';
import { createKey, createTeam, createTeamWithDefaultLimits } from '../support/seed.ts';
import { openServer, type RunningServer, startServer } from '../support/server-process.ts';
import { shorterLimits } from '../support/shorter-limits.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const env = () => ({ DATABASE_URL: database.url });
let nodes: RunningServer[] = [];

beforeAll(async () => {
  // A node that takes a late Redis for lost admits a tenth of a burst: both wait for it here, on a busy machine as well.
  const { env: patient } = shorterLimits({ redisPatienceMs: 60_000 });
  nodes = await Promise.all([openServer(env()), startServer({ ...env(), ...patient })]);
  const key = (await createKey(env(), await createTeam(env()))).plain;
  for (const [i, { opsUrl }] of nodes.entries()) {
    const reachesRedis = async () => {
      await ask(i, key);
      expect(await readMetric(opsUrl, 'dragoman_limiter_fallback')).toBe(0);
    };
    await vi.waitFor(reachesRedis, { timeout: 240_000, interval: 50 });
  }
});
afterAll(async () => {
  expect(await Promise.all(nodes.map((node) => node.stop()))).toEqual([0, 0]);
});

async function limitedTeam(...limits: string[]): Promise<{ team: string; key: string }> {
  const team = await createTeamWithDefaultLimits(env());
  await dragomanJson(['team', 'set-limits', team, ...limits], env());
  return { team, key: (await createKey(env(), team)).plain };
}

/** Source and target are the same language: no engine is needed, the characters count. */
const ask = (node: number, key: string, text = 'Hola') =>
  translate<ProblemAnswer>(nodes[node]?.url ?? '', key, {
    text: [text],
    source_lang: 'es',
    target_lang: 'es',
  });

test('a new team has the documented limits, and every answer says what is left', async () => {
  const key = (await createKey(env(), await createTeamWithDefaultLimits(env()))).plain;
  const { status, headers } = await ask(0, key, 'a'.repeat(1_000));
  expect(status).toBe(200);
  expect(headers.get('ratelimit-policy')).toBe('"requests";q=200;w=2, "characters";q=1000000;w=60');
  expect(headers.get('ratelimit')).toMatch(/^"requests";r=199;t=1, "characters";r=999\d{3};t=1$/);
});

test('both nodes share a limit; over it a call gets 429 rate_limited with Retry-After', async () => {
  const { key } = await limitedTeam('--requests-per-second', '1', '--requests-burst', '2');
  const started = performance.now();
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => ask(i % 2, key)));
  const seconds = (performance.now() - started) / 1_000;
  const admitted = answers.filter(({ status }) => status === 200).length;
  expect(admitted).toBeGreaterThanOrEqual(2);
  expect(admitted).toBeLessThanOrEqual(2 + seconds);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['429 rate_limited']),
  );
  const { headers } = refused[0] ?? { headers: new Headers() };
  expect(headers.get('retry-after')).toMatch(/^[12]$/);
  expect(headers.get('ratelimit-policy')).toMatch(/^"requests";q=2;w=2, /);
  expect(headers.get('ratelimit')).toMatch(/^"requests";r=0;t=[12], /);
  await new Promise((resolve) => setTimeout(resolve, Number(headers.get('retry-after')) * 1_000));
  expect((await ask(1, key)).status).toBe(200);
});

test('a call of a key that may wait is answered later instead of being refused', async () => {
  const { team, key: impatient } = await limitedTeam('--requests-per-second', '1', '--requests-burst', '1');
  const { key } = await dragomanJson<{ key: { plain: string; max_wait_seconds: number } }>(
    ['key', 'create', '--team', team, '--name', 'connector', '--max-wait', '20'],
    env(),
  );
  expect(key.max_wait_seconds).toBe(20);
  const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => ask(i % 2, key.plain)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await Promise.all([ask(0, impatient), ask(1, impatient)])).map(({ status }) => status)).toContain(
    429,
  );
});

test('characters are limited too, and the largest call always fits once', async () => {
  const { key } = await limitedTeam('--characters-per-minute', '6000');
  const started = performance.now();
  expect((await ask(0, key, 'a'.repeat(131_072))).status).toBe(200);
  const { status, headers, body } = await ask(1, key, 'a'.repeat(1_000));
  // A thousand come back in ten seconds, of which some have passed.
  const passed = (performance.now() - started) / 1_000;
  expect([status, body.detail]).toEqual([429, expect.stringContaining('6,000 characters per minute')]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(9 - passed);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(11);
  // An empty call needs no characters, and the refused one took no request.
  expect((await ask(1, key, '')).headers.get('ratelimit')).toMatch(/^"requests";r=19[89];/);
});

test('a limit that is set counts on both nodes as soon as they forget the key', async () => {
  const { team, key } = await limitedTeam('--requests-per-second', '1', '--requests-burst', '1');
  // At once: one after the other, they might come slower than the limit.
  const atOnce = await Promise.all(Array.from({ length: 10 }, (_, i) => ask(i % 2, key)));
  expect(atOnce.map(({ status }) => status)).toContain(429);
  await dragomanJson(
    ['team', 'set-limits', team, '--requests-per-second', '1000', '--requests-burst', '1000'],
    env(),
  );
  // A node remembers a key, and its team's limits with it, for five seconds (DRAGOMAN_AUTH_CACHE_MS).
  const statuses = async () => [(await ask(0, key)).status, (await ask(1, key)).status];
  await expect.poll(statuses, { timeout: 120_000, interval: 1_500 }).toEqual([200, 200]);
});

test('more calls at once than a team may have: 429 rate_limited with Retry-After 1', async () => {
  const { key } = await limitedTeam('--calls-in-flight', '1');
  const text = Array.from({ length: 200 }, (_, i) => `The house number ${i} is big.`);
  const slow = () =>
    translate<ProblemAnswer>(nodes[0]?.url ?? '', key, { text, source_lang: 'en', target_lang: 'es' });
  const answers = await Promise.all([slow(), slow(), slow(), slow()]);
  const refused = answers.filter((answer) => answer.status === 429);
  expect(answers.filter((answer) => answer.status === 200).length + refused.length).toBe(4);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, body } of refused) {
    expect([headers.get('retry-after'), body.code]).toEqual(['1', 'rate_limited']);
  }
  expect((await slow()).status).toBe(200);
});
