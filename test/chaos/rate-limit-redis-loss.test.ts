/**
 * Fault 15 of docs/evidence/reliability.md: Redis is lost in every way it can be, under load on two nodes. No answer but 200
 * and 429, none of the latter for a team far below its limit, no team above 1.1 times its limit, accounts exact.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { createLimitedTeam } from '../support/limited-team.ts';
import { quantile, type SentCall, sendAtRate, sendCall } from '../support/load.ts';
import { isLong } from '../support/long-form.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { useTwoNodes } from '../support/two-nodes.ts';
import { type RedisNotice, redisNotices } from './support/redis-notices.ts';

// The first half second of a fault is looked at by itself; the short form leaves as much as that after it, twice.
const faultMs = isLong ? 20_000 : 1_500;
const healthyMs = isLong ? 1_500 : 800;
const busy = { requestsPerSecond: 40, requestsBurst: 80, callsInFlight: 1_000 };
const busyOfferedPerSecond = 200;
const quietOfferedPerSecond = 5;

let redis: OwnRedis;
/** Each node has its own way to Redis. */
let proxies: [FaultProxy, FaultProxy];
beforeAll(async () => {
  redis = await OwnRedis.start();
  proxies = [await startFaultProxy(redis.port), await startFaultProxy(redis.port)];
});
const cluster = useTwoNodes((node) => `redis://127.0.0.1:${proxies[node === 0 ? 0 : 1].port}`);
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop();
  await redis.kill();
});

interface Fault {
  readonly name: string;
  cause(): Promise<void>;
  heal(): Promise<void>;
  /** How many of the two nodes must notice that Redis doesn't answer. */
  readonly nodesWithout: 0 | 1 | 2;
}

const nothing = async () => {};
const faults: Fault[] = [
  { name: 'kill -9', cause: () => redis.kill(), heal: () => redis.restart(), nodesWithout: 2 },
  {
    name: 'SIGSTOP',
    cause: async () => redis.signal('SIGSTOP'),
    heal: async () => redis.signal('SIGCONT'),
    nodesWithout: 2,
  },
  {
    name: 'a delay of 200 ms',
    cause: async () => proxies.forEach((proxy) => void proxy.setDelay(200)),
    heal: async () => proxies.forEach((proxy) => void proxy.setDelay(0)),
    nodesWithout: 2,
  },
  {
    name: 'cut connections',
    cause: async () => proxies.forEach((proxy) => void proxy.shut()),
    heal: async () => proxies.forEach((proxy) => void proxy.open()),
    nodesWithout: 2,
  },
  {
    name: 'one node cut off, while the other still reaches it',
    cause: async () => proxies[0].shut(),
    heal: async () => proxies[0].open(),
    nodesWithout: 1,
  },
  { name: 'no memory left', cause: fillMemory, heal: freeMemory, nodesWithout: 2 },
  { name: 'SCRIPT FLUSH', cause: flushScripts, heal: nothing, nodesWithout: 0 },
  { name: 'FLUSHALL', cause: flushAll, heal: nothing, nodesWithout: 0 },
  {
    name: 'a restart that leaves it empty',
    cause: async () => {
      await redis.kill();
      await redis.restart();
    },
    heal: nothing,
    nodesWithout: 2,
  },
];

async function fillMemory(): Promise<void> {
  await redis.cli('config', 'set', 'maxmemory', '1mb');
  await redis.cli('config', 'set', 'maxmemory-policy', 'noeviction');
  expect(await redis.cli('set', 'x', 'y')).toMatch(/OOM/);
}

async function freeMemory(): Promise<void> {
  await redis.cli('config', 'set', 'maxmemory', '0');
}

async function flushScripts(): Promise<void> {
  expect(await redis.cli('script', 'flush', 'sync')).toBe('OK');
}

async function flushAll(): Promise<void> {
  expect(Number(await redis.cli('dbsize'))).toBeGreaterThan(0);
  expect(await redis.cli('flushall')).toBe('OK');
}

