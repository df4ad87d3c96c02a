import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { audit, readBooks } from '../support/books.ts';
import { scale } from '../support/long-form.ts';
import { isAlive, readProcess } from '../support/process-table.ts';
import { report } from '../support/report.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { type Answered, type Broken, send } from '../support/translate-client.ts';
import { countOf, expectAgreement } from './support/agreement.ts';
import { useChaosRig } from './support/chaos-rig.ts';
import { OpenLoopLoad } from './support/open-loop-load.ts';

// A process takes one or two seconds to start: with three, one or two serve while they are killed in turn.
const rig = useChaosRig({ nodes: 3, stub: 'latencyMs=5,errorRate=0.05' });
const starting = new Set<Promise<unknown>>();
afterAll(() => Promise.all(starting));

/** kill -9 of a node that serves, every 0.4 to 1.3 s; another one is started at once in its place. */
async function killNodes(random: SeededRandom, kills: number): Promise<number> {
  const killed: number[] = [];
  while (killed.length < kills) {
    await delay(random.between(400, 1_300));
    if (rig.nodes.length === 0) continue;
    const node = random.pick(rig.nodes);
    rig.kill(node);
    killed.push(node.pid);
    const start = rig.start().finally(() => starting.delete(start));
    starting.add(start);
  }
  await Promise.all(starting);
  return killed.filter((pid) => !isAlive(readProcess(pid))).length;
}

const pickUrl = (random: SeededRandom) => () =>
  rig.nodes.length === 0 ? undefined : random.pick(rig.nodes).url;

test('no character is lost or charged twice when nodes are killed under load', async () => {
  const random = seededRandom('API crash');
  const teams = await Promise.all([1, 2, 3, 4].map(() => rig.newTeam(1_000_000_000, 2)));
  const before = await readBooks(rig.db);
  const load = new OpenLoopLoad({
    random,
    ratePerSecond: scale(50, 250),
    keys: teams.flatMap(({ keys }) => keys.map(({ plain }) => plain)),
    pickUrl: pickUrl(random),
    abortShare: 0.03,
  });
  const kills = scale(5, 500);
  const dead = await killNodes(random, kills);
  while (load.sent < scale(0, 105_000)) await delay(100);
  await load.finish();

  expect(dead).toBe(kills);
  // Each fault took effect: connections broke, clients hung up, the engine failed, charged calls were repeated.
  expect(countOf(load, 'broken')).toBeGreaterThan(kills / 2);
  expect(countOf(load, 'aborted')).toBeGreaterThan(load.sent * 0.01);
  expect(countOf(load, 'engine_unavailable')).toBeGreaterThan(load.sent * 0.03);
  expect(countOf(load, 'replayed')).toBeGreaterThan(0);
  await expectAgreement(rig.db, load, before);
  report('row 1 API crash', {
    kills,
    delivered: load.delivered.size,
    characters: load.characters(),
    ...Object.fromEntries(load.endings),
    lostOrDoubled: 0,
  });
});

test('without Idempotency-Keys only calls whose connection broke can differ, and each is known', async () => {
  const random = seededRandom('API crash without keys');
  const team = await rig.newTeam();
  let isKilling = true;
  // The length of a text is the number of its call, so a row of the ledger names its call.
  const outcomes = new Map<number, Answered | Broken>();
  const client = async () => {
    while (isKilling) {
      const url = pickUrl(random)();
      const number = outcomes.size + 1;
      if (url === undefined) await delay(20);
      else {
        outcomes.set(number, { kind: 'broken', error: 'not answered yet', aborted: false });
        outcomes.set(number, await send(url, { key: team.key, text: 'x'.repeat(number) }));
      }
    }
  };
  const clients = Array.from({ length: 16 }, client);
  await killNodes(random, scale(2, 100));
  isKilling = false;
  await Promise.all(clients);

  const { rows } = await rig.db.query<{ id: string; characters: number }>(
    'SELECT id, characters FROM calls WHERE team_id = $1',
    [team.id],
  );
  const charged = new Map(rows.map(({ id, characters }) => [characters, id]));
  expect(charged.size).toBe(rows.length);
  const chargedButBroken: string[] = [];
  for (const [number, outcome] of outcomes) {
    const id = charged.get(number);
    if (outcome.kind === 'broken' && id !== undefined) chargedButBroken.push(id);
    if (outcome.kind === 'answered') expect(id).toBe(outcome.status === 200 ? outcome.requestId : undefined);
  }
  const broken = [...outcomes.values()].filter(({ kind }) => kind === 'broken').length;
  expect(broken).toBeGreaterThan(0);
  expect(chargedButBroken.length).toBeLessThanOrEqual(broken);
  expect(await audit(rig.db)).toEqual([]);
  report('row 1 API crash without keys', { calls: outcomes.size, broken, chargedButBroken });
});
