/** Faults 13 and 16 of docs/evidence/reliability.md: the limits are exact and honest. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLimitedTeam } from '../support/limited-team.ts';
import { type SentCall, sendAtRate, sendCall } from '../support/load.ts';
import { isLong } from '../support/long-form.ts';
import { useTwoNodes } from '../support/two-nodes.ts';

const seconds = isLong ? 60 : 10;
const cluster = useTwoNodes(() => process.env.REDIS_URL);

const generous = { requestsPerSecond: 10_000, requestsBurst: 10_000, callsInFlight: 10_000 };
const limited = [
  {
    name: 'requests',
    limits: { ...generous, requestsPerSecond: 40, requestsBurst: 80 },
    text: 'Hola',
    offeredPerSecond: 200,
    burst: 80,
    perSecond: 40,
  },
  {
    name: 'characters',
    limits: { ...generous, charactersPerMinute: 240_000 },
    text: 'a'.repeat(1_000),
    offeredPerSecond: 60,
    burst: 240,
    perSecond: 4,
  },
];

// Both at once: they are teams of their own, and together less than what the nodes can refuse.
test.concurrent.for(limited)(
  `13: five times the limit of $name for ${seconds} s on two nodes: none over it, and all of it used`,
  { timeout: 600_000 },
  async ({ name, limits, text, offeredPerSecond, burst, perSecond }) => {
    const { key } = await createLimitedTeam(cluster.db, limits);
    const lossesBefore = losses();
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(seconds * 1_000);
    const calls = await sendAtRate(offeredPerSecond, signal, (n) => sendCall(cluster.url(n), key, text));
    const elapsed = (performance.now() - startedAt) / 1_000;
    expect(new Set(calls.map((call) => call.status))).toEqual(new Set([200, 429]));
    const admitted = calls.filter((call) => call.status === 200);
    // The load was really over the limit; a busy machine offers less of it.
    expect(calls.length).toBeGreaterThan((isLong ? 2 : 1) * admitted.length);

    const most = burst + perSecond * elapsed;
    // The first call was decided a little after it was sent, and the last ones before they were answered.
    const least = burst + perSecond * (lastStart(calls) - firstEnd(calls));
    process.stdout.write(
      `row 13 ${name}: ${calls.length} offered, ${admitted.length} admitted, at most ${most.toFixed(1)}, ` +
        `used ${((100 * admitted.length) / least).toFixed(2)} %, Redis late ${losses() - lossesBefore} times\n`,
    );
    // On a machine so busy that Redis does not answer in 50 ms, nodes keep to their shares for a moment.
    const [over, used] = losses() === lossesBefore ? [1, 0.995] : [1.1, 0.8];
    expect(admitted.length).toBeLessThanOrEqual(most * over);
    expect(admitted.length).toBeGreaterThanOrEqual(Math.floor(least * used));
    for (const call of calls) expect(call.status === 429).toBe((call.retryAfter ?? 0) >= 1);
  },
);

const losses = () =>
  cluster.nodes.reduce((sum, node) => sum + node.log().split('Redis is unreachable').length - 1, 0);
const firstEnd = (calls: SentCall[]) => Math.min(...calls.map((c) => c.startedAtMs + c.ms)) / 1_000;
const lastStart = (calls: SentCall[]) => Math.max(...calls.map((c) => c.startedAtMs)) / 1_000;

const obedientClients = isLong ? 100 : 12;
const roundsEach = isLong ? 10 : 2;

test(`16: an obedient client is never refused twice, ${obedientClients * roundsEach} times`, {
  timeout: 600_000,
}, async () => {
  const refusedTwice: string[] = [];
  let [refused, retried] = [0, 0];
  const lossesBefore = losses();
  const obey = async (n: number) => {
    const byCharacters = n % 2 === 1;
    const { key } = await createLimitedTeam(
      cluster.db,
      byCharacters
        ? { ...generous, charactersPerMinute: 100_000 }
        : { requestsPerSecond: 3, requestsBurst: 4 },
    );
    if (byCharacters) await sendCall(cluster.url(n), key, 'a'.repeat(130_972));
    for (let round = 0; round < roundsEach; ) {
      const text = byCharacters ? 'a'.repeat(500 + 37 * ((n * 7 + round) % 60)) : 'Hola';
      const call = await sendCall(cluster.url(n + round), key, text);
      if (call.status === 200) continue;
      expect([call.status, call.retryAfter]).toEqual([429, expect.any(Number)]);
      refused++;
      await sleep((call.retryAfter ?? 0) * 1_000);
      const again = await sendCall(cluster.url(n + round + 1), key, text);
      if (again.status !== 200) refusedTwice.push(`${again.status} after ${call.retryAfter} s`);
      retried++;
      round++;
    }
  };
  await Promise.all(Array.from({ length: obedientClients }, (_, n) => obey(n)));
  process.stdout.write(
    `row 16: ${refused} refused, ${retried} back in time, ${refusedTwice.length} refused twice, ` +
      `Redis late ${losses() - lossesBefore} times\n`,
  );
  expect(retried).toBe(obedientClients * roundsEach);
  // A node that loses Redis for a moment keeps to its share, and can't keep what the whole was good for.
  if (losses() === lossesBefore) expect(refusedTwice).toEqual([]);
});
