/** A process that was busy with itself must not take Redis for lost: it would fall back to a tenth of every burst. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestLimits } from '../../src/lib/request-limits.ts';
import { FailoverLimiter } from '../../src/limits/failover-limiter.ts';
import { ratesOf } from '../../src/limits/limiter.ts';
import { LocalLimiter } from '../../src/limits/local-limiter.ts';
import { RateMemory } from '../../src/limits/rate-memory.ts';
import { RedisLimiter } from '../../src/limits/redis-limiter.ts';
import { openRedis, type RedisClient, untilReady } from '../../src/store/redis/connection.ts';
import { scale } from '../support/long-form.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { quietLogger } from '../support/pool.ts';

const limits = {
  requestsPerSecond: 1_000,
  requestsBurst: 10_000,
  charactersPerMinute: 1e7,
  callsInFlight: 64,
};
/** In the gate, long enough for a Redis that a busy machine keeps waiting. */
const patienceMs = scale(500, requestLimits.redisPatienceMs);
let redis: OwnRedis;
let client: RedisClient;
let limiter: FailoverLimiter;
/** Every time that the limiter fell back or came back. */
const announced: boolean[] = [];

beforeAll(async () => {
  redis = await OwnRedis.start();
  client = openRedis(`redis://127.0.0.1:${redis.port}`, quietLogger);
  await untilReady(client, 5_000);
  const memory = new RateMemory(() => Date.now() * 1_000);
  limiter = new FailoverLimiter({
    redis: new RedisLimiter(client, memory, () => 1, patienceMs),
    local: new LocalLimiter(memory, () => 1),
    announce: (isAlone) => announced.push(isAlone),
    logger: quietLogger,
  });
  client.on('close', () => limiter.open(new Error('the connection was lost')));
});
afterAll(async () => {
  limiter.close();
  client.disconnect();
  redis.signal('SIGCONT');
  await redis.kill();
});

const take = (bucket = 'stalls') => limiter.take({ bucket, rates: ratesOf(limits), costs: [1, 10] });

function blockEventLoop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test.for([2 * patienceMs, 3 * patienceMs])(
  'a stall of %i ms while a check is under way is no lost Redis',
  async (stallMs) => {
    await take();
    const [before, takenBefore] = [announced.length, await checksOfRedis()];
    // Sent before the stall, and answered while nobody reads.
    const checks = [take('a'), take('b'), take('c')];
    blockEventLoop(stallMs);
    expect((await Promise.all(checks)).every(({ allowed }) => allowed)).toBe(true);
    await sleep(50); // a connection that the client took for dead would be closed by now
    expect(announced.slice(before)).toEqual([]);
    expect(await checksOfRedis()).toBe(takenBefore + 3);
  },
);

test('nor is one while a check needs a second question', async () => {
  await take();
  const before = announced.length;
  expect(await redis.cli('script', 'flush', 'sync')).toBe('OK');
  const check = take('d');
  blockEventLoop(2 * patienceMs);
  expect((await check).allowed).toBe(true);
  expect(announced.slice(before)).toEqual([]);
});

test('a Redis that does not answer is noticed, with or without a stall', async () => {
  for (const stallMs of [0, 2 * patienceMs]) {
    const before = announced.length;
    redis.signal('SIGSTOP');
    const checks = [take(), take()];
    blockEventLoop(stallMs);
    await Promise.all(checks);
    expect(announced.slice(before)).toEqual([true]); // the fault took effect
    redis.signal('SIGCONT');
    await expect.poll(() => announced.slice(before), { timeout: 120_000 }).toEqual([true, false]);
  }
});

/** How many checks the server has run, by its own count. */
async function checksOfRedis(): Promise<number> {
  const stats = await redis.cli('info', 'commandstats');
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}
