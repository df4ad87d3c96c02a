/** What the ledger makes of the limits of a key, in the database alone. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createExpiredKeys } from '../../src/accounts/expired-keys.ts';
import { createTeamKeys, type KeyChanges } from '../../src/accounts/keys.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { placeHold, releaseHold, settleHold } from '../../src/store/postgres/holds.ts';
import { readKeyAvailable } from '../../src/store/postgres/key-limits.ts';
import { chargeCalls } from '../../src/store/postgres/ledger.ts';
import { beginStream, recordSent, settleStream } from '../../src/store/postgres/streamed-calls.ts';
import { chargeRow } from '../ledger/support/charge-rows.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let team: TestTeam;
let limited: string;
let free: string;

beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());
beforeEach(async () => {
  [team] = (await seedTeams(db, 1, { quota: 1_000, keys: 2 })) as [TestTeam];
  [limited = '', free = ''] = team.keys.map(({ id }) => id);
});
afterEach(async () => {
  // Holds of no document, which the audit would report.
  await db.query(
    `SELECT release_hold(team_id, id) FROM holds h WHERE team_id = $1
        AND NOT EXISTS (SELECT FROM streamed_calls s WHERE s.team_id = h.team_id AND s.id = h.id)`,
    [team.id],
  );
  expect(await findDisagreements(db)).toEqual([]);
});

const manager = () => ({ teamId: team.id, scopes: [] });
const keys = () => createTeamKeys(db, 200);
async function limit(changes: KeyChanges, key = limited) {
  return keys().change(manager(), key, changes, testActor);
}
const verdicts = async (...rows: ReturnType<typeof chargeRow>[]) =>
  (await chargeCalls(db, rows)).map(({ verdict }) => verdict);
const call = (characters: number, key = limited) => chargeRow(team.id, key, characters);
const hold = (characters: number, id = uuidV7()) => ({
  teamId: team.id,
  id,
  keyId: limited,
  mode: 'live',
  dialect: 'v1' as const,
  characters,
});
const place = (characters: number, id?: string) =>
  inTransaction(db, (connection) => placeHold(connection, { ...hold(characters, id), lifetimeMs: 600_000 }));
const settle = (id: string, characters: number) =>
  inTransaction(db, (connection) =>
    settleHold(connection, {
      teamId: team.id,
      holdId: id,
      callId: uuidV7(),
      target: 'es',
      ...lines(characters),
    }),
  );
const lines = (characters: number) => ({
  sources: ['en'],
  engines: ['stub'],
  characters: [characters],
  texts: [1],
});
const ofPast = () =>
  db.query(`UPDATE key_limits SET expires_at = clock_timestamp() WHERE key_id = $1`, [limited]);
const inAnHour = () => new Date(Date.now() + 3_600_000);

test('a key that got limits after its request was authenticated can no longer create keys or change limits', async () => {
  await limit({ monthlyCharacters: 100 });
  const stale = { ...manager(), scopes: ['translate'], keyId: limited };
  const refused = { problem: { code: 'forbidden' } };
  const wanted = { name: 'free', mode: 'live', scopes: ['translate'] } as const;
  expect(await keys().create(stale, wanted, testActor)).toMatchObject(refused);
  expect(await keys().change(stale, limited, { monthlyCharacters: null }, testActor)).toMatchObject(refused);
  expect(await keys().create({ ...stale, keyId: free }, wanted, testActor)).toMatchObject({ ok: true });
});

describe('a budget', () => {
  test('is spent to the last character, and a call beyond it is refused alone, not its batch', async () => {
    await limit({ monthlyCharacters: 100 });
    expect(await verdicts(call(60), call(41), call(300, free), call(40), call(1), call(0))).toEqual([
      ...['charged', 'key_quota_exceeded', 'charged', 'charged', 'key_quota_exceeded', 'charged'],
    ]);
    expect(await readKeyAvailable(db, limited)).toBe(0);
    expect(await readKeyAvailable(db, free)).toBeUndefined();
  });

  test('of 0 lets nothing but empty calls through', async () => {
    await limit({ monthlyCharacters: 0 });
    expect(await verdicts(call(1), call(0))).toEqual(['key_quota_exceeded', 'charged']);
  });

  test('is never more than what the team has', async () => {
    await limit({ monthlyCharacters: 5_000 });
    expect(await verdicts(call(1_001), call(1_000), call(1))).toEqual([
      ...['quota_exceeded', 'charged', 'quota_exceeded'],
    ]);
  });

  test('counts what the key used this month before it had a budget, and what is held for it', async () => {
    await chargeCalls(db, [call(30), call(500, free)]);
    await place(20);
    expect(await limit({ monthlyCharacters: 100 })).toMatchObject({ value: { charactersLeft: 50 } });
    expect(await verdicts(call(51), call(50))).toEqual(['key_quota_exceeded', 'charged']);
  });

  test('that is lowered below what is used leaves nothing; raised again, it leaves the difference', async () => {
    await limit({ monthlyCharacters: 100 });
    await chargeCalls(db, [call(80)]);
    expect(await limit({ monthlyCharacters: 50 })).toMatchObject({ value: { charactersLeft: 0 } });
    expect(await verdicts(call(1), call(0))).toEqual(['key_quota_exceeded', 'charged']);
    expect(await limit({ monthlyCharacters: 90 })).toMatchObject({ value: { charactersLeft: 10 } });
    expect(await limit({ monthlyCharacters: null })).toMatchObject({ value: { charactersLeft: null } });
    expect(await verdicts(call(900))).toEqual(['charged']);
  });

  test('begins again with the month', async () => {
    await limit({ monthlyCharacters: 100 });
    await chargeCalls(db, [call(100)]);
    await db.query(
      `UPDATE key_limits SET period = period - interval '1 month', used = 77 WHERE key_id = $1`,
      [limited],
    );
    expect(await readKeyAvailable(db, limited)).toBe(100);
    expect(await verdicts(call(1))).toEqual(['charged']);
    const { rows } = await db.query<{ used: string }>('SELECT used FROM key_limits WHERE key_id = $1', [
      limited,
    ]);
    expect(rows).toEqual([{ used: '1' }]);
    await limit({ monthlyCharacters: 101 });
  });

  test('costs nothing for a repeat, and is told with every charge', async () => {
    await limit({ monthlyCharacters: 100 });
    const underKey = () => ({ ...call(70), idem: 'a'.repeat(64), body: 'b'.repeat(64) });
    expect(await chargeCalls(db, [underKey()])).toMatchObject([{ verdict: 'charged', keyAvailable: 30 }]);
    expect(await chargeCalls(db, [underKey()])).toMatchObject([{ verdict: 'replayed', keyAvailable: 30 }]);
    expect((await chargeCalls(db, [call(1, free)]))[0]).not.toHaveProperty('keyAvailable');
  });

  test('holds what documents may cost, until they are charged or deleted', async () => {
    await limit({ monthlyCharacters: 100 });
    const [first, second] = [uuidV7(), uuidV7()];
    expect([await place(70, first), await place(31), await place(30, second)]).toEqual([
      ...['held', 'key_quota_exceeded', 'held'],
    ]);
    expect(await place(70, first)).toBe('held');
    expect(await verdicts(call(1))).toEqual(['key_quota_exceeded']);
    expect(await settle(first, 70)).toBe('charged');
    await inTransaction(db, (connection) => releaseHold(connection, team.id, second));
    expect(await verdicts(call(31), call(30))).toEqual(['key_quota_exceeded', 'charged']);
  });

  test('that was lowered meanwhile refuses the charge of a document, and gives back what was held', async () => {
    await limit({ monthlyCharacters: 100 });
    const id = uuidV7();
    await place(70, id);
    await limit({ monthlyCharacters: 50 });
    expect(await settle(id, 70)).toBe('quota_exceeded');
    expect(await readKeyAvailable(db, limited)).toBe(50);
  });

  test('covers a streamed call as a whole, and is charged what was sent', async () => {
    await limit({ monthlyCharacters: 100 });
    const stream = { ...hold(90), target: 'es', lifetimeMs: 600_000 };
    expect(await beginStream(db, { ...stream, id: uuidV7(), characters: 101 })).toBe('key_quota_exceeded');
    expect(await beginStream(db, stream)).toBe('held');
    expect(await verdicts(call(11))).toEqual(['key_quota_exceeded']);
    expect(await settleStream(db, stream, lines(40))).toBe('charged');
    expect(await verdicts(call(61), call(60))).toEqual(['key_quota_exceeded', 'charged']);
  });

  test('that is lowered ends streamed calls at what they have sent', async () => {
    await limit({ monthlyCharacters: 100 });
    const stream = { ...hold(90), target: 'es', lifetimeMs: 600_000 };
    await beginStream(db, stream);
    await recordSent(db, stream, lines(40));
    expect(await limit({ monthlyCharacters: 10 })).toMatchObject({ value: { charactersLeft: 0 } });
    expect(await recordSent(db, stream, lines(50))).toBe(false);
    expect(await settleStream(db, stream, lines(50))).toBe('gone');
  });

  test('binds a node of the version before, which is told in words that it knows', async () => {
    await limit({ monthlyCharacters: 10 });
    const { rows } = await db.query<{ verdict: string }>(
      `SELECT verdict FROM charge_calls_with_dialect(ARRAY[$1::uuid], ARRAY[$2::uuid], ARRAY[$3::uuid], '{live}', '{v1}', '{11}', '{es}',
         '{infinity}', '{NULL}', '{NULL}', ARRAY['{en}'], ARRAY['{stub}'], ARRAY['{11}'], ARRAY['{1}'])`,
      [uuidV7(), team.id, limited],
    );
    expect(rows).toEqual([{ verdict: 'quota_exceeded' }]);
    const old = await db.query<Record<string, string>>(
      `SELECT place_hold_with_dialect($1, $3, $2, 'live', 'v1', 11, '1 hour') AS hold,
              begin_stream_with_dialect($1, $3, $2, 'live', 'v1', 11, 'es', '1 hour') AS stream`,
      [team.id, limited, uuidV7()],
    );
    expect(old.rows).toEqual([{ hold: 'quota_exceeded', stream: 'quota_exceeded' }]);
  });
});

test('the usage of tags beyond the first thousand of a month is booked as that of others', async () => {
  await db.query(
    `INSERT INTO reporting_tags (team_id, month, tag)
     SELECT $1, date_trunc('month', now() AT TIME ZONE 'UTC'), 'tag ' || n FROM generate_series(1, 998) AS n`,
    [team.id],
  );
  const tags = ['known', 'last', 'beyond', 'known', '', 'further'];
  expect(await verdicts(...tags.map((tag) => ({ ...call(1), tag })))).toEqual(tags.map(() => 'charged'));
  await chargeCalls(db, [{ ...call(1), tag: 'another' }]);
  const { rows } = await db.query(
    'SELECT tag, sum(calls)::int AS calls FROM usage_hourly WHERE team_id = $1 GROUP BY tag ORDER BY tag',
    [team.id],
  );
  expect(rows).toEqual([
    { tag: '', calls: 1 },
    { tag: 'known', calls: 2 },
    { tag: 'last', calls: 1 },
    { tag: 'other tags', calls: 3 },
  ]);
});

describe('an expiry', () => {
  test('refuses every charge and hold from its moment on, also under an Idempotency-Key', async () => {
    await limit({ expiresAt: inAnHour() });
    const underKey = () => ({ ...call(7), idem: 'c'.repeat(64), body: 'b'.repeat(64) });
    expect(await verdicts(call(7), call(0), underKey())).toEqual(['charged', 'charged', 'charged']);
    await ofPast();
    expect(await verdicts(call(7), call(0), underKey(), call(7, free))).toEqual([
      ...['key_revoked', 'key_revoked', 'key_revoked', 'charged'],
    ]);
    expect(await place(7)).toBe('key_revoked');
    expect(await beginStream(db, { ...hold(7), target: 'es', lifetimeMs: 1_000 })).toBe('key_revoked');
  });

  test('refuses the charge of a document, as a revocation does', async () => {
    await limit({ expiresAt: inAnHour() });
    const id = uuidV7();
    await place(7, id);
    await ofPast();
    expect(await settle(id, 7)).toBe('key_revoked');
  });

  test('ends a streamed call, and what was sent before is charged after it', async () => {
    // A stream learns when it begins how long its key is good.
    await limit({ expiresAt: new Date(Date.now() + 3_000), monthlyCharacters: 100 });
    const stream = { ...hold(90), target: 'es', lifetimeMs: 600_000 };
    expect(await beginStream(db, stream)).toBe('held');
    expect(await recordSent(db, stream, lines(40))).toBe(true);
    await expect.poll(() => recordSent(db, stream, lines(50))).toBe(false);
    expect(await verdicts(call(1))).toEqual(['key_revoked']);
    expect(await settleStream(db, stream, lines(40))).toBe('charged');
  });

  test('becomes a revocation with an entry in the audit log, which nothing undoes', async () => {
    await limit({ expiresAt: inAnHour() });
    await chargeCalls(db, [call(7)]);
    await ofPast();
    const housekeeping = createExpiredKeys(db);
    await housekeeping.run(AbortSignal.timeout(60_000));
    await housekeeping.run(AbortSignal.timeout(60_000));
    const revoked = await keys().list(team.id, { isRevoked: true }, { limit: 10, before: undefined });
    expect(revoked).toMatchObject([{ id: limited }]);
    const [revokedMs, expiryMs] = [revoked[0]?.revokedAt, revoked[0]?.expiresAt].map(
      (at) => at?.getTime() ?? 0,
    );
    expect(revokedMs).toBeGreaterThanOrEqual(expiryMs ?? 0);
    const { rows } = await db.query(
      "SELECT details FROM audit_log WHERE team_id = $1 AND action = 'key.expired'",
      [team.id],
    );
    expect(rows).toMatchObject([{ details: { name: 'test' } }]);
    expect(await limit({ expiresAt: null })).toMatchObject({ problem: { code: 'conflict' } });
    expect(await limit({ name: 'renamed' })).toMatchObject({ value: { name: 'renamed' } });
  });

  test('of one key that cannot be revoked keeps no other waiting', async () => {
    for (const key of [limited, free]) await limit({ expiresAt: inAnHour() }, key);
    await ofPast();
    await db.query('UPDATE key_limits SET expires_at = clock_timestamp() WHERE key_id = $1', [free]);
    await db.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
       CREATE TRIGGER refuses BEFORE UPDATE ON api_keys FOR EACH ROW WHEN (OLD.id = '${limited}') EXECUTE FUNCTION refuse()`,
    );
    const run = () => createExpiredKeys(db).run(AbortSignal.timeout(60_000));
    await expect(run()).rejects.toThrow('could not be revoked');
    const revoked = () => keys().list(team.id, { isRevoked: true }, { limit: 10, before: undefined });
    expect(await revoked()).toMatchObject([{ id: free }]);
    await db.query('DROP FUNCTION refuse() CASCADE');
    await run();
    expect(await revoked()).toHaveLength(2);
  });

  test('that has passed cannot be moved, before or after housekeeping saw it', async () => {
    await limit({ expiresAt: inAnHour() });
    await ofPast();
    expect(await limit({ expiresAt: inAnHour() })).toMatchObject({ problem: { code: 'conflict' } });
  });
});
