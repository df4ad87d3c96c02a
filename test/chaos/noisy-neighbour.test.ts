/**
 * Faults 19 and 20 of docs/reliability.md: one team floods the engine, another one trickles; and everybody together
 * asks for three times what the engine can do. On the real Apertium: what is fair is decided in front of it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer } from '../support/api-client.ts';
import { createKey, createTeamForLoad } from '../support/command-line.ts';
import { quantile } from '../support/load.ts';
import { useServer } from '../support/server-process.ts';
import { report, scale } from './support/scale.ts';

const context = useServer({
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_APERTIUM_PIPELINES: '2',
  DRAGOMAN_LOG_LEVEL: 'error',
  DRAGOMAN_CALL_DEADLINE_MS: '5000',
});
const floodWidth = 200;
const sentence = (n: number) =>
  `The house number ${n} near the river is big, and the garden behind it is green.`;

let keys: { noisy: string; quiet: string; others: string[] };
beforeAll(async () => {
  const newKey = async () => (await createKey(context.env, await createTeamForLoad(context.env))).plain;
  keys = {
    noisy: await newKey(),
    quiet: await newKey(),
    others: [await newKey(), await newKey(), await newKey()],
  };
  for (let i = 0; i < 20; i++) await call(keys.quiet, i);
});

interface Ended {
  readonly status: number;
  readonly ms: number;
}

async function call(key: string, n: number): Promise<Ended> {
  const started = performance.now();
  const answer = await fetch(`${context.server.url}/v1/translate`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ text: [sentence(n)], source_lang: 'EN', target_lang: 'ES' }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - started };
}

/** Calls one after the other, so many at a time, until told to stop. */
function flood(key: string, width: number): () => Promise<Ended[]> {
  const ended: Ended[] = [];
  let isOn = true;
  const workers = Array.from({ length: width }, async (_, worker) => {
    for (let n = 0; isOn; n++) ended.push(await call(key, worker * 100_000 + n));
  });
  return async () => {
    isOn = false;
    await Promise.all(workers);
    return ended;
  };
}

async function trickle(seconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const { status, ms } = await call(keys.quiet, times.length);
    expect(status).toBe(200);
    times.push(ms);
    await delay(20);
  }
  return times;
}

let stopFlood: (() => Promise<Ended[]>) | undefined;
afterAll(() => stopFlood?.());

test("19: one team's flood leaves the waiting time of another alone", async () => {
  const seconds = scale(6, 60);
  const alone = await trickle(seconds);
  stopFlood = flood(keys.noisy, floodWidth);
  await delay(1_000);
  const among = await trickle(seconds);
  const noisy = await stopFlood();
  stopFlood = undefined;
  const [aloneP99, amongP99] = [quantile(alone, 0.99), quantile(among, 0.99)];
  report('row 19 noisy neighbour', {
    alone: { calls: alone.length, p50Ms: quantile(alone, 0.5), p99Ms: aloneP99 },
    among: { calls: among.length, p50Ms: quantile(among, 0.5), p99Ms: amongP99 },
    noisy: {
      served: noisy.length,
      p50Ms: quantile(
        noisy.map(({ ms }) => ms),
        0.5,
      ),
    },
    ratio: amongP99 / aloneP99,
  });
  // The flood was one: whoever is in it waits many times as long as the other team.
  expect(
    quantile(
      noisy.map(({ ms }) => ms),
      0.5,
    ),
  ).toBeGreaterThan(3 * quantile(among, 0.5));
  expect(amongP99).toBeLessThanOrEqual(Math.max(3 * 1.35 * aloneP99, 60));
});

test('20: three times what the engine can do is shed at once, and the rest is served as before', async () => {
  const seconds = scale(8, 60);
  const peak = await served(8, 3);
  const started = performance.now();
  const over = await served(400, seconds);
  const overSeconds = (performance.now() - started) / 1_000;
  const shed = over.filter(({ status }) => status !== 200);
  const peakPerSecond = peak.filter(({ status }) => status === 200).length / 3;
  const goodput = over.filter(({ status }) => status === 200).length / overSeconds;
  const back = performance.now();
  expect((await call(keys.quiet, 1)).status).toBe(200);
  report('row 20 overload', {
    peakPerSecond,
    goodputPerSecond: goodput,
    share: goodput / peakPerSecond,
    shed: shed.length,
    backMs: performance.now() - back,
  });
  expect(shed.filter(({ status }) => status !== 503)).toEqual([]);
  expect(goodput).toBeGreaterThan(peakPerSecond * 0.9 * 0.65);
  expect(performance.now() - back).toBeLessThan(5_000);
});

/** Closed loops of four teams for some seconds. */
async function served(width: number, seconds: number): Promise<Ended[]> {
  const stops = [keys.noisy, ...keys.others].map((key) => flood(key, width / 4));
  await delay(seconds * 1_000);
  return (await Promise.all(stops.map((stop) => stop()))).flat();
}
