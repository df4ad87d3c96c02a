import { expect, test } from 'vitest';
import { audit } from '../support/books.ts';
import { scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { saysCharged, sendUntilDecided } from '../support/translate-client.ts';
import { useChaosRig } from './support/chaos-rig.ts';

const rig = useChaosRig({ stub: 'latencyMs=2' });
const text = 'ten lette.';

test('of many calls at once on two nodes exactly as many succeed as the quota covers', async () => {
  const random = seededRandom('overspend race');
  const rounds = scale(10, 1_000);
  const parallel = 256;
  let refusedByLedger = 0;
  for (let round = 0; round < rounds; round++) {
    const covered = random.integer(1, 200);
    // The rest that is too small for a call must stay a rest.
    const team = await rig.newTeam(covered * text.length + random.integer(0, text.length - 1));
    const calls = Array.from({ length: parallel }, (_, i) =>
      sendUntilDecided(rig.nodes[i % 2]?.url ?? '', { key: team.key, text }),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(covered);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, code }) => `${status} ${code}`)).toEqual(
      refused.map(() => '456 quota_exceeded'),
    );
    refusedByLedger += refused.length;
  }
  // The race took place: in every round some calls came too late for the quota.
  expect(refusedByLedger).toBeGreaterThan(rounds * 50);
  expect(await audit(rig.db)).toEqual([]);
  report('row 4 overspend race', { rounds, parallel, refused: refusedByLedger, over: 0 });
});

test('the same Idempotency-Key many times at once is charged once, and engines work for it twice', async () => {
  const rounds = scale(4, 200);
  const team = await rig.newTeam();
  let answered = 0;
  for (let round = 0; round < rounds; round++) {
    const call = { key: team.key, text: `${text} ${round}`, idempotencyKey: `round ${round}` };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => sendUntilDecided(rig.nodes[i % 2]?.url ?? '', call)),
    );
    // Nothing is cached here, so whoever is answered had an engine work for it.
    const good = answers.filter(({ status }) => status === 200);
    expect(new Set(good.map(({ characters }) => characters))).toEqual(new Set([call.text.length]));
    expect(good.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(answers.filter(saysCharged)).toHaveLength(answers.length - good.length);
    // Two over both nodes; two on each where Redis was late for one of them.
    expect(good.length).toBeGreaterThanOrEqual(2);
    expect(good.length).toBeLessThanOrEqual(4);
    answered += good.length;
    const changed = await sendUntilDecided(rig.nodes[round % 2]?.url ?? '', { ...call, text: 'another' });
    expect([changed.status, changed.code]).toEqual([409, 'conflict']);
  }
  const { rows } = await rig.db.query('SELECT 1 FROM calls WHERE team_id = $1', [team.id]);
  expect(rows).toHaveLength(rounds);
  expect(await audit(rig.db)).toEqual([]);
  report('row 5 idempotency', { calls: rounds * 50, charges: rows.length, answered, conflicts: rounds });
});

test('an Idempotency-Key is kept for 24 hours', async () => {
  const team = await rig.newTeam();
  const call = { key: team.key, text, idempotencyKey: 'kept' };
  const age = (hours: number) =>
    rig.db.query(
      "UPDATE idempotency_keys SET created_at = now() - $2 * interval '1 hour' WHERE team_id = $1",
      [team.id, hours],
    );
  const replayedOn = async (node: number) =>
    (await sendUntilDecided(rig.nodes[node]?.url ?? '', call)).replayed;
  expect(await replayedOn(0)).toBe(false);
  await age(23);
  expect(await replayedOn(1)).toBe(true);
  await age(25);
  expect(await replayedOn(0)).toBe(false);
  expect(await replayedOn(1)).toBe(true);
  const { rows } = await rig.db.query('SELECT 1 FROM calls WHERE team_id = $1', [team.id]);
  expect(rows).toHaveLength(2);
});
