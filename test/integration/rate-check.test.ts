import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestLimits } from '../../src/lib/request-limits.ts';
import { type Rate, type RateRequest, ratesOf } from '../../src/limits/limiter.ts';
import { RateMemory } from '../../src/limits/rate-memory.ts';
import { RedisLimiter } from '../../src/limits/redis-limiter.ts';
import { openRedis, type RedisClient, untilReady } from '../../src/store/redis/connection.ts';
import { isLong, scale } from '../support/long-form.ts';
import { quietLogger } from '../support/pool.ts';
import { startRedisCluster } from '../support/redis-cluster.ts';

const team = { requestsPerSecond: 100, requestsBurst: 200, charactersPerMinute: 1_000_000, callsInFlight: 1 };
/** So slow that nothing comes back while a test runs: what is left can be told to the unit. */
const frozen = { ...team, requestsPerSecond: 0.001, requestsBurst: 50, charactersPerMinute: 0.1 };

/** What is counted does not depend on how soon this machine has time for it. */
const patienceMs = 60_000;

const servers = [
  {
    name: 'one Redis',
    start: async () => ({ url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', stop: async () => {} }),
  },
  { name: 'a Redis Cluster of three masters', start: startRedisCluster },
];

describe.each(servers)('$name', ({ start }) => {
  let redis: RedisClient;
  let server: { url: string; stop(): Promise<void> };

  beforeAll(async () => {
    server = await start();
    redis = openRedis(server.url, quietLogger);
    await untilReady(redis, 10_000);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  /** A node that remembers nothing yet. */
  const createNode = (clockUs = () => Date.now() * 1_000) =>
    new RedisLimiter(redis, new RateMemory(clockUs), () => 1, patienceMs);
  const request = (limits = team, characters = 0, bucket: string = randomUUID()): RateRequest => ({
    bucket,
    rates: ratesOf(limits),
    costs: [1, characters],
  });

  test('lets through the burst at once, to the unit', async () => {
    const [node, asked] = [createNode(), request(frozen)];
    const verdicts = await Promise.all(Array.from({ length: 60 }, () => node.take(asked)));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(50);
  });

  test('lets through burst and rate over time, never more', async () => {
    const nodes = [createNode(), createNode()];
    const asked = request();
    const startedAt = performance.now();
    let [offered, allowed] = [0, 0];
    while (performance.now() - startedAt < scale(600, 2_000)) {
      for (const verdict of await Promise.all(nodes.map((node) => node.take(asked)))) {
        offered++;
        if (verdict.allowed) allowed++;
      }
    }
    const most = 200 + (100 * (performance.now() - startedAt)) / 1_000;
    expect(allowed).toBeLessThanOrEqual(most);
    // All of it is used, unless the machine is too busy to ask for as much; where it stands still for a moment, at least
    // what was there at once.
    const least = isLong ? most * 0.99 : 200;
    expect(allowed).toBeGreaterThanOrEqual(Math.min(least, offered));
  });

  test('takes from both limits or from neither', async () => {
    const [node, bucket] = [createNode(), randomUUID()];
    expect((await node.take(request(frozen, requestLimits.maxCharactersPerCall - 100, bucket))).allowed).toBe(
      true,
    );
    for (let i = 0; i < 20; i++) {
      expect((await node.take(request(frozen, 101, bucket))).allowed).toBe(false);
    }
    const last = await node.take(request(frozen, 100, bucket));
    expect(last).toMatchObject({ allowed: true, requests: { left: 48 }, characters: { left: 0 } });
  });

  test('says when to come back, and is right', async () => {
    const [node, asked] = [createNode(), request({ ...team, requestsPerSecond: 20, requestsBurst: 1 })];
    for (let i = 0; i < 20; i++) {
      const verdict = await node.take(asked);
      if (verdict.allowed) continue;
      expect(verdict.waitMs).toBeLessThanOrEqual(50);
      await new Promise((resolve) => setTimeout(resolve, verdict.waitMs + 1));
      expect((await node.take(asked)).allowed).toBe(true);
    }
  });

  test("goes by Redis's clock: a node whose own is an hour wrong changes nothing", async () => {
    const hourUs = 3_600_000_000;
    const [fast, slow] = [1, -1].map((sign) => createNode(() => Date.now() * 1_000 + sign * hourUs));
    const asked = request(frozen);
    for (let i = 0; i < 25; i++) {
      expect((await fast?.take(asked))?.allowed).toBe(true);
      expect((await slow?.take(asked))?.allowed).toBe(true);
    }
    expect((await fast?.take(asked))?.allowed).toBe(false);
    expect((await slow?.take(asked))?.allowed).toBe(false);
  });

  test('goes on after SCRIPT FLUSH, and forgets nothing', async () => {
    const [node, asked] = [createNode(), request(frozen)];
    for (let i = 0; i < 50; i++) {
      if (i % 10 === 0) await flushScripts(redis);
      expect((await node.take(asked)).allowed).toBe(true);
    }
    await flushScripts(redis);
    expect((await node.take(asked)).allowed).toBe(false);
  });

  test('an emptied server learns from the nodes what was used', async () => {
    const [node, asked] = [createNode(), request(frozen)];
    for (let i = 0; i < 50; i++) await node.take(asked);
    await redis.del(`rate:{${asked.bucket}}:requests`);
    await redis.del(`rate:{${asked.bucket}}:characters`);
    expect((await createNode().take(asked)).allowed).toBe(true);
    expect((await node.take(asked)).allowed).toBe(false);
    expect((await createNode().take(asked)).allowed).toBe(false);
  });

  test('a time from a wrong clock costs a burst at most, never more', async () => {
    const asked = request({ ...team, requestsPerSecond: 100, requestsBurst: 10 });
    const memory = new RateMemory(() => Date.now() * 1_000);
    const nextYearUs = (Date.now() + 31_536_000_000) * 1_000;
    memory.learn(asked.bucket, asked.rates, nextYearUs, [nextYearUs, nextYearUs]);
    const { allowed, waitMs } = await new RedisLimiter(redis, memory, () => 1, patienceMs).take({
      ...asked,
      costs: [1, 0],
    });
    expect(allowed).toBe(false);
    expect(waitMs).toBeLessThanOrEqual(10);
  });

  test('hands over what was let through without it', async () => {
    const memory = new RateMemory(() => Date.now() * 1_000);
    const asked = request(frozen);
    const usedUs = (asked.rates[0] as Rate).intervalUs * 50;
    memory.findOrCreate(asked.bucket, asked.rates).tatUs[0] = Date.now() * 1_000 + usedUs;
    await new RedisLimiter(redis, memory, () => 1, patienceMs).handOver(owing([0, 0]));
    expect((await createNode().take(asked)).allowed).toBe(false);
  });

  test('takes what was let through elsewhere, whether it is there or not', async () => {
    const [node, asked] = [createNode(), request(frozen)];
    const memory = new RateMemory(() => Date.now() * 1_000);
    const other = new RedisLimiter(redis, memory, () => 1, patienceMs);
    await other.take(asked);
    await other.handOver(owing([45, 0]));
    for (let i = 0; i < 4; i++) expect((await node.take(asked)).allowed).toBe(true);
    expect((await node.take(asked)).allowed).toBe(false);
    await other.handOver(owing([45, 0]));
    expect((await node.take(asked)).waitMs).toBeLessThanOrEqual(1_000_000);
  });

  test('leaves their share to nodes that do not reach it', async () => {
    const node = new RedisLimiter(redis, new RateMemory(() => Date.now() * 1_000), () => 0.5, patienceMs);
    const asked = request(frozen);
    const verdicts = await Promise.all(Array.from({ length: 60 }, () => node.take(asked)));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(25);
  });

  test('idle keys vanish', async () => {
    const asked = request({ ...team, charactersPerMinute: 1 }, 100);
    await createNode().take(asked);
    const keys = ['requests', 'characters'].map((name) => `rate:{${asked.bucket}}:${name}`);
    const [forRequests = 0, forCharacters = 0] = await Promise.all(keys.map((key) => redis.pttl(key)));
    expect(forRequests).toBeLessThanOrEqual(10);
    // A hundred minutes.
    expect(forCharacters).toBeGreaterThan(5_000_000);
    expect(forCharacters).toBeLessThanOrEqual(6_000_000);
  });
});

const owing = (units: [number, number]) => ({ owed: () => units, settle: () => {} });

/** On every server of a Cluster. */
async function flushScripts(redis: RedisClient): Promise<void> {
  const nodes = 'nodes' in redis ? redis.nodes('master') : [redis];
  for (const node of nodes) await node.script('FLUSH');
}
