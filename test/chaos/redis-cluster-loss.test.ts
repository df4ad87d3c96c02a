/**
 * One master of a Redis Cluster of three is killed under load on two nodes. Teams lie on all three, each with one that
 * calls at four times its limit and one far below. No answer but 200 and 429, none of the latter for the quiet ones, no
 * team above 1.1 times its limit, whichever master its keys were on; and the nodes come back to the Cluster.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLimitedTeam } from '../support/limited-team.ts';
import { quantile, type SentCall, sendAtRate, sendCall } from '../support/load.ts';
import { scale } from '../support/long-form.ts';
import { isAlive, readProcess } from '../support/process-table.ts';
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.ts';
import { report } from '../support/report.ts';
import { useTwoNodes } from '../support/two-nodes.ts';
import { redisNotices } from './support/redis-notices.ts';

const healthyMs = scale(1_000, 5_000);
/** And as long as the Cluster needs to notice (2 s) and to elect a replica. */
const faultMs = scale(3_500, 30_000);
const busy = { requestsPerSecond: 10, requestsBurst: 20, callsInFlight: 1_000 };
const busyOfferedPerSecond = 40;
const quietOfferedPerSecond = 4;

let redis: RedisCluster;
beforeAll(async () => {
  redis = await startRedisCluster({ withReplica: true, nodeTimeoutMs: 2_000 });
});
const service = useTwoNodes(() => redis.url);
afterAll(() => redis?.stop());

interface Team {
  readonly id: string;
  readonly key: string;
  readonly limited: boolean;
  /** Of the master that has its keys. */
  readonly port: number;
}

const requestsKey = (id: string) => `rate:{${id}}:requests`;

/** A busy and a quiet team on each of the masters: made until every one has its own. */
async function createTeams(limited: boolean): Promise<Team[]> {
  const teams = new Map<number, Team>();
  while (teams.size < redis.ports.length) {
    const { id, key } = await createLimitedTeam(service.db, limited ? busy : {});
    const port = await redis.ownerOf(requestsKey(id), masterPort(0));
    if (!teams.has(port)) teams.set(port, { id, key, limited, port });
  }
  return [...teams.values()];
}

function masterPort(n: number): number {
  const port = redis.ports[n];
  if (port === undefined) throw new Error(`there is no master ${n}`);
  return port;
}

interface Loss {
  readonly name: string;
  readonly victim: number;
  /** Whether the Cluster has seen it as it is meant. */
  isSeen(): Promise<boolean>;
  heal(port: number): Promise<void>;
  /** Whether Redis is away until then: a replica ends it by itself. */
  readonly isAwayUntilHealed: boolean;
}

const clusterState = async (seenFrom: number) =>
  /cluster_state:(\w+)/.exec(await redis.cli(seenFrom, 'cluster', 'info'))?.[1];

const losses: Loss[] = [
  {
    name: 'without a replica',
    victim: 1,
    isAwayUntilHealed: true,
    // A third of the slots has nobody: by default the Cluster then refuses the others as well.
    isSeen: async () => (await clusterState(masterPort(0))) === 'fail',
    heal: (port) => redis.restart(port),
  },
  {
    name: 'with a replica that takes over',
    victim: 0,
    isAwayUntilHealed: false,
    isSeen: async () =>
      (await redis.cli(redis.replicaPort, 'info', 'replication')).includes('role:master') &&
      (await clusterState(masterPort(2))) === 'ok',
    heal: async () => {},
  },
];

