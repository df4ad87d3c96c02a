/** The calls under way under one Idempotency-Key, as several nodes count them on Redis, and each by itself without it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KeyedCall, KeyedCalls } from '../../src/limits/keyed-calls.ts';
import { openRedis, type RedisClient, untilReady } from '../../src/store/redis/connection.ts';
import { isLong } from '../support/long-form.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { quietLogger } from '../support/pool.ts';
import { startRedisCluster } from '../support/redis-cluster.ts';

const callOf = (key: string, body = 'a body'): KeyedCall => ({
  teamId: 'team',
  key,
  body,
  callId: randomUUID(),
});
/** What is counted does not depend on how soon this machine has time for it. */
const patienceMs = 60_000;
const ofTwo = () => ({ mostOthers: 1, deadlineMs: Date.now() + 30_000 });
const alone = (besides?: string) => ({ mostOthers: 0, besides, deadlineMs: Date.now() + 30_000 });

const servers = [
  {
    name: 'one Redis',
    start: async () => ({ url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', stop: async () => {} }),
  },
  { name: 'a Redis Cluster of three masters', start: startRedisCluster },
];

describe.each(servers)('on $name', ({ start }) => {
  let server: { url: string; stop(): Promise<void> };
  let clients: [RedisClient, RedisClient];
  let nodes: [KeyedCalls, KeyedCalls];

  beforeAll(async () => {
    server = await start();
    clients = [openRedis(server.url, quietLogger), openRedis(server.url, quietLogger)];
    for (const client of clients) await untilReady(client, 10_000);
    nodes = [new KeyedCalls(clients[0], patienceMs), new KeyedCalls(clients[1], patienceMs)];
    // The servers of a Cluster learn the script with the first question to each.
    for (let n = 0; n < 20; n++) for (const node of nodes) await node.enter(callOf(randomUUID()), alone());
  });
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await server.stop();
  });

  test('two may be under way at once over all nodes, and whoever leaves makes room', async () => {
    const key = randomUUID();
    const calls = Array.from({ length: 50 }, () => callOf(key));
    const entries = await Promise.all(
      calls.map((call, n) => nodes[n % 2 === 0 ? 0 : 1].enter(call, ofTwo())),
    );
    const entered = calls.filter((_, n) => entries[n] === 'entered');
    expect([entered.length, entries.filter((entry) => entry === 'full').length]).toEqual([2, 48]);
    for (const call of entered) for (const node of nodes) await node.leave(call);
    expect(await nodes[1].enter(callOf(key), ofTwo())).toBe('entered');
  });

  test('one with another body may not, on either node', async () => {
    const key = randomUUID();
    await nodes[0].enter(callOf(key), ofTwo());
    for (const node of nodes) expect(await node.enter(callOf(key, 'another'), ofTwo())).toBe('another body');
    expect(await nodes[1].enter(callOf(randomUUID(), 'another'), ofTwo())).toBe('entered');
  });

  test('a repeat is alone but for the charged call, which may have died; and a refused one keeps nobody out', async () => {
    const key = randomUUID();
    const [charged, beside, repeat, other] = [callOf(key), callOf(key), callOf(key), callOf(key)];
    await nodes[0].enter(charged, ofTwo());
    expect(await nodes[1].enter(repeat, alone())).toBe('full');
    expect(await nodes[1].enter(repeat, alone(charged.callId))).toBe('entered');
    await nodes[1].leave(repeat);
    await nodes[1].enter(beside, ofTwo());
    for (const node of nodes) expect(await node.enter(repeat, alone(charged.callId))).toBe('full');
    await nodes[1].leave(beside);
    expect(await nodes[0].enter(repeat, alone(charged.callId))).toBe('entered');
    expect(await nodes[1].enter(other, alone(charged.callId))).toBe('full');
    // One that entered before, and may not stay alone, has left.
    await nodes[0].leave(repeat);
    await Promise.all([
      nodes[0].enter(repeat, ofTwo()),
      nodes[1].enter(other, { ...ofTwo(), mostOthers: 2 }),
    ]);
    expect(await nodes[0].enter(repeat, alone(charged.callId))).toBe('full');
    expect(await nodes[1].enter(other, alone(charged.callId))).toBe('entered');
  });

  test('what a dead node leaves behind ends a second after the call’s deadline, and its key with it', async () => {
    const [key, late] = [randomUUID(), randomUUID()];
    const within = (deadlineMs: number) => ({ mostOthers: 1, deadlineMs });
    for (let n = 0; n < 2; n++) await nodes[0].enter(callOf(late), within(Date.now() + 600_000));
    expect(await nodes[1].enter(callOf(late), ofTwo())).toBe('full');
    const died = within(Date.now());
    for (let n = 0; n < 2; n++) await nodes[0].enter(callOf(key), died);
    // A busy machine may need more than this second.
    if (isLong) expect(await nodes[1].enter(callOf(key), ofTwo())).toBe('full');
    await expect.poll(() => nodes[1].enter(callOf(key), ofTwo())).toBe('entered');
    const gone = randomUUID();
    await nodes[0].enter(callOf(gone), died);
    await expect.poll(() => clients[0].exists(`idempotency:{team}:${gone}`)).toBe(0);
  });
});

describe('without Redis', () => {
  test('each node counts by itself, nothing fails, and Redis counts again when it is back', async () => {
    const own = await OwnRedis.start();
    const clients = [0, 1].map(() => openRedis(`redis://127.0.0.1:${own.port}`, quietLogger));
    const nodes = clients.map((client) => new KeyedCalls(client));
    const enter = (node: number, key: string) => nodes[node]?.enter(callOf(key), ofTwo());
    for (const client of clients) await untilReady(client, 10_000);
    await own.kill();
    const key = randomUUID();
    const entries = [];
    for (let n = 0; n < 6; n++) entries.push(await enter(n % 2, key));
    expect(entries).toEqual(['entered', 'entered', 'entered', 'entered', 'full', 'full']);
    await own.restart();
    for (const client of clients) await untilReady(client, 10_000);
    const areCountedTogether = async () => {
      const fresh = randomUUID();
      await enter(0, fresh);
      await enter(0, fresh);
      return enter(1, fresh);
    };
    await expect.poll(areCountedTogether).toBe('full');
    for (const client of clients) client.disconnect();
    await own.kill();
  });

  test('a Redis that is silent is waited for once', async () => {
    const own = await OwnRedis.start();
    const client = openRedis(`redis://127.0.0.1:${own.port}`, quietLogger);
    const node = new KeyedCalls(client);
    await untilReady(client, 10_000);
    own.signal('SIGSTOP');
    const call = callOf(randomUUID());
    expect(await node.enter(call, ofTwo())).toBe('entered');
    // Within the pause nobody waits: the answers are there before any timer.
    const first = await Promise.race([node.enter(callOf(call.key), ofTwo()), delay(0, 'late')]);
    expect(first).toBe('entered');
    expect(await Promise.race([node.leave(call).then(() => 'left'), delay(0, 'late')])).toBe('left');
    own.signal('SIGCONT');
    client.disconnect();
    await own.kill();
  });
});
