import { beforeAll, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer, translate } from '../support/api-client.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { openServer, useServer } from '../support/server-process.ts';

const context = useServer();
const canary = 'Canarybird sings';
let key: string;
let team: string;

beforeAll(async () => {
  team = await createTeam(context.env, 'observed', 1_000);
  key = (await createKey(context.env, team, 'translate', 'test')).plain;
});

const scrape = async () => (await fetch(`${context.server.opsUrl}/metrics`)).text();
const metric = async (name: string) =>
  Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(await scrape())?.[1] ?? 0);

test('live and ready say ok, and ready names its checks', async () => {
  expect((await call(`${context.server.opsUrl}/live`)).body).toEqual({ status: 'ok' });
  const ready = await call<{ checks: { name: string; ok: boolean }[] }>(`${context.server.opsUrl}/ready`);
  expect(ready.status).toBe(200);
  expect(ready.body.checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['database', true],
    ['engines', true],
  ]);
});

test('a node without an engine is live but not ready, and says why', async () => {
  const server = await openServer({ ...context.env, DRAGOMAN_APERTIUM_MODES: '/nonexistent' });
  expect((await call(`${server.opsUrl}/live`)).status).toBe(200);
  const ready = await call<ProblemAnswer>(`${server.opsUrl}/ready`);
  expect([ready.status, ready.body.code]).toEqual([503, 'service_unavailable']);
  expect(ready.body.detail).toMatch(/engines: apertium: no pairs/);
  expect(await server.stop()).toBe(0);
});

test('the metrics count calls, characters, steps and batches', async () => {
  const before = await metric('dragoman_characters_total{outcome="ok",mode="test",dialect="v1"}');
  await translate(context.server.url, key, { text: [canary], target_lang: 'ES', source_lang: 'EN' });
  await translate(context.server.url, key, {
    text: ['x'.repeat(2_000)],
    target_lang: 'ES',
    source_lang: 'ES',
  });
  expect(await metric('dragoman_characters_total{outcome="ok",mode="test",dialect="v1"}')).toBe(
    before + canary.length,
  );
  expect(await metric('dragoman_characters_total{outcome="quota_exceeded",mode="test",dialect="v1"}')).toBe(
    2_000,
  );
  expect(await metric('dragoman_calls_total{outcome="quota_exceeded",mode="test",dialect="v1"}')).toBe(1);
  expect(await metric('dragoman_call_step_seconds_count{step="charge"}')).toBeGreaterThan(0);
  expect(await metric('dragoman_charge_batch_calls_count')).toBeGreaterThan(0);
  expect(await metric('dragoman_engine_healthy{engine="apertium"}')).toBe(1);
  expect(await metric('dragoman_engine_calls_total{engine="apertium",result="ok"}')).toBe(1);
  expect(await metric('dragoman_engine_work_seconds_count{engine="apertium"}')).toBe(1);
  expect(await metric('dragoman_charges_total{verdict="charged"}')).toBe(1);
  expect(await metric('dragoman_http_requests_total{listener="public",status="456"}')).toBe(1);
  expect(await metric('dragoman_ready{check="database"}')).toBe(1);
  await expect.poll(() => metric('dragoman_ledger_months_ahead')).toBe(2);
  const sizes = ['calls', 'changes', 'reports'].map((pool) =>
    metric(`dragoman_postgres_pool_size{pool="${pool}"}`),
  );
  expect(await Promise.all(sizes)).toEqual([4, 7, 1]);
});

test('a node that keeps the rate limits by itself says so in its metrics', async () => {
  expect(await metric('dragoman_limiter_fallback')).toBe(0);
  const alone = await openServer({ ...context.env, REDIS_URL: 'redis://127.0.0.1:1' });
  const metrics = await (await fetch(`${alone.opsUrl}/metrics`)).text();
  expect(metrics).toMatch(/^dragoman_limiter_fallback 1$/m);
  expect(metrics).toMatch(/^dragoman_limiter_fallbacks_total 1$/m);
  await alone.stop();
});

test('no key, no text and no team is in the metrics or in the log', async () => {
  await translate(context.server.url, key, { text: [canary], target_lang: 'ES', source_lang: 'EN' });
  const secrets = [key.slice(9), 'Canarybird'];
  const metrics = await scrape();
  for (const secret of [...secrets, team]) expect(metrics).not.toContain(secret);
  for (const secret of secrets) expect(context.server.log()).not.toContain(secret);
});

test('one log line per call has its request id, team, outcome and durations by step', async () => {
  const answer = await translate(context.server.url, key, {
    text: ['Hello'],
    target_lang: 'ES',
    source_lang: 'EN',
  });
  const id = answer.headers.get('x-request-id') ?? 'none';
  const lines = () =>
    context.server
      .log()
      .split('\n')
      .filter((line) => line.includes(id));
  await expect.poll(lines).toHaveLength(1);
  expect(JSON.parse(lines()[0] ?? '{}')).toMatchObject({
    requestId: id,
    teamId: team,
    route: '/v1/translate',
    status: 200,
    outcome: 'ok',
    steps: { look: expect.any(Number), translate: expect.any(Number), charge: expect.any(Number) },
  });
});

test('the public listener serves none of this, and operations serve no translations', async () => {
  for (const path of ['/metrics', '/live', '/ready']) {
    expect((await call(`${context.server.url}${path}`, { headers: bearer(key) })).status).toBe(404);
  }
  expect(
    (await call(`${context.server.opsUrl}/v1/translate`, { method: 'POST', headers: bearer(key) })).status,
  ).toBe(404);
});
