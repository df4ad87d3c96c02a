/** Fault 15 of docs/evidence/reliability.md, seen from the limiter itself: what a check costs when Redis stops answering. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FailoverLimiter } from '../../src/limits/failover-limiter.ts';
import { ratesOf } from '../../src/limits/limiter.ts';
import { LocalLimiter } from '../../src/limits/local-limiter.ts';
import { RateMemory } from '../../src/limits/rate-memory.ts';
import { RedisLimiter } from '../../src/limits/redis-limiter.ts';
import { openRedis, untilReady } from '../../src/store/redis/connection.ts';
import { quantile } from '../support/load.ts';
import { scale } from '../support/long-form.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { quietLogger } from '../support/pool.ts';

const rounds = scale(5, 50);
const limits = {
  requestsPerSecond: 1_000,
  requestsBurst: 10_000,
  charactersPerMinute: 1e7,
  callsInFlight: 64,
};

let redis: OwnRedis;
beforeAll(async () => {
  redis = await OwnRedis.start();
});
afterAll(() => redis.kill());

test('15: a stopped Redis costs the first check a time-out and the next ones nothing', async () => {
  const client = openRedis(`redis://127.0.0.1:${redis.port}`, quietLogger);
  await untilReady(client, 5_000);
  const memory = new RateMemory(() => Date.now() * 1_000);
  let isAlone = false;
  const limiter = new FailoverLimiter({
    redis: new RedisLimiter(client, memory, () => 1),
    local: new LocalLimiter(memory, () => 1),
    announce: (alone) => {
      isAlone = alone;
    },
    logger: quietLogger,
  });
  const take = async () => {
    const startedAt = performance.now();
    const { allowed } = await limiter.take({ bucket: 'time-out', rates: ratesOf(limits), costs: [1, 10] });
    expect(allowed).toBe(true);
    return performance.now() - startedAt;
  };
  const until = async (state: boolean) => {
    const startedAt = performance.now();
    while (isAlone !== state) await sleep(5);
    return performance.now() - startedAt;
  };

  const [first, later, back]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    await until(false);
    await take();
    redis.signal('SIGSTOP');
    first.push(await take());
    expect(isAlone).toBe(true); // the fault took effect
    for (let i = 0; i < 50; i++) {
      await sleep(10);
      later.push(await take());
    }
    redis.signal('SIGCONT');
    back.push(await until(false));
  }
  limiter.close();
  client.disconnect();
  process.stdout.write(
    `row 15 time-outs: first p50 ${quantile(first, 0.5).toFixed(1)}, slowest ${quantile(first, 1).toFixed(1)} ms; ` +
      `then p50 ${quantile(later, 0.5).toFixed(2)}, p99 ${quantile(later, 0.99).toFixed(2)}, ` +
      `slowest ${quantile(later, 1).toFixed(2)} ms; back after at most ${quantile(back, 1).toFixed(0)} ms\n`,
  );
  expect(quantile(first, 0.5)).toBeGreaterThan(45);
  expect(quantile(first, 0.5)).toBeLessThan(100);
  expect(quantile(later, 0.5)).toBeLessThan(5);
  expect(quantile(back, 0.5)).toBeLessThan(2_000);
});
