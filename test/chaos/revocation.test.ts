import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { revokeKey } from '../../src/accounts/keys.ts';
import { testActor } from '../support/test-actor.ts';
import { audit } from './support/audit.ts';
import { useChaosRig } from './support/chaos-rig.ts';
import { report, scale } from './support/scale.ts';
import { seededRandom } from './support/seeded-random.ts';
import { type Answered, send } from './support/translate-client.ts';

const rig = useChaosRig({ stub: 'latencyMs=5' });

interface TimedAnswer {
  readonly startedMs: number;
  readonly answer: Answered;
}

/** Calls with one key on both nodes, over and over, until told to stop. */
function callOverAndOver(key: string) {
  const answers: TimedAnswer[] = [];
  let isRunning = true;
  const client = async (_: unknown, i: number) => {
    while (isRunning) {
      const startedMs = performance.now();
      const outcome = await send(rig.nodes[i % 2]?.url ?? '', { key, text: 'a house' });
      if (outcome.kind === 'answered') answers.push({ startedMs, answer: outcome });
    }
  };
  const clients = Array.from({ length: 6 }, client);
  return async () => {
    isRunning = false;
    await Promise.all(clients);
    return answers;
  };
}

/** Revokes keys one by one while they are in use on both nodes. */
async function revokeInUse(name: string, revocations: number): Promise<void> {
  const random = seededRandom(name);
  const durations: number[] = [];
  let servedBefore = 0;
  let refusedAfter = 0;
  const team = await rig.newTeam(1_000_000_000, revocations);
  for (const key of team.keys) {
    const stop = callOverAndOver(key.plain);
    await delay(random.between(20, 80));
    const asked = performance.now();
    await revokeKey(rig.db, key.id, testActor);
    const acknowledged = performance.now();
    durations.push(acknowledged - asked);
    await delay(30);
    const answers = await stop();
    const after = answers.filter(({ startedMs }) => startedMs > acknowledged);
    expect(after.filter(({ answer }) => answer.code !== 'key_revoked')).toEqual([]);
    servedBefore += answers.filter(({ answer }) => answer.status === 200).length;
    refusedAfter += after.length;
  }
  // Each key was in use when it was revoked, and tried again afterwards.
  expect(servedBefore).toBeGreaterThan(revocations);
  expect(refusedAfter).toBeGreaterThan(revocations);
  expect(await audit(rig.db)).toEqual([]);
  const p99 = durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.99)];
  report(name, { revocations, servedBefore, refusedAfter, answeredAfter: 0, revokeP99Ms: p99 });
}

test('no call that starts after a revocation was acknowledged is answered', () =>
  revokeInUse('row 9 revocation', scale(50, 1_000)));

test('a batch that waits for the lock does not charge a key that is revoked meanwhile', async () => {
  const rounds = scale(10, 200);
  let waitedInAll = 0;
  for (let round = 0; round < rounds; round++) {
    const team = await rig.newTeam();
    const key = team.keys[0]?.id;
    await using holder = await holdTeam(team.id);
    const calls = Array.from({ length: 8 }, (_, i) =>
      send(rig.nodes[i % 2]?.url ?? '', { key: team.key, text: 'a house' }),
    );
    const waiting = await untilChargesWait();
    // Here, under the lock that the charges wait for: they were sent while the key was still good.
    await holder.client.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [key]);
    await holder.client.query('COMMIT');
    const answers = await Promise.all(calls);
    expect(answers.map((answer) => (answer.kind === 'answered' ? answer.code : answer.error))).toEqual(
      answers.map(() => 'key_revoked'),
    );
    waitedInAll += waiting;
  }
  expect(waitedInAll).toBeGreaterThanOrEqual(rounds);
  expect(await audit(rig.db)).toEqual([]);
  report('row 9 revocation behind a lock', { rounds, batchesThatWaited: waitedInAll, charged: 0 });
});

test('nor while Redis is stopped, nor when it is gone', async () => {
  const { redisPid } = rig.services.current;
  process.kill(redisPid, 'SIGSTOP');
  await untilNodesAreAlone();
  await revokeInUse('row 9 revocation, Redis stopped', scale(15, 200));
  process.kill(redisPid, 'SIGKILL');
  await revokeInUse('row 9 revocation, Redis killed', scale(15, 200));
  await untilNodesAreAlone();
});

/** The fault took effect: both nodes keep their share of the limits by themselves. */
async function untilNodesAreAlone(): Promise<void> {
  const key = (await rig.newTeam()).key;
  for (const { url, opsUrl } of rig.nodes) {
    await send(url, { key, text: 'a house' });
    expect(await (await fetch(`${opsUrl}/metrics`)).text()).toMatch(/^dragoman_limiter_fallback 1$/m);
  }
}

async function holdTeam(teamId: string) {
  const client = new pg.Client({ connectionString: rig.services.current.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM team_balances WHERE team_id = $1 FOR UPDATE', [teamId]);
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

/** How many charges wait for a lock: both nodes' batches, or one for a start. */
async function untilChargesWait(): Promise<number> {
  for (let tries = 0; tries < 150; tries++) {
    const { rows } = await rig.db.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%charge_calls%'`,
    );
    if (rows.length > 0) return rows.length;
    await delay(10);
  }
  throw new Error('no charge ever waited for the lock: the fault did not take effect');
}
