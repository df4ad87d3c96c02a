/**
 * Uploads and credit that their clients send three times, while nodes are killed at any moment, also between a commit and
 * its answer. Each is booked once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bearer } from '../support/api-client.ts';
import { type ConsoleUser, seedUser, signIn } from '../support/console-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { documentsEnv, uploadForm } from '../support/document-client.ts';
import { scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { useChaosRig } from './support/chaos-rig.ts';

const rig = useChaosRig({ stub: 'latencyMs=5', env: documentsEnv().env });
const count = scale(20, 1_000);
const times = 3;

/** Until it is answered, by whichever node is up. */
async function untilAnswered(send: () => Promise<number>, expected: number): Promise<void> {
  for (;;) {
    const status = await send().catch(() => 0);
    if (status === expected) return;
    // Refused for the moment, or cut off.
    expect([0, 401, 429, 503]).toContain(status);
    await delay(50);
  }
}

/** Several at a time, each sent as often as it has to be. */
async function inParallel(workers: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}

test('uploads and credit that are sent three times are booked once, whenever nodes are killed', async () => {
  const random = seededRandom('repeated changes');
  const team = await rig.newTeam();
  const operator = 'operator@example.org';
  await seedUser(rig.db, team.id, operator, 'operator');
  let users: ConsoleUser[] = [];
  const signInAnew = async () => {
    users = await Promise.all(rig.nodes.map(({ consoleUrl }) => signIn(consoleUrl, operator)));
  };
  await signInAnew();
  let isOver = false;
  let kills = 0;
  const killing = (async () => {
    while (!isOver) {
      await delay(random.between(500, 2_000));
      rig.kill(random.pick(rig.nodes));
      kills++;
      await rig.start();
      await signInAnew();
    }
  })();

  const uploads = inParallel(3, async (n) => {
    const sendUpload = async () => {
      const response = await fetch(`${random.pick(rig.nodes).url}/v1/documents`, {
        method: 'POST',
        headers: { ...bearer(team.key), 'idempotency-key': `upload ${n}` },
        body: uploadForm({ name: 'a.txt', content: `House ${n}` }, { source_lang: 'EN', target_lang: 'EO' }),
      });
      await response.arrayBuffer();
      return response.status;
    };
    for (let time = 0; time < times; time++) await untilAnswered(sendUpload, 201);
  });
  const credits = inParallel(2, async () => {
    const body = { characters: 7, reason: 'invoice', entry: randomUUID() };
    const sendCredit = async () =>
      (await random.pick(users).send('POST', `/operator/teams/${team.id}/credit`, body)).status;
    for (let time = 0; time < times; time++) await untilAnswered(sendCredit, 201);
  });
  await Promise.all([uploads, credits]);
  isOver = true;
  await killing;

  const open = async () => {
    const sql = "SELECT count(*)::int AS open FROM documents WHERE state IN ('queued', 'translating')";
    return (await rig.db.query<{ open: number }>(sql)).rows[0]?.open;
  };
  await expect.poll(open, { timeout: 300_000, interval: 200 }).toBe(0);
  const { rows } = await rig.db.query(
    `SELECT (SELECT count(*)::int FROM documents WHERE state = 'done') AS documents,
            (SELECT count(*)::int FROM calls WHERE team_id = $1) AS charged,
            (SELECT count(*)::int FROM credit_entries WHERE team_id = $1) AS entries,
            (SELECT credit::int FROM team_balances WHERE team_id = $1) AS credit`,
    [team.id],
  );
  expect(rows).toEqual([{ documents: count, charged: count, entries: count, credit: 7 * count }]);
  expect(kills).toBeGreaterThan(0);
  expect(await findDisagreements(rig.db)).toEqual([]);
  report('repeated uploads and credit', { each: count, times, kills, bookedTwice: 0, lost: 0 });
});
