import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { resumeTeam, suspendTeam } from '../../src/accounts/suspension.ts';
import { audit } from '../support/books.ts';
import { scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { testActor } from '../support/test-actor.ts';
import { send } from '../support/translate-client.ts';
import {
  callOverAndOver,
  holdTeam,
  percentile99,
  untilChargesWait,
  untilNodesAreAlone,
} from './support/calls-in-use.ts';
import { useChaosRig } from './support/chaos-rig.ts';

const rig = useChaosRig({ stub: 'latencyMs=5' });

/** Suspends and resumes one team over and over while its keys are in use on both nodes. */
async function suspendInUse(name: string, rounds: number): Promise<void> {
  const random = seededRandom(name);
  const durations: number[] = [];
  let servedBefore = 0;
  let refusedAfter = 0;
  const team = await rig.newTeam(1_000_000_000, 3);
  const keys = team.keys.map(({ plain }) => plain);
  for (let round = 0; round < rounds; round++) {
    const calls = callOverAndOver(rig, keys);
    await calls.untilMoreAnswered();
    await delay(random.between(0, 60));
    const asked = performance.now();
    const suspended = await suspendTeam(rig.db, team.id, 'unpaid', testActor);
    const acknowledged = performance.now();
    durations.push(acknowledged - asked);
    await calls.untilMoreAnswered();
    const answers = await calls.stop();
    const after = answers.filter(({ startedMs }) => startedMs > acknowledged);
    expect(after.filter(({ answer }) => answer.status !== 403 || answer.code !== 'forbidden')).toEqual([]);
    // Also of the calls that were under way none was charged afterwards, and what is not charged is not answered.
    expect(await chargedSince(team.id, suspended?.suspended?.at.toISOString() ?? '')).toBe(0);
    servedBefore += answers.filter(({ answer }) => answer.status === 200).length;
    refusedAfter += after.length;
    await resumeTeam(rig.db, team.id, 'paid', testActor);
    // As far as the suspension, and as soon.
    const resumed = await Promise.all(rig.nodes.map(({ url }) => send(url, { key: team.key, text: 'a' })));
    expect(resumed.map((answer) => answer.kind === 'answered' && answer.status)).toEqual([200, 200]);
  }
  // The team was in use when it was suspended, and tried again afterwards.
  expect(servedBefore).toBeGreaterThan(rounds);
  expect(refusedAfter).toBeGreaterThan(rounds);
  expect(await audit(rig.db)).toEqual([]);
  report(name, {
    rounds,
    servedBefore,
    refusedAfter,
    answeredAfter: 0,
    suspendP99Ms: percentile99(durations),
  });
}

async function chargedSince(teamId: string, since: string): Promise<number> {
  const { rowCount } = await rig.db.query('SELECT 1 FROM calls WHERE team_id = $1 AND charged_at > $2', [
    teamId,
    // The moment was cut to milliseconds on its way here.
    new Date(Date.parse(since) + 1),
  ]);
  return rowCount ?? 0;
}

test('no call that starts after a suspension was acknowledged is answered', () =>
  suspendInUse('suspension', scale(10, 600)));

test('a batch that waits for the lock does not charge a team that is suspended meanwhile', async () => {
  const rounds = scale(4, 150);
  let waitedInAll = 0;
  for (let round = 0; round < rounds; round++) {
    const team = await rig.newTeam();
    await using holder = await holdTeam(rig, team.id);
    const calls = Array.from({ length: 8 }, (_, i) =>
      send(rig.nodes[i % 2]?.url ?? '', { key: team.key, text: 'a house' }),
    );
    waitedInAll += await untilChargesWait(rig);
    // Here, under the lock that the charges wait for: they were sent while the team was still in good standing.
    await holder.client.query(
      "UPDATE team_balances SET suspended_at = now(), suspension_reason = 'x' WHERE team_id = $1",
      [team.id],
    );
    await holder.client.query('COMMIT');
    const answers = await Promise.all(calls);
    expect(answers.map((answer) => (answer.kind === 'answered' ? answer.code : answer.error))).toEqual(
      answers.map(() => 'forbidden'),
    );
  }
  expect(waitedInAll).toBeGreaterThanOrEqual(rounds);
  expect(await audit(rig.db)).toEqual([]);
  report('suspension behind a lock', { rounds, batchesThatWaited: waitedInAll, charged: 0 });
});

test('nor while Redis is stopped, nor when it is gone', async () => {
  const { redisPid } = rig.services.current;
  process.kill(redisPid, 'SIGSTOP');
  await untilNodesAreAlone(rig);
  await suspendInUse('suspension, Redis stopped', scale(4, 150));
  process.kill(redisPid, 'SIGKILL');
  await suspendInUse('suspension, Redis killed', scale(4, 150));
  await untilNodesAreAlone(rig);
});