test.for(losses)('a master is lost $name', async ({ name, victim, isSeen, heal, isAwayUntilHealed }) => {
  const teams = [...(await createTeams(true)), ...(await createTeams(false))];
  expect(new Set(teams.map(({ port }) => port))).toEqual(new Set(redis.ports));
  const port = masterPort(victim);
  const pid = redis.pids[victim] ?? 0;
  const noticesBefore = service.nodes.map((node) => redisNotices(node.log()).length);
  const stop = new AbortController();
  const startedAt = performance.now();
  const load = teams.map((team, i) =>
    sendAtRate(team.limited ? busyOfferedPerSecond : quietOfferedPerSecond, stop.signal, (n) =>
      sendCall(service.url(n + i), team.key, 'Hola'),
    ),
  );

  await sleep(healthyMs);
  for (const team of teams) expect(await redis.ownerOf(requestsKey(team.id), masterPort(2))).toBe(team.port);
  expect(isAlive(readProcess(pid))).toBe(true);
  const [causedAt, causedTime] = [performance.now(), Date.now()];
  await redis.kill(port);
  expect(isAlive(readProcess(pid))).toBe(false);
  await sleep(faultMs);
  await expect.poll(isSeen, { timeout: 120_000 }).toBe(true);
  expect(await redis.cli(port, 'ping')).toBe('');
  const [healingAt, healingTime] = [performance.now(), Date.now()];
  await heal(port);
  await untilBack(noticesBefore);
  const backTime = Date.now();
  await sleep(healthyMs);
  // The limits are in the Cluster again, of the lost master's teams too, for as long as these call.
  const seenFrom = masterPort(2);
  for (const { id } of teams.filter((team) => team.limited)) {
    const isKept = async () =>
      redis.cli(await redis.ownerOf(requestsKey(id), seenFrom), 'exists', requestsKey(id));
    await expect.poll(isKept, { timeout: 120_000 }).toBe('1');
  }
  stop.abort();
  const answers = await Promise.all(load);
  const elapsed = (performance.now() - startedAt) / 1_000;

  const limit = busy.requestsBurst + busy.requestsPerSecond * elapsed;
  const outcomes = teams.map((team, i) => describe(team, answers[i] ?? [], causedAt, healingAt));
  const notices = service.nodes.map((node, i) => redisNotices(node.log()).slice(noticesBefore[i]));
  const share = (outcome: (typeof outcomes)[number]) => outcome.admitted / limit;
  const busyOnes = outcomes.filter(({ team }) => team.limited);
  const elsewhere = outcomes.filter(({ team }) => team.port !== port);
  report(`Redis Cluster, a master lost ${name}`, {
    calls: answers.flat().length,
    timesTheLimit: busyOnes.map(
      (outcome) => `${share(outcome).toFixed(3)}${lostMark(outcome.team.port === port)}`,
    ),
    admittedPerSecondDuring: busyOnes.map(({ duringPerSecond }) => Number(duringPerSecond.toFixed(1))),
    p50Ms: {
      before: median(elsewhere.flatMap((o) => o.before)),
      during: median(elsewhere.flatMap((o) => o.during)),
    },
    slowestMsDuring: Math.round(Math.max(...outcomes.flatMap(({ during }) => during).map(({ ms }) => ms))),
    backMs: isAwayUntilHealed ? backTime - healingTime : firstBack(notices, causedTime) - causedTime,
  });

  // The loss was noticed, by both, and was over when it was meant to be.
  for (const said of notices) {
    // On a machine so busy that Redis was late before, it may have been away already.
    const before = said.filter(({ time }) => time < causedTime).at(-1);
    const since = said.filter(({ time }) => time >= causedTime);
    expect([before, ...since].some((notice) => notice?.msg === 'Redis is unreachable')).toBe(true);
    if (isAwayUntilHealed) {
      expect(said.filter(({ time }) => time < healingTime).at(-1)?.msg).toBe('Redis is unreachable');
    }
  }
  expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200, 429]));
  for (const outcome of outcomes) {
    if (!outcome.team.limited) expect(outcome.refused).toBe(0);
    else {
      expect(outcome.refused).toBeGreaterThan(outcome.admitted);
      expect(outcome.admitted).toBeLessThanOrEqual(limit * 1.1);
      expect(outcome.duringPerSecond).toBeGreaterThan(0.5 * busy.requestsPerSecond);
    }
  }
  const charged = await service.db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM calls WHERE team_id = ANY ($1)',
    [teams.map(({ id }) => id)],
  );
  expect(charged.rows[0]?.count).toBe(outcomes.reduce((sum, { admitted }) => sum + admitted, 0));
});

function describe(team: Team, calls: readonly SentCall[], causedAt: number, healingAt: number) {
  const during = calls.filter(({ startedAtMs }) => startedAtMs > causedAt && startedAtMs < healingAt);
  const admitted = calls.filter(({ status }) => status === 200).length;
  const admittedDuring = during.filter(({ status }) => status === 200).length;
  return {
    team,
    admitted,
    refused: calls.length - admitted,
    before: calls.filter(({ startedAtMs }) => startedAtMs < causedAt),
    during,
    duringPerSecond: admittedDuring / ((healingAt - causedAt) / 1_000),
  };
}

/** Until the last that each node said of Redis is that it is back. */
async function untilBack(noticesBefore: readonly number[]): Promise<void> {
  const isBack = () =>
    service.nodes.every(
      (node, i) =>
        redisNotices(node.log()).slice(noticesBefore[i]).at(-1)?.msg === 'Redis is reachable again',
    );
  await expect.poll(isBack, { timeout: 120_000 }).toBe(true);
}

/** When both were back for the first time since the loss: a busy machine may lose Redis again later. */
const firstBack = (notices: readonly ReturnType<typeof redisNotices>[], since: number) =>
  Math.max(
    ...notices.map(
      (said) => said.find(({ time, msg }) => time > since && msg === 'Redis is reachable again')?.time ?? 0,
    ),
  );
const median = (calls: readonly SentCall[]) =>
  Number(
    quantile(
      calls.map(({ ms }) => ms),
      0.5,
    ).toFixed(1),
  );
const lostMark = (isLost: boolean) => (isLost ? ' (its master)' : '');
