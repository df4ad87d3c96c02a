/** Far more texts than can be translated before their callers' deadline. */

import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { CallMaker, type KnownPair, learnAnswers } from '../faults/support/known-texts.ts';
import { SeededRandom } from '../faults/support/seeded-random.ts';
import { type CallRecord, sendKnownCall, type Target } from '../faults/support/steady-load.ts';
import { expectInTime } from '../support/long-form.ts';
import { peakMemoryMib, resetPeakMemory } from '../support/process-table.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';

const deadlineMs = 3_000;
/** The client parses the answers of the whole flood on the same two cores. */
const slackMs = 1_500;
const floodCalls = 200;
const textsPerCall = 1_000;

const context = useServerProcess({
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_CALL_DEADLINE_MS: String(deadlineMs),
  DRAGOMAN_APERTIUM_PIPELINES: '1',
  DRAGOMAN_LOG_LEVEL: 'warn',
});
let target: Target;
let maker: CallMaker;
let flooded: KnownPair;

beforeAll(async () => {
  const key = (await createKey(context.env, await createTeamForLoad(context.env))).plain;
  target = { url: context.server.url, key };
  const known = await learnAnswers(target.url, key);
  maker = new CallMaker(known, new SeededRandom(7));
  const pair = known.find(({ source, target: to }) => source === 'EN' && to === 'ES');
  if (pair === undefined) throw new Error('there is no pair EN>ES');
  // Without the long shape: a thousand texts must fit into a call.
  flooded = { ...pair, shapes: pair.shapes.filter(({ question }) => question.length < 90) };
});

/** Some calls at once, then more every 20 ms: the queue is never empty and its callers are never the same. */
async function flood(): Promise<CallRecord[]> {
  const calls: Promise<CallRecord>[] = [];
  for (let i = 0; i < floodCalls; i++) {
    calls.push(sendKnownCall(target, maker.next(flooded, textsPerCall)));
    if (i >= 50) await delay(20);
  }
  return Promise.all(calls);
}

test('a flood fails by its deadline, in bounded memory, and is over when it is over', async () => {
  const { pid } = context.server;
  resetPeakMemory(pid);
  const before = peakMemoryMib(pid);
  const records = await flood();

  const served = records.filter(({ status }) => status === 200);
  const refused = records.filter(({ status }) => status !== 200);
  const slowestMs = Math.max(...records.map(({ durationMs }) => durationMs));
  const grownMib = peakMemoryMib(pid) - before;

  const started = performance.now();
  const next = await sendKnownCall(target, maker.next(flooded, 8));
  const nextMs = performance.now() - started;
  process.stdout.write(
    `flood: ${floodCalls} calls of ${textsPerCall} texts, served ${served.length}, slowest ${slowestMs.toFixed(0)} ms` +
      ` (deadline ${deadlineMs} ms), memory +${grownMib.toFixed(0)} MiB, next call after ${nextMs.toFixed(0)} ms\n`,
  );

  for (const { status, code, retryAfter } of refused) {
    expect([status, code, retryAfter !== null]).toEqual([503, 'engine_unavailable', true]);
  }
  expect(refused.length).toBeGreaterThan(floodCalls / 2);
  expect(records.flatMap(({ misplaced }) => misplaced)).toEqual([]);
  expectInTime('the slowest call of the flood', slowestMs, deadlineMs + slackMs);
  expect(grownMib).toBeLessThan(256);
  expect([next.status, next.misplaced]).toEqual([200, []]);
  expectInTime('the call after the flood', nextMs, 500);
});

test('texts beyond what can ever be served are refused at once', async () => {
  // Four million characters may wait for a pipeline; 60 calls of 100,000 are more.
  const text = Array.from({ length: 100 }, (_, i) => `${'word '.repeat(190)}${i}.`.padEnd(990, ' '));
  const body = JSON.stringify({ text, source_lang: 'EN', target_lang: 'ES' });
  const headers = { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' };
  const durations = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const started = performance.now();
      const response = await fetch(`${target.url}/v1/translate`, { method: 'POST', headers, body });
      await response.text();
      return { status: response.status, durationMs: performance.now() - started };
    }),
  );
  const refused = durations.filter(({ status }) => status === 503).map(({ durationMs }) => durationMs);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expectInTime('the tenth call that is refused', refused.toSorted((a, b) => a - b)[9] ?? 0, deadlineMs - 500);
});