test.for(faults)('15: $name', async ({ name, cause, heal, nodesWithout }) => {
  const [busyTeam, quietTeam] = [
    await createLimitedTeam(cluster.db, busy),
    await createLimitedTeam(cluster.db),
  ];
  const linesBefore = cluster.nodes.map((node) => redisNotices(node.log()).length);
  const stop = new AbortController();
  const startedAt = performance.now();
  const load = Promise.all([
    sendAtRate(busyOfferedPerSecond, stop.signal, (n) => sendCall(cluster.url(n), busyTeam.key, 'Hola')),
    sendAtRate(quietOfferedPerSecond, stop.signal, (n) =>
      sendCall(cluster.url(n), quietTeam.key, 'Buenos días'),
    ),
  ]);

  await sleep(healthyMs);
  const [causedAt, causedTime] = [performance.now(), Date.now()];
  await cause();
  await sleep(Math.max(0, causedAt + faultMs - performance.now()));
  const [healingAt, healingTime] = [performance.now(), Date.now()];
  await heal();
  // Where nothing needs healing, Redis is there again as soon as the fault is over.
  const healedTime = heal === nothing ? causedTime : Date.now();
  await untilBack(linesBefore);
  await sleep(healthyMs);
  stop.abort();
  const [busyCalls, quietCalls] = await load;
  const elapsed = (performance.now() - startedAt) / 1_000;

  const all = [...busyCalls, ...quietCalls];
  const admitted = busyCalls.filter((call) => call.status === 200);
  const limit = busy.requestsBurst + busy.requestsPerSecond * elapsed;
  const during = all.filter((call) => call.startedAtMs > causedAt && call.startedAtMs < healingAt);
  const first = during.filter((call) => call.startedAtMs < causedAt + 500);
  const later = during.filter((call) => call.startedAtMs >= causedAt + 500);
  const before = all.filter((call) => call.startedAtMs < causedAt);
  const news = cluster.nodes
    .map((node, i) => redisNotices(node.log()).slice(linesBefore[i]))
    .slice(0, nodesWithout);
  const isBack = ({ time, msg }: RedisNotice) => time >= healedTime && msg === 'Redis is reachable again';
  const backAfterMs = news.map((lines) => (lines.find(isBack)?.time ?? 0) - healedTime);
  process.stdout.write(
    `row 15 ${name}: ${all.length} calls, ${(admitted.length / limit).toFixed(3)}× the limit, ` +
      `slowest: before ${slowest(before)}, first 0.5 s ${slowest(first)}, then ${slowest(later)} ms ` +
      `(p50 ${medianOf(before)} / ${medianOf(later)} ms)` +
      `${nodesWithout > 0 ? `, back after ${Math.max(...backAfterMs)} ms` : ''}\n`,
  );

  // The fault took effect, and its end was noticed.
  for (const lines of news) {
    const lost =
      heal === nothing
        ? lines.filter((line) => line.time >= causedTime)
        : lines.filter((line) => line.time < healingTime);
    expect(lost.some((line) => line.msg === 'Redis is unreachable')).toBe(true);
    if (heal !== nothing) expect(lost.at(-1)?.msg).toBe('Redis is unreachable');
  }
  // Within 2 s on a quiet machine, which rate-limit-time-out.test.ts checks; here each node must have come back.
  for (const ms of backAfterMs) expect(ms).toBeGreaterThanOrEqual(0);
  expect(await redis.cli('exists', `rate:{${busyTeam.id}}:requests`)).toBe('1');

  expect(new Set(all.map((call) => call.status))).toEqual(new Set([200, 429]));
  expect(quietCalls.filter((call) => call.status !== 200)).toEqual([]);
  expect(admitted.length).toBeLessThanOrEqual(limit * 1.1);
  // Not closed either: while Redis is away, calls go on.
  const admittedDuring = during.filter((call) => call.status === 200).length;
  expect(admittedDuring).toBeGreaterThan(0.5 * busy.requestsPerSecond * ((healingAt - causedAt) / 1_000));

  const answered = admitted.length + quietCalls.length;
  const charged = await cluster.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM calls WHERE team_id = ANY ($1)',
    [[busyTeam.id, quietTeam.id]],
  );
  expect(charged.rows[0]?.count).toBe(answered);
});

/** Until the last that each node said of Redis is that it is back, if it said anything. */
async function untilBack(linesBefore: readonly number[]): Promise<void> {
  const isBack = () =>
    cluster.nodes.every((node, i) => {
      const said = redisNotices(node.log()).slice(linesBefore[i]);
      return said.length === 0 || said.at(-1)?.msg === 'Redis is reachable again';
    });
  await expect.poll(isBack, { timeout: 120_000 }).toBe(true);
}

const msOf = (calls: readonly SentCall[]) => calls.map((call) => call.ms);
const slowest = (calls: readonly SentCall[]) => Math.max(...msOf(calls)).toFixed(0);
const medianOf = (calls: readonly SentCall[]) => quantile(msOf(calls), 0.5).toFixed(1);
