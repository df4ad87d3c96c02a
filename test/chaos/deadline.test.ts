import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { audit } from '../support/books.ts';
import { expectInTime, leewayInGate, scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import type { TestTeam } from '../support/seed-teams.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { send } from '../support/translate-client.ts';
import { useChaosRig } from './support/chaos-rig.ts';

const deadlineMs = 2_000;
const latencyMs = 300;
const rig = useChaosRig({
  stub: `latencyMs=${latencyMs}`,
  env: { DRAGOMAN_CALL_DEADLINE_MS: String(deadlineMs) },
});

async function chargedCalls(team: TestTeam): Promise<Map<string, Date>> {
  const { rows } = await rig.db.query<{ id: string; charged_at: Date }>(
    'SELECT id, charged_at FROM calls WHERE team_id = $1',
    [team.id],
  );
  return new Map(rows.map(({ id, charged_at }) => [id, charged_at]));
}

/** When a node read the headers of a call: the first 48 bits of its id. */
function receivedMs(callId: string): number {
  return Number.parseInt(callId.replace('-', '').slice(0, 12), 16);
}

/** Calls reach a node, the node is stopped somewhere in their middle until they are too late, and wakes up. */
async function sleepThroughCalls(node: ServerProcess, random: SeededRandom) {
  const team = await rig.newTeam();
  const calls = Array.from({ length: 20 }, () => send(node.url, { key: team.key, text: 'a house' }));
  const answered = Promise.all(calls);
  // From the middle of the engine's work to the middle of the charge.
  await delay(random.between(latencyMs * 0.5, latencyMs * 1.5));
  process.kill(node.pid, 'SIGSTOP');
  await delay(deadlineMs + 200);
  const chargedBefore = await chargedCalls(team);
  const wokenMs = Date.now();
  process.kill(node.pid, 'SIGCONT');
  const outcomes = await answered;
  const answers = outcomes.filter((outcome) => outcome.kind === 'answered');
  expect(answers).toHaveLength(calls.length);
  // What the node had not even read when it was stopped is a fresh call to it.
  const slept = answers.filter(({ requestId }) => receivedMs(requestId) < wokenMs);
  return { answers, slept, chargedBefore, charged: await chargedCalls(team) };
}

test('a node that sleeps past the deadline of its calls neither charges nor answers them', async () => {
  const random = seededRandom('zombie');
  const cycles = scale(4, 200);
  let late = 0;
  let inTime = 0;
  for (let cycle = 0; cycle < cycles; cycle += 2) {
    const results = await Promise.all(rig.nodes.map((node) => sleepThroughCalls(node, random)));
    for (const { answers, slept, chargedBefore, charged } of results) {
      const ok = answers.filter(({ status }) => status === 200).map(({ requestId }) => requestId);
      // Answered 200 is charged, and nothing else is.
      expect(ok.toSorted()).toEqual([...charged.keys()].toSorted());
      // A node knows the database's clock to a few milliseconds.
      for (const [id, at] of charged)
        expect(at.getTime() - receivedMs(id)).toBeLessThan(deadlineMs + leewayInGate(50));
      // Of the calls that the node slept through, none was charged after it woke up.
      const refused = slept.filter(({ requestId }) => !chargedBefore.has(requestId));
      expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 'engine_unavailable'));
      late += refused.length;
      inTime += slept.length - refused.length;
    }
  }
  expect(late).toBeGreaterThan(cycles);
  expect(await audit(rig.db)).toEqual([]);
  report('row 2 zombie', { cycles, late, chargedLate: 0, chargedBeforeTheSleep: inTime });
});

test('a client that hangs up during the work is not charged', async () => {
  const random = seededRandom('disconnect');
  const team = await rig.newTeam();
  const calls = scale(60, 5_000);
  for (let sent = 0; sent < calls; sent += 50) {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        send(rig.nodes[i % 2]?.url ?? '', {
          key: team.key,
          text: 'a house',
          abortAfterMs: random.between(50, latencyMs * 0.6),
        }),
      ),
    );
    expect(outcomes.every((outcome) => outcome.kind === 'broken' && outcome.aborted)).toBe(true);
  }
  // Longer than the work would have taken.
  await delay(latencyMs * 2);
  expect((await chargedCalls(team)).size).toBe(0);
  report('row 18 disconnect', { calls, charged: 0 });
});

test('a call whose engine hangs is refused at its deadline and not charged', async () => {
  const node = await rig.start({ DRAGOMAN_STUB_ENGINE: 'hangRate=1' });
  try {
    const team = await rig.newTeam();
    const started = performance.now();
    const outcome = await send(node.url, { key: team.key, text: 'a house' });
    const tookMs = performance.now() - started;
    expect(outcome).toMatchObject({ status: 503, code: 'engine_unavailable' });
    expect(tookMs).toBeGreaterThanOrEqual(deadlineMs - 50);
    expectInTime('an answer past its deadline', tookMs, deadlineMs + 250);
    expect((await chargedCalls(team)).size).toBe(0);
    report('row 18 deadline', { tookMs: Math.round(tookMs) });
  } finally {
    await rig.stop(node);
  }
});
