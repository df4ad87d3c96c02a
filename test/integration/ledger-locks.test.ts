/** What is decided after a wait for a team's lock is decided by what is true then, and by nothing from before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { type Connection, type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { type NewHold, placeHold, settleHold } from '../../src/store/postgres/holds.ts';
import { addCredit, readAvailable } from '../../src/store/postgres/ledger.ts';
import { chargeOf, insertLedgerTeam, type LedgerTeam, verdictsOf } from '../support/ledger-data.ts';
import { openTestPool } from '../support/pool.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
const connections = 6;
beforeAll(async () => {
  db = openTestPool(database.url, connections);
  // All are open before anything waits.
  await Promise.all(Array.from({ length: connections }, () => db.query('SELECT pg_sleep(0.1)')));
  // A busy machine may need more than two seconds for what changes while they wait.
  const { rows } = await db.query<{ name: string }>(
    "SELECT oid::regprocedure::text AS name FROM pg_proc WHERE 'lock_timeout=2000' = ANY (proconfig)",
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { name } of rows) await db.query(`ALTER FUNCTION ${name} SET lock_timeout = 60000`);
});
afterAll(() => db.end());

/** Begins `work` while the team's row is held, changes something when it waits for the row, and lets it go. */
async function whileItWaits<T>(
  { team }: LedgerTeam,
  work: () => Promise<T>,
  change: (holder: Connection) => Promise<unknown>,
): Promise<T> {
  let result: Promise<T> | undefined;
  await inTransaction(db, async (holder) => {
    await holder.query('SELECT FROM team_balances WHERE team_id = $1 FOR UPDATE', [team]);
    result = work();
    result.catch(() => undefined);
    await untilSomebodyWaits(holder);
    await change(holder);
  });
  return result as Promise<T>;
}

async function untilSomebodyWaits(holder: Connection, sessions = 1): Promise<void> {
  const waiting = `SELECT count(DISTINCT pid)::int AS sessions FROM pg_locks JOIN pg_stat_activity USING (pid)
                    WHERE NOT granted AND datname = current_database()`;
  await expect
    .poll(async () => (await holder.query(waiting)).rows[0]?.sessions, { interval: 10 })
    .toBeGreaterThanOrEqual(sessions);
}

const revoke = (key: string) => (holder: Connection) =>
  holder.query('UPDATE api_keys SET revoked_at = clock_timestamp() WHERE id = $1', [key]);

const suspend = (team: string) => (holder: Connection) =>
  holder.query(
    "UPDATE team_balances SET suspended_at = clock_timestamp(), suspension_reason = 'test' WHERE team_id = $1",
    [team],
  );

const holdOf = ({ team, key }: LedgerTeam, characters: number): NewHold => ({
  teamId: team,
  id: uuidV7(),
  keyId: key,
  mode: 'live',
  dialect: 'v1',
  characters,
  lifetimeMs: 60_000,
});

const place = (hold: NewHold) => inTransaction(db, (connection) => placeHold(connection, hold));

const settle = ({ teamId, id, characters }: NewHold) =>
  inTransaction(db, (connection) =>
    settleHold(connection, {
      teamId,
      holdId: id,
      callId: uuidV7(),
      target: 'es',
      sources: ['en'],
      engines: ['apertium'],
      characters: [characters],
      texts: [1],
    }),
  );

test('a charge that waits does not charge a key that is revoked meanwhile', async () => {
  const team = await insertLedgerTeam(db, 100);
  const charge = () => verdictsOf(db, [chargeOf(team, 1)]);
  expect(await whileItWaits(team, charge, revoke(team.key))).toEqual(['key_revoked']);
});

test('a charge that waits does not charge a team that is suspended meanwhile', async () => {
  const team = await insertLedgerTeam(db, 100);
  const charge = () => verdictsOf(db, [chargeOf(team, 1)]);
  expect(await whileItWaits(team, charge, suspend(team.team))).toEqual(['team_suspended']);
});

test('a charge that waits past its deadline is too late', async () => {
  const team = await insertLedgerTeam(db, 100);
  const { rows } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const deadline = new Date((rows[0]?.now.getTime() ?? 0) + 300);
  const charge = () => verdictsOf(db, [chargeOf(team, 1, { deadline })]);
  const untilItHasPassed = (holder: Connection) =>
    holder.query('SELECT pg_sleep(extract(epoch FROM $1 - clock_timestamp()) + 0.01)', [deadline]);
  expect(await whileItWaits(team, charge, untilItHasPassed)).toEqual(['too_late']);
});

test('a charge that waits for its first team holds no other: locks are taken in the order of ids', async () => {
  const [first, second] = [await insertLedgerTeam(db, 100), await insertLedgerTeam(db, 100)];
  const backwards = () => verdictsOf(db, [chargeOf(second, 1), chargeOf(first, 1)]);
  const takeTheOther = (holder: Connection) =>
    holder
      .query('SELECT FROM team_balances WHERE team_id = $1 FOR UPDATE NOWAIT', [second.team])
      .catch((error: Error) => expect.fail(`the other team is held: ${error.message}`));
  expect(await whileItWaits(first, backwards, takeTheOther)).toEqual(['charged', 'charged']);
});

test('a hold that waits is not placed with a key that is revoked meanwhile, nor for a suspended team', async () => {
  const team = await insertLedgerTeam(db, 100);
  const other = await insertLedgerTeam(db, 100);
  expect(await whileItWaits(team, () => place(holdOf(team, 1)), revoke(team.key))).toBe('key_revoked');
  expect(await whileItWaits(other, () => place(holdOf(other, 1)), suspend(other.team))).toBe(
    'team_suspended',
  );
});

test('holds that are placed at once hold no more than there is', async () => {
  const team = await insertLedgerTeam(db, 100);
  const placeTwo = () => Promise.all([place(holdOf(team, 60)), place(holdOf(team, 60))]);
  const verdicts = await whileItWaits(team, placeTwo, (holder) => untilSomebodyWaits(holder, 2));
  expect(verdicts.toSorted()).toEqual(['held', 'quota_exceeded']);
  expect(await readAvailable(db, team.team)).toBe(40);
});

test('a hold that is settled twice at once is charged once', async () => {
  const team = await insertLedgerTeam(db, 100);
  const hold = holdOf(team, 30);
  expect(await place(hold)).toBe('held');
  const settleTwice = () => Promise.all([settle(hold), settle(hold)]);
  const verdicts = await whileItWaits(team, settleTwice, (holder) => untilSomebodyWaits(holder, 2));
  expect(verdicts.toSorted()).toEqual(['charged', 'gone']);
  expect(await readAvailable(db, team.team)).toBe(70);
});

test('a credit entry that is sent twice at once is booked once', async () => {
  const team = await insertLedgerTeam(db, 100);
  const entry = { id: uuidV7(), teamId: team.team, amount: 40, reason: 'test', author: 'test' };
  const addTwice = () => Promise.all([addCredit(db, entry), addCredit(db, entry)]);
  expect(await whileItWaits(team, addTwice, (holder) => untilSomebodyWaits(holder, 2))).toEqual([40, 40]);
});
