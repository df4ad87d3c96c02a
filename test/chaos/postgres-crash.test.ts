import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readBooks } from '../support/books.ts';
import { leewayInGate, scale } from '../support/long-form.ts';
import { isAlive, readProcess } from '../support/process-table.ts';
import { report } from '../support/report.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { countOf, expectAgreement } from './support/agreement.ts';
import { useChaosRig } from './support/chaos-rig.ts';
import { OpenLoopLoad } from './support/open-loop-load.ts';

const rig = useChaosRig({ stub: 'latencyMs=5' });

/** SIGQUIT is what `pg_ctl stop -m immediate` sends: no checkpoint, every connection cut. */
async function crashPostgres(how: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
  if (how === 'SIGKILL') return rig.services.killPostgres();
  const { postgresPid } = rig.services.current;
  process.kill(postgresPid, 'SIGQUIT');
  while (isAlive(readProcess(postgresPid))) await delay(20);
}

test('a crash of Postgres refuses calls for a moment and loses or doubles none', async () => {
  const random = seededRandom('Postgres crash');
  const teams = await Promise.all([1, 2, 3].map(() => rig.newTeam()));
  const before = await readBooks(rig.db);
  const load = new OpenLoopLoad({
    random,
    ratePerSecond: scale(50, 100),
    keys: teams.map(({ key }) => key),
    pickUrl: () => random.pick(rig.nodes).url,
  });
  const crashes = scale(2, 50);
  const backMs: number[] = [];
  for (let crash = 0; crash < crashes; crash++) {
    await delay(random.between(700, 1_500));
    await crashPostgres(crash % 2 === 0 ? 'SIGKILL' : 'SIGQUIT');
    // What was charged a moment before may still be on its way to its client; then nothing gets through.
    await delay(300);
    const deliveredBefore = load.delivered.size;
    await delay(random.between(100, 2_000));
    expect(load.delivered.size).toBe(deliveredBefore);
    await rig.services.restartPostgres();
    const back = Date.now();
    while (load.lastDeliveryMs < back) await delay(5);
    backMs.push(load.lastDeliveryMs - back);
  }
  await load.finish();

  expect(countOf(load, 'service_unavailable')).toBeGreaterThan(0);
  expect([...load.endings.keys()].toSorted()).toEqual(
    ['ok', 'replayed', 'service_unavailable'].filter((ending) => load.endings.has(ending)),
  );
  expect(Math.max(...backMs)).toBeLessThan(leewayInGate(5_000));
  await expectAgreement(rig.db, load, before);
  report('row 3 Postgres crash', {
    crashes,
    delivered: load.delivered.size,
    ...Object.fromEntries(load.endings),
    slowestBackMs: Math.max(...backMs),
    lostOrDoubled: 0,
  });
});
