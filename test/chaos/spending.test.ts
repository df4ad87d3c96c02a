import { expect, test } from 'vitest';
import { audit } from './support/audit.ts';
import { useChaosRig } from './support/chaos-rig.ts';
import { report, scale } from './support/scale.ts';
import { seededRandom } from './support/seeded-random.ts';
import { sendUntilDecided } from './support/translate-client.ts';

const rig = useChaosRig({ stub: 'latencyMs=2' });
const text = 'ten lette.';

test('of many calls at once on two nodes exactly as many succeed as the quota covers', async () => {
  const random = seededRandom('overspend race');
  const rounds = scale(30, 1_000);
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
