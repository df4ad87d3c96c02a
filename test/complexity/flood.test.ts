/**
 * One team sends the whole corpus, each input as large as a call may be, as fast as its limits allow. What counts is what
 * everybody else notices: `/live`, and the calls of another team against what they take alone.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from 'vitest';
import { bearer, call } from '../support/api-client.ts';
import { isLong } from '../support/long-form.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { corpusOf } from './corpus.ts';
import { report } from './findings.ts';
import type { Probe, ProbeResult } from './probe-thread.ts';
import { requestBodiesOf, requestTargets } from './request-bodies.ts';
import { targetNamed } from './targets/all-targets.ts';

const floodMs = isLong ? 60_000 : 4_000;
const connections = isLong ? 32 : 8;
/** Only in the long form, which runs alone. */
const maxLiveMs = 250;

const context = useServer({
  NODE_ENV: 'test',
  DRAGOMAN_STUB_ENGINE: 'on',
  DRAGOMAN_APERTIUM_MODES: '/nonexistent',
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_LOG_LEVEL: 'warn',
});
const keys = { flood: '', other: '' };

beforeAll(async () => {
  const { env } = context;
  keys.flood = (await createKey(env, await createTeam(env, 'flood'))).plain;
  keys.other = (await createKey(env, await createTeam(env, 'other'))).plain;
});

function bodies(): Buffer[] {
  return requestTargets.flatMap((name) =>
    corpusOf(targetNamed(name))
      .filter(({ isSent }) => isLong || isSent)
      .flatMap((entry) => requestBodiesOf(name, entry))
      .map((body) => Buffer.from(body)),
  );
}

/** Returns how to end it. */
function startProbe(probe: Probe): () => Promise<ProbeResult> {
  const worker = new Worker(new URL('./probe-thread.ts', import.meta.url), { workerData: probe });
  const result = new Promise<ProbeResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return () => {
    worker.postMessage('end');
    return result;
  };
}

function startProbes() {
  const { url, opsUrl } = context.server;
  const sentence = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'EO' };
  const headers = { ...bearer(keys.other), 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(sentence) };
  const live = startProbe({ url: `${opsUrl}/live`, init: {}, everyMs: 25 });
  const other = startProbe({ url: `${url}/v1/translate`, init, everyMs: 50 });
  return async () => ({ live: await live(), other: await other() });
}

async function flood(all: readonly Buffer[]): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const endsAt = performance.now() + floodMs;
  let next = 0;
  const send = async () => {
    while (performance.now() < endsAt) {
      const body = all[next++ % all.length] ?? Buffer.alloc(0);
      const headers = { ...bearer(keys.flood), 'content-type': 'application/json' };
      const { status } = await call(`${context.server.url}/v1/translate`, { method: 'POST', headers, body });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  return statuses;
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

test('others are served while a team sends everything that costs', { timeout: 600_000 }, async () => {
  const all = bodies();
  const endAlone = startProbes();
  await delay(isLong ? 20_000 : 1_500);
  const alone = await endAlone();
  const endBeside = startProbes();
  const statuses = await flood(all);
  const beside = await endBeside();
  const figure = ({ durationsMs }: ProbeResult, share: number) => percentile(durationsMs, share).toFixed(1);
  report(
    `flood of ${all.length} bodies for ${floodMs / 1_000} s: ${JSON.stringify(statuses)}; /live p99 ${figure(beside.live, 0.99)}, ` +
      `most ${figure(beside.live, 1)} ms (alone ${figure(alone.live, 1)}); another team p50 ${figure(beside.other, 0.5)}, ` +
      `p99 ${figure(beside.other, 0.99)} ms (alone ${figure(alone.other, 0.5)}, ${figure(alone.other, 0.99)})`,
  );
  expect(
    Object.keys(statuses).filter((status) => !['200', '400', '413', '429', '503'].includes(status)),
  ).toEqual([]);
  // On a busy machine the short form does not reach the limits.
  if (isLong) expect(statuses[429] ?? 0).toBeGreaterThan(0);
  for (const { live, other } of [alone, beside]) {
    expect(Object.keys(live.statuses)).toEqual(['200']);
    expect(Object.keys(other.statuses)).toEqual(['200']);
  }
  if (isLong) expect(Math.max(...beside.live.durationsMs)).toBeLessThanOrEqual(maxLiveMs);
});
