/** One team reads all of its usage, over and over and many times at once; another one translates. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer } from '../support/api-client.ts';
import { quantile, sendCall } from '../support/load.ts';
import { isLong, scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { report } from '../support/report.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';

const context = useServerProcess({ DRAGOMAN_LOG_LEVEL: 'error' });
const readersAtOnce = 24;
const rows = scale(50_000, 500_000);
let reading: { id: string; key: string };
let translating: string;

beforeAll(async () => {
  const id = await createTeamForLoad(context.env);
  const key = await createKey(context.env, id, 'translate,usage');
  reading = { id, key: key.plain };
  translating = (await createKey(context.env, await createTeamForLoad(context.env))).plain;
  const db = openTestPool(context.env.DATABASE_URL ?? '');
  // About three years of hours with twenty pairs in each.
  await db.query(
    `INSERT INTO usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
     SELECT $1, date_trunc('hour', now(), 'UTC') - (n / 20) * interval '1 hour', $2, 'live', 'en', 'x' || n % 20, 'stub', 7, 1, 1
     FROM generate_series(0, $3::int - 1) AS n`,
    [id, key.id, rows],
  );
  await db.query('ANALYZE usage_hourly');
  await db.end();
});

async function p99OfCalls(durationMs: number): Promise<{ p50: number; p99: number; calls: number }> {
  const times: number[] = [];
  for (const end = performance.now() + durationMs; performance.now() < end; ) {
    const { status, ms } = await sendCall(context.server.url, translating, 'La casa es grande.');
    expect(status).toBe(200);
    times.push(ms);
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), calls: times.length };
}

let isReading = false;
const statuses = new Map<number, number>();

async function read(): Promise<void> {
  while (isReading) {
    const from = new Date(Date.now() - 3 * 366 * 86_400_000).toISOString();
    const url = `${context.server.url}/v1/usage?from=${from}&group_by=target_lang`;
    const { status } = await fetch(url, { headers: bearer(reading.key) });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}
afterAll(() => {
  isReading = false;
});

test('reports of one team leave the calls of another alone', async () => {
  const durationMs = scale(4_000, 30_000);
  await p99OfCalls(2_000);
  const alone = await p99OfCalls(durationMs);
  isReading = true;
  const readers = Array.from({ length: readersAtOnce }, read);
  const beside = await p99OfCalls(durationMs);
  isReading = false;
  await Promise.all(readers);
  const reads = Object.fromEntries(statuses);
  report('usage readers', { rows, alone, beside, reads, ratioOfP99: beside.p99 / alone.p99 });
  expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
  if (isLong) expect(beside.p99).toBeLessThanOrEqual(3 * alone.p99);
});
