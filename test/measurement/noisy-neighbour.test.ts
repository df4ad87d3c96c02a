/**
 * Faults 19 and 20 of docs/evidence/reliability.md: one team floods the engine while another one trickles; and everybody
 * together asks for three times what the engine can do. On the real Apertium, with the load on raw sockets: on two
 * cores, what the clients burn is missing to the server.
 */
import { beforeAll, expect, test } from 'vitest';
import { quantile } from '../support/load.ts';
import { isLong, scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';
import { runLoad, translateRequest } from '../support/socket-load.ts';

const deadlineMs = 2_000;
const context = useServerProcess({
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_APERTIUM_PIPELINES: '2',
  DRAGOMAN_LOG_LEVEL: 'error',
  DRAGOMAN_CALL_DEADLINE_MS: String(deadlineMs),
});
const keys: string[] = [];
beforeAll(async () => {
  for (let i = 0; i < 5; i++)
    keys.push((await createKey(context.env, await createTeamForLoad(context.env))).plain);
  await load([keys[0] ?? ''], 8, 1_500);
});

let sentences = 0;
const nextSentence = () =>
  `The house number ${sentences++} near the river is big, and the garden behind it is green.`;

/** Closed loops on so many connections, with the teams in turn. */
function load(ofKeys: readonly string[], connections: number, durationMs: number, pauseMs = 0) {
  let turn = 0;
  const next = () => translateRequest(ofKeys[turn++ % ofKeys.length] ?? '', nextSentence(), 'ES');
  return runLoad({ port: context.server.port, connections, durationMs, next, pauseMs, mayShed: true });
}

test("19: one team's flood leaves the waiting time of another alone", async () => {
  const [noisyKey = '', quietKey = ''] = keys;
  const seconds = scale(5, 60);
  const alone = await load([quietKey], 1, seconds * 1_000);
  const flood = load([noisyKey], 200, (seconds + 1) * 1_000);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const among = await load([quietKey], 1, seconds * 1_000);
  const noisy = await flood;
  const figures = ({ times }: { times: readonly number[] }) => ({
    calls: times.length,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  });
  const ratio = quantile(among.times, 0.99) / quantile(alone.times, 0.99);
  report('row 19 noisy neighbour', {
    alone: figures(alone),
    among: figures(among),
    noisy: figures(noisy),
    ratioOfP99: ratio,
  });
  expect([alone.shedTimes.length, among.shedTimes.length]).toEqual([0, 0]);
  // The flood was one: who is in it waits many times as long. In one queue both would wait alike.
  expect(quantile(noisy.times, 0.5)).toBeGreaterThan(4 * quantile(among.times, 0.5));
  if (isLong) expect(ratio).toBeLessThanOrEqual(3);
});

test('20: what cannot be served in time is shed at once, and the engine works on', async () => {
  const teams = keys.slice(1);
  const peakMs = scale(4, 20) * 1_000;
  const peak = await load(teams, 16, peakMs);
  // Clients that come back a second after each answer: three times what can be served. A third of the calls is served
  // and waits for about half of its deadline; the others are shed at once.
  const pauseMs = 1_000;
  const connections = Math.ceil((peak.perSecond * (3 * pauseMs + deadlineMs / 2)) / 1_000);
  const over = await load(teams, connections, scale(6, 60) * 1_000, pauseMs);
  const asked = performance.now();
  const after = await load(teams, 1, 500);
  const backMs = performance.now() - asked;
  // A machine does not keep its speed, and a server gets faster while it runs: the peak is taken on both sides.
  const peakAfter = await load(teams, 16, peakMs);
  const peakPerSecond = (peak.perSecond + peakAfter.perSecond) / 2;
  const share = over.perSecond / peakPerSecond;
  const shedP50Ms = quantile(over.shedTimes, 0.5);
  report('row 20 overload', {
    connections,
    peakPerSecond,
    peaksPerSecond: [peak.perSecond, peakAfter.perSecond],
    offeredPerSecond: (over.times.length + over.shedTimes.length) / scale(6, 60),
    goodputPerSecond: over.perSecond,
    share,
    shed: over.shedTimes.length,
    shedP50Ms,
    servedP99Ms: quantile(over.times, 0.99),
    backMs,
  });
  expect(over.shedTimes.length).toBeGreaterThan(0);
  expect(quantile(over.times, 0.99)).toBeLessThan(deadlineMs + 1_000);
  // Clients, shedding and engine share the cores: it may get slower, it must not collapse.
  expect(share).toBeGreaterThan(0.25);
  if (isLong) {
    expect(shedP50Ms).toBeLessThanOrEqual(50);
    expect(share).toBeGreaterThanOrEqual(0.9);
  }
  expect(after.times.length).toBeGreaterThan(0);
});
