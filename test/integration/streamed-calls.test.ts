/** What the ledger makes of a streamed call, without a server: the same endings as in acceptance, in the database alone. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { giveCredit } from '../../src/accounts/credit.ts';
import { revokeKey } from '../../src/accounts/keys.ts';
import { suspendTeam } from '../../src/accounts/suspension.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { createStreamHousekeeping } from '../../src/metering/streamed-calls.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { setQuota } from '../../src/store/postgres/ledger.ts';
import { beginStream, recordSent, settleStream } from '../../src/store/postgres/streamed-calls.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let team: TestTeam;
let stream: { teamId: string; id: string };

const lines = (characters: number) => ({
  sources: ['en'],
  engines: ['apertium'],
  characters: [characters],
  texts: [1],
});

beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());
/** A streamed call of 100 characters, 40 of which were recorded. */
beforeEach(async () => {
  [team] = (await seedTeams(db, 1, { quota: 100, keys: 2 })) as [TestTeam];
  stream = { teamId: team.id, id: uuidV7() };
  const hold = {
    keyId: team.keys[0]?.id ?? '',
    mode: 'live',
    dialect: 'browser',
    characters: 100,
    target: 'es',
  } as const;
  expect(await beginStream(db, { ...stream, ...hold, lifetimeMs: 600_000 })).toBe('held');
  expect(await recordSent(db, stream, lines(40))).toBe(true);
});
afterEach(async () => expect(await findDisagreements(db)).toEqual([]));

async function state() {
  const { rows } = await db.query(
    `SELECT held::int, month_used::int AS used, (SELECT count(*)::int FROM streamed_calls WHERE team_id = $1) AS open
       FROM team_balances WHERE team_id = $1`,
    [team.id],
  );
  return rows[0];
}

test('what was sent is charged once, and the rest is free again', async () => {
  expect(await settleStream(db, stream, lines(30))).toBe('charged');
  expect(await settleStream(db, stream, lines(30))).toBe('gone');
  const { rows } = await db.query('SELECT dialect, characters FROM calls WHERE team_id = $1', [team.id]);
  expect(rows).toEqual([{ dialect: 'browser', characters: 30 }]);
  expect(await recordSent(db, stream, lines(50))).toBe(false);
  expect(await state()).toEqual({ held: 0, used: 30, open: 0 });
});

test('where nothing was sent, nothing is charged, and more than was held is refused', async () => {
  await expect(settleStream(db, stream, lines(101))).rejects.toThrow('cannot be settled');
  const none = { sources: [], engines: [], characters: [], texts: [] };
  expect(await settleStream(db, stream, none)).toBe('released');
  expect(await state()).toEqual({ held: 0, used: 0, open: 0 });
});

test('housekeeping charges what was recorded, and only when the time of the call is over', async () => {
  const housekeeping = createStreamHousekeeping(db, { countCharge: () => undefined });
  const run = () => housekeeping.run(new AbortController().signal);
  await run();
  expect(await state()).toEqual({ held: 100, used: 0, open: 1 });
  await db.query('UPDATE streamed_calls SET expires_at = clock_timestamp()');
  expect(await recordSent(db, stream, lines(50))).toBe(false);
  await run();
  expect(await state()).toEqual({ held: 0, used: 40, open: 0 });
});

test.each([
  ['a revoked key', () => revokeKey(db, team.keys[0]?.id ?? '', testActor)],
  ['a suspension', () => suspendTeam(db, team.id, 'Test', testActor)],
  ['a lower quota', () => setQuota(db, team.id, 1)],
  [
    'credit that is taken back',
    async () => {
      await giveCredit(db, { teamId: team.id, amount: 5, reason: 'Test' }, testActor);
      await giveCredit(db, { teamId: team.id, amount: -5, reason: 'Test' }, testActor);
    },
  ],
])('%s first charges what was sent, and nothing more is', async (_name, change) => {
  await change();
  expect(await state()).toEqual({ held: 0, used: 40, open: 0 });
  expect(await recordSent(db, stream, lines(50))).toBe(false);
});

test('the revocation of another key, a higher quota and more credit leave it alone', async () => {
  await revokeKey(db, team.keys[1]?.id ?? '', testActor);
  await setQuota(db, team.id, 200);
  await giveCredit(db, { teamId: team.id, amount: 5, reason: 'Test' }, testActor);
  expect(await state()).toEqual({ held: 100, used: 0, open: 1 });
});

test('a stream that begins in a new month is charged to that month, even if the clock steps back', async () => {
  const [resting] = (await seedTeams(db, 1, { quota: 100 })) as [TestTeam];
  await db.query("UPDATE team_balances SET period = period - interval '1 month' WHERE team_id = $1", [
    resting.id,
  ]);
  const hold = {
    keyId: resting.keys[0]?.id ?? '',
    mode: 'live',
    dialect: 'browser',
    characters: 100,
    target: 'es',
  } as const;
  await beginStream(db, { teamId: resting.id, id: uuidV7(), ...hold, lifetimeMs: 600_000 });
  const { rows } = await db.query(
    `SELECT count(DISTINCT period)::int AS months FROM team_balances WHERE team_id = ANY ($1)`,
    [[team.id, resting.id]],
  );
  expect(rows).toEqual([{ months: 1 }]);
});

test('a team that is locked does not keep the streams of other teams from being settled', async () => {
  const [other] = (await seedTeams(db, 1, { quota: 100 })) as [TestTeam];
  const later = { teamId: other.id, id: uuidV7() };
  const hold = {
    keyId: other.keys[0]?.id ?? '',
    mode: 'live',
    dialect: 'browser',
    characters: 100,
    target: 'es',
  } as const;
  await beginStream(db, { ...later, ...hold, lifetimeMs: 600_000 });
  await recordSent(db, later, lines(10));
  await db.query("UPDATE streamed_calls SET expires_at = clock_timestamp() - interval '2 s' WHERE id = $1", [
    stream.id,
  ]);
  await db.query("UPDATE streamed_calls SET expires_at = clock_timestamp() - interval '1 s' WHERE id = $1", [
    later.id,
  ]);
  const run = () =>
    createStreamHousekeeping(db, { countCharge: () => undefined }).run(new AbortController().signal);
  const lock = await db.connect();
  await lock.query('BEGIN');
  await lock.query('SELECT FROM team_balances WHERE team_id = $1 FOR UPDATE', [team.id]);
  await expect(run()).rejects.toThrow('could not be settled');
  expect(await settleStream(db, later)).toBe('gone');
  await lock.query('ROLLBACK');
  lock.release();
  await run();
  expect(await state()).toEqual({ held: 0, used: 40, open: 0 });
});
