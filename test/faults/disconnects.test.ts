/** Callers who hang up, or whose deadline passes, take their waiting texts with them. */

import { beforeAll, expect, test } from 'vitest';
import { bearer } from '../support/api-client.ts';
import { expectInTime, scale } from '../support/long-form.ts';
import { median } from '../support/median.ts';
import { readMetric } from '../support/read-metric.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

/** What is inside the pipeline already goes through: at most this much more than the call's own work. */
const aftermathMs = 250;
/** Long enough in the gate for a small call, however busy the machine is. */
const deadlineMs = scale(5_000, 1_500);
const rounds = scale(2, 5);

const context = useServer({
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_CALL_DEADLINE_MS: String(deadlineMs),
  DRAGOMAN_APERTIUM_PIPELINES: '1',
  DRAGOMAN_LOG_LEVEL: 'warn',
});
let key: string;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeamForLoad(context.env))).plain;
  await ask(['Warm up.']);
});

async function ask(text: readonly string[], signal?: AbortSignal): Promise<number> {
  const response = await fetch(`${context.server.url}/v1/translate`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ text, source_lang: 'EN', target_lang: 'ES' }),
    ...(signal !== undefined && { signal }),
  });
  await response.text();
  return response.status;
}

async function timeSmallCall(): Promise<number> {
  const started = performance.now();
  expect(await ask(['The house is big.', 'The dog is small.'])).toBe(200);
  return performance.now() - started;
}

/** Many seconds of work for the one pipeline. */
function longWork(callers: number, signal?: AbortSignal): Promise<number>[] {
  const text = Array.from(
    { length: 1_000 },
    (_, i) => `The garden number ${i} is very beautiful and has a big old tree.`,
  );
  return Array.from({ length: callers }, () => ask(text, signal).catch(() => 0));
}

/** Until the pipeline works, and callers wait behind each other. */
async function untilBusy(): Promise<void> {
  const read = (name: string) => () => readMetric(context.server.opsUrl, name);
  await expect.poll(read('dragoman_calls_under_way')).toBeGreaterThan(1);
  await expect.poll(read('dragoman_engine_batches_under_way')).toBeGreaterThan(0);
}

/** For as long as it takes: callers whose deadline has passed come again. */
async function longWorkUntil(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await Promise.all(longWork(1, signal));
}

async function timeAlone(): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) times.push(await timeSmallCall());
  return median(times);
}

test('behind long work a call waits, so what follows can fail', async () => {
  const hangUp = new AbortController();
  const work = Array.from({ length: 6 }, () => longWorkUntil(hangUp.signal));
  await untilBusy();
  const started = performance.now();
  await ask(['The house is big.']);
  // A slower machine only makes it longer.
  expect(performance.now() - started).toBeGreaterThan(2 * aftermathMs);
  hangUp.abort();
  await Promise.all(work);
});

test('texts of callers who hung up leave the queue', async () => {
  const aloneMs = await timeAlone();
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const hangUp = new AbortController();
    const work = Array.from({ length: 6 }, () => longWorkUntil(hangUp.signal));
    await untilBusy();
    hangUp.abort();
    times.push(await timeSmallCall());
    await Promise.all(work);
  }
  process.stdout.write(
    `after a disconnect: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms; alone ${aloneMs.toFixed(0)} ms\n`,
  );
  expectInTime('a call after hang-ups', median(times), aloneMs + aftermathMs);
});

test('texts of calls past their deadline leave the queue', async () => {
  const aloneMs = await timeAlone();
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    expect(await Promise.all(longWork(6))).toContain(503);
    times.push(await timeSmallCall());
  }
  process.stdout.write(
    `after a deadline: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms; alone ${aloneMs.toFixed(0)} ms\n`,
  );
  expectInTime('a call after deadlines', median(times), aloneMs + aftermathMs);
});
