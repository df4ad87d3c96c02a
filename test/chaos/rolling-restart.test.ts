import { Agent } from 'node:http';
import { expect, test } from 'vitest';
import { audit } from '../support/books.ts';
import { scale } from '../support/long-form.ts';
import { readMetric } from '../support/read-metric.ts';
import { report } from '../support/report.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { type Answered, type Broken, send } from '../support/translate-client.ts';
import { useChaosRig } from './support/chaos-rig.ts';

const rig = useChaosRig({ stub: `latencyMs=${scale(1_500, 150)}` });

test('a rolling restart under load loses no call under way', async () => {
  const random = seededRandom('rolling restart');
  const team = await rig.newTeam();
  const inRotation = rig.nodes.map(({ url }) => url);
  const underWay = new Map<string, number>();
  const outcomes: (Answered | Broken)[] = [];
  let isRunning = true;
  const client = async () => {
    while (isRunning) {
      const url = random.pick(inRotation);
      underWay.set(url, (underWay.get(url) ?? 0) + 1);
      // A connection of its own for every call, as after a load balancer's change of mind.
      const agent = new Agent({ keepAlive: false });
      outcomes.push(await send(url, { key: team.key, text: 'a house', agent }));
      underWay.set(url, (underWay.get(url) ?? 0) - 1);
    }
  };
  const clients = Array.from({ length: 24 }, client);
  const underWayAt = ({ url }: ServerProcess) => underWay.get(url) ?? 0;
  /** What a load balancer does first. The calls that it sent before are under way at the node, which has begun them. */
  const takeOut = async (node: ServerProcess): Promise<number> => {
    for (;;) {
      await expect.poll(() => underWayAt(node)).toBeGreaterThan(1);
      inRotation.splice(inRotation.indexOf(node.url), 1);
      const notBegun = async () =>
        underWayAt(node) - (await readMetric(node.opsUrl, 'dragoman_calls_under_way'));
      await expect.poll(notBegun, { interval: 5 }).toBeLessThanOrEqual(0);
      if (underWayAt(node) > 1) return underWayAt(node);
      inRotation.push(node.url);
    }
  };

  const restarts = scale(2, 50);
  const exitMs: number[] = [];
  let inFlight = 0;
  for (let restart = 0; restart < restarts; restart++) {
    const replacement = await rig.start();
    inRotation.push(replacement.url);
    const [old] = rig.nodes;
    if (old === undefined) throw new Error('there is no node to restart');
    inFlight += await takeOut(old);
    const asked = performance.now();
    expect(await rig.stop(old)).toBe(0);
    exitMs.push(performance.now() - asked);
  }
  isRunning = false;
  await Promise.all(clients);

  expect(inFlight).toBeGreaterThan(restarts);
  expect(outcomes.filter((outcome) => outcome.kind === 'broken' || outcome.status !== 200)).toEqual([]);
  expect(Math.max(...exitMs)).toBeLessThan(35_000);
  expect(await audit(rig.db)).toEqual([]);
  report('row 21 rolling restart', {
    restarts,
    calls: outcomes.length,
    inFlightAtSigterm: inFlight,
    lost: 0,
    slowestExitMs: Math.round(Math.max(...exitMs)),
  });
});
