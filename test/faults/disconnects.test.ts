/** Callers who hang up, or whose deadline passes, take their waiting texts with them. */

import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { bearer } from '../support/api-client.ts';
import { expectInTime, isLong, scale } from '../support/long-form.ts';
import { median } from '../support/median.ts';
import { readMetric } from '../support/read-metric.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

/** What is inside the pipeline already goes through: at most this much more than the call's own work. */
const aftermathMs = 250;
const deadlineMs = 1_500;
const rounds = scale(2, 5);

const env = { DRAGOMAN_CACHE_MB: '0', DRAGOMAN_APERTIUM_PIPELINES: '1', DRAGOMAN_LOG_LEVEL: 'warn' };
const patient = useServer(env);
const hasty = useServer({ ...env, DRAGOMAN_CALL_DEADLINE_MS: String(deadlineMs) });
const keys = new Map<object, string>();

beforeAll(async () => {
  for (const context of [patient, hasty])
    keys.set(context, (await createKey(context.env, await createTeamForLoad(context.env))).plain);
});

type Context = typeof patient;

async function ask(context: Context, text: readonly string[], signal?: AbortSignal): Promise<number> {
  const response = await fetch(`${context.server.url}/v1/translate`, {
    method: 'POST',
    headers: { ...bearer(keys.get(context) ?? ''), 'content-type': 'application/json' },
    body: JSON.stringify({ text, source_lang: 'EN', target_lang: 'ES' }),
    ...(signal !== undefined && { signal }),
  });
  await response.text();
  return response.status;
}

/** Whether it is answered within a short deadline is a matter of the machine. */
async function timeSmallCall(context: Context): Promise<number> {
  const started = performance.now();
  const status = await ask(context, ['The house is big.', 'The dog is small.']);
  if (context === patient || isLong) expect(status).toBe(200);
  return performance.now() - started;
}

/** Many seconds of work for the one pipeline. */
function longWork(context: Context, signal?: AbortSignal): Promise<number>[] {
  const text = Array.from(
    { length: 1_000 },
    (_, i) => `The garden number ${i} is very beautiful and has a big old tree.`,
  );
  return Array.from({ length: callers }, () => ask(context, text, signal).catch(() => 0));
}

const metric = (context: Context, name: string) => () => readMetric(context.server.opsUrl, name);

const callers = 6;

/** Until the pipeline works, and all callers wait behind each other. */
async function untilBusy(): Promise<void> {
  await expect.poll(metric(patient, 'dragoman_calls_under_way')).toBe(callers);
  await expect.poll(metric(patient, 'dragoman_engine_waiting_characters')).toBeGreaterThan(0);
}

/** No text is waiting that no call waits for. */
async function expectNothingWaits(context: Context): Promise<void> {
  await expect.poll(metric(context, 'dragoman_calls_under_way')).toBe(0);
  expect(await metric(context, 'dragoman_engine_waiting_characters')()).toBe(0);
}

async function timeAlone(context: Context): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) times.push(await timeSmallCall(context));
  return median(times);
}

function report(when: string, times: readonly number[], aloneMs: number): void {
  process.stdout.write(
    `after ${when}: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms; alone ${aloneMs.toFixed(0)} ms\n`,
  );
  expectInTime(`a call after ${when}`, median([...times]), aloneMs + aftermathMs);
}

test('behind long work a call waits, so what follows can fail', async () => {
  const hangUp = new AbortController();
  const work = longWork(patient, hangUp.signal);
  await untilBusy();
  const small = ask(patient, ['The house is big.']);
  // A slower machine only makes it longer.
  expect(await Promise.race([small, delay(2 * aftermathMs, 'waiting')])).toBe('waiting');
  hangUp.abort();
  await Promise.all([small, ...work]);
});

test('texts of callers who hung up leave the queue', async () => {
  const aloneMs = await timeAlone(patient);
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const hangUp = new AbortController();
    const work = longWork(patient, hangUp.signal);
    await untilBusy();
    hangUp.abort();
    times.push(await timeSmallCall(patient));
    await Promise.all(work);
    await expectNothingWaits(patient);
  }
  report('a disconnect', times, aloneMs);
});

test('texts of calls past their deadline leave the queue', async () => {
  // The pipeline loads its dictionaries, however many calls that takes.
  await expect.poll(() => ask(hasty, ['Warm up.'])).toBe(200);
  const aloneMs = await timeAlone(hasty);
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    expect(await Promise.all(longWork(hasty))).toContain(503);
    if (i === 0) await expectNothingWaits(hasty);
    times.push(await timeSmallCall(hasty));
  }
  report('a deadline', times, aloneMs);
});
