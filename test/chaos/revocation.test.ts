import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { revokeKey } from '../../src/accounts/keys.ts';
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

/** Revokes keys one by one while they are in use on both nodes. */
async function revokeInUse(name: string, revocations: number): Promise<void> {
  const random = seededRandom(name);
  const durations: number[] = [];
  let servedBefore = 0;
  let refusedAfter = 0;
  const team = await rig.newTeam(1_000_000_000, revocations);
  for (const key of team.keys) {
    const calls = callOverAndOver(rig, [key.plain]);
    await calls.untilMoreAnswered();
    await delay(random.between(0, 60));
    const asked = performance.now();
    await revokeKey(rig.db, key.id, testActor);
    const acknowledged = performance.now();
    durations.push(acknowledged - asked);
    await calls.untilMoreAnswered();
    const answers = await calls.stop();
    const after = answers.filter(({ startedMs }) => startedMs > acknowledged);
    expect(after.filter(({ answer }) => answer.code !== 'key_revoked')).toEqual([]);
    servedBefore += answers.filter(({ answer }) => answer.status === 200).length;
    refusedAfter += after.length;
  }
  // Each key was in use when it was revoked, and tried again afterwards.
  expect(servedBefore).toBeGreaterThan(revocations);
  expect(refusedAfter).toBeGreaterThan(revocations);
  expect(await audit(rig.db)).toEqual([]);
  report(name, {
    revocations,
    servedBefore,
    refusedAfter,
    answeredAfter: 0,
    revokeP99Ms: percentile99(durations),
  });
}

test('no call that starts after a revocation was acknowledged is answered', () =>
  revokeInUse('row 9 revocation', scale(15, 1_000)));

test('a batch that waits for the lock does not charge a key that is revoked meanwhile', async () => {
  const rounds = scale(4, 200);
  let waitedInAll = 0;
  for (let round = 0; round < rounds; round++) {
    const team = await rig.newTeam();
    const key = team.keys[0]?.id;
    await using holder = await holdTeam(rig, team.id);
    const calls = Array.from({ length: 8 }, (_, i) =>
      send(rig.nodes[i % 2]?.url ?? '', { key: team.key, text: 'a house' }),
    );
    const waiting = await untilChargesWait(rig);
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
  await untilNodesAreAlone(rig);
  await revokeInUse('row 9 revocation, Redis stopped', scale(5, 200));
  process.kill(redisPid, 'SIGKILL');
  await revokeInUse('row 9 revocation, Redis killed', scale(5, 200));
  await untilNodesAreAlone(rig);
});
