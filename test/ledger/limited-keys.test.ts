/** Many calls at once on two nodes, at the edge of each limit that a key can have: exact to the character, and to the moment. */
import { expect, test } from 'vitest';
import { createTeamKeys } from '../../src/accounts/keys.ts';
import type { KeyLimits } from '../../src/lib/key-limits.ts';
import { audit } from '../support/books.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { createLimitedTeam } from '../support/limited-team.ts';
import { type SentCall, sendCall } from '../support/load.ts';
import { scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { testActor } from '../support/test-actor.ts';
import { useTwoNodes } from '../support/two-nodes.ts';

const cluster = useTwoNodes(() => process.env.REDIS_URL);
const calls = scale(400, 10_000);

const boundless = {
  requestsPerSecond: 100_000,
  requestsBurst: 1_000_000,
  charactersPerMinute: 1_000_000_000,
  callsInFlight: 100_000,
};

interface LimitedKey {
  readonly team: string;
  readonly id: string;
  readonly plain: string;
}

/** A key whose team has no limit that the calls could reach. */
async function limitedKey(limits: Partial<KeyLimits>): Promise<LimitedKey> {
  const { id: team } = await createLimitedTeam(cluster.db, boundless);
  const created = await createTeamKeys(cluster.db, 10).create(
    { teamId: team, scopes: ['translate'] },
    { name: 'limited', mode: 'live', scopes: ['translate'], limits },
    testActor,
  );
  if (!created.ok) throw new Error(created.problem.detail);
  return { team, id: created.value.id, plain: created.value.plain };
}

/** In the gate, few enough that no node has to shed calls on a busy machine; the long form sends all at once. */
const atOnce = scale(64, calls);

/** Every other one to the other node. */
async function sendAll({ plain }: LimitedKey, texts: readonly string[]): Promise<SentCall[]> {
  const answers: SentCall[] = [];
  const sendEach = async (first: number) => {
    for (let i = first; i < texts.length; i += atOnce)
      answers[i] = await sendCall(cluster.url(i), plain, texts[i] ?? '');
  };
  await Promise.all(Array.from({ length: atOnce }, (_, first) => sendEach(first)));
  return answers;
}

async function charged({ team, id }: LimitedKey) {
  const { rows } = await cluster.db.query<{ characters: number; chargedAt: Date }>(
    'SELECT characters, charged_at AS "chargedAt" FROM calls WHERE team_id = $1 AND key_id = $2',
    [team, id],
  );
  return { calls: rows, characters: rows.reduce((sum, row) => sum + row.characters, 0) };
}

const statusesOf = (answers: readonly SentCall[]) => new Set(answers.map(({ status }) => status));

async function expectBooksAgree() {
  expect(await findDisagreements(cluster.db)).toEqual([]);
  expect(await audit(cluster.db)).toEqual([]);
}

test('a budget is spent to the last character that a call fits into, and never beyond', async () => {
  const random = seededRandom('budget of a key');
  const texts = Array.from({ length: calls }, () => 'x'.repeat(random.integer(1, 40)));
  const budget = calls * 10;
  const key = await limitedKey({ monthlyCharacters: budget });
  const answers = await sendAll(key, texts);
  expect(statusesOf(answers)).toEqual(new Set([200, 456]));
  const served = texts.filter((_, i) => answers[i]?.status === 200);
  const refused = texts.filter((_, i) => answers[i]?.status === 456);
  const used = served.reduce((sum, { length }) => sum + length, 0);
  const ledger = await charged(key);
  expect([ledger.calls.length, ledger.characters]).toEqual([served.length, used]);
  expect(used).toBeLessThanOrEqual(budget);
  // What is left is too little for each of those that were refused.
  expect(budget - used).toBeLessThan(Math.min(...refused.map(({ length }) => length)));
  await expectBooksAgree();
  report('budget of a key', { calls, budget, used, served: served.length, refused: refused.length, over: 0 });
});

test('a rate lets its burst and what comes back through, on both nodes together', async () => {
  const perSecond = scale(30, 50);
  const key = await limitedKey({ requestsPerSecond: perSecond });
  const lossesBefore = losses();
  const startedAt = performance.now();
  const answers = await sendAll(
    key,
    Array.from({ length: calls }, () => 'x'),
  );
  const most = perSecond + (perSecond * (performance.now() - startedAt)) / 1_000;
  expect(statusesOf(answers)).toEqual(new Set([200, 429]));
  const served = answers.filter(({ status }) => status === 200).length;
  // On a machine so busy that Redis does not answer in 50 ms, nodes keep to their shares for a moment.
  const isShared = losses() === lossesBefore;
  expect(served).toBeLessThanOrEqual(most * (isShared ? 1 : 1.1));
  if (isShared) expect(served).toBeGreaterThanOrEqual(perSecond);
  for (const { status, retryAfter } of answers) expect(status === 429).toBe((retryAfter ?? 0) >= 1);
  expect((await charged(key)).calls).toHaveLength(served);
  report('rate of a key', {
    calls,
    served,
    most: Math.floor(most),
    over: 0,
    redisLate: losses() - lossesBefore,
  });
});

test('no call is charged at or after the expiry, and none that starts when the database has seen it is served', async () => {
  const key = await limitedKey({ monthlyCharacters: 1_000_000_000 });
  let answered = 0;
  let expiresAt: ReturnType<typeof expireSoon> | undefined;
  const answers: SentCall[] = [];
  const sendUntilDone = async (first: number) => {
    for (let i = first; i < calls; i += callers) {
      answers.push(await sendCall(cluster.url(i), key.plain, 'x'));
      if (++answered === Math.floor(calls / 2)) expiresAt = expireSoon(key);
    }
  };
  const callers = scale(64, 256);
  await Promise.all(Array.from({ length: callers }, (_, first) => sendUntilDone(first)));
  const { expiry, knownAt } = (await expiresAt) ?? {};
  if (expiry === undefined || knownAt === undefined) throw new Error('the key did not get an expiry');
  const { rows } = await cluster.db.query<{ isOver: boolean }>(
    'SELECT pg_sleep(greatest(extract(epoch FROM $1 - clock_timestamp()), 0)), clock_timestamp() >= $1 AS "isOver"',
    [expiry],
  );
  expect(rows[0]?.isOver).toBe(true);
  const late = await sendAll(
    key,
    Array.from({ length: calls / 10 }, () => 'x'),
  );
  expect(statusesOf(late)).toEqual(new Set([401]));
  expect([...statusesOf(answers)].every((status) => status === 200 || status === 401)).toBe(true);
  const served = answers.filter(({ status }) => status === 200).length;
  const ledger = await charged(key);
  expect(ledger.calls).toHaveLength(served);
  const lastMs = Math.max(...ledger.calls.map(({ chargedAt }) => chargedAt.getTime()));
  // On a busy machine the change may be committed after its moment.
  expect(lastMs).toBeLessThanOrEqual(Math.max(expiry.getTime(), knownAt.getTime()));
  await expectBooksAgree();
  report('expiry of a key', {
    calls: calls + late.length,
    served,
    refused: answers.length - served,
    late: 0,
  });
});

/** By the clock of the database, while calls are under way. */
async function expireSoon({ team, id }: LimitedKey): Promise<{ expiry: Date; knownAt: Date }> {
  const now = async () => {
    const { rows } = await cluster.db.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    return rows[0]?.at ?? new Date();
  };
  const expiry = new Date((await now()).getTime() + 100);
  const manager = { teamId: team, scopes: [] };
  const changed = await createTeamKeys(cluster.db, 10).change(manager, id, { expiresAt: expiry }, testActor);
  if (!changed.ok) throw new Error(changed.problem.detail);
  return { expiry, knownAt: await now() };
}

const losses = () =>
  cluster.nodes.reduce((sum, node) => sum + node.log().split('Redis is unreachable').length - 1, 0);
