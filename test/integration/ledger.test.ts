import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { addCredit, chargeCalls, readAvailable, setQuota } from '../../src/store/postgres/ledger.ts';
import { chargeOf, insertLedgerTeam, verdictsOf } from '../support/ledger-data.ts';
import { openTestPool } from '../support/pool.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
beforeAll(() => {
  db = openTestPool(database.url, 8);
});
afterAll(() => db.end());

test('each call of a batch is decided on its own: a large one does not starve those behind it', async () => {
  const team = await insertLedgerTeam(db, 100);
  const batch = [60, 60, 40, 1].map((characters) => chargeOf(team, characters));
  expect(await verdictsOf(db, batch)).toEqual(['charged', 'quota_exceeded', 'charged', 'quota_exceeded']);
  expect(await readAvailable(db, team.team)).toBe(0);
});

test('the same charge again finds its row, also after its key was revoked and its deadline has passed', async () => {
  const team = await insertLedgerTeam(db, 100);
  const charge = chargeOf(team, 30);
  expect(await verdictsOf(db, [charge])).toEqual(['charged']);
  await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [team.key]);
  const late = { ...charge, deadline: new Date(0) };
  expect(await verdictsOf(db, [late])).toEqual(['charged']);
  expect(await readAvailable(db, team.team)).toBe(70);
});

test('an Idempotency-Key counts for 24 hours, and not for longer', async () => {
  const team = await insertLedgerTeam(db, 100);
  const hmacs = { idem: '0a'.repeat(32), body: '0b'.repeat(32) };
  const again = () => verdictsOf(db, [chargeOf(team, 30, hmacs)]);
  const age = (hours: number) =>
    db.query(
      'UPDATE idempotency_keys SET created_at = now() - make_interval(secs => $2) WHERE team_id = $1',
      [team.team, hours * 3_600],
    );
  expect(await again()).toEqual(['charged']);
  await age(23.9);
  expect(await again()).toEqual(['replayed']);
  await age(24.1);
  expect(await again()).toEqual(['charged']);
  expect(await readAvailable(db, team.team)).toBe(40);
});

test('a revoked key, a key of another team and a passed deadline are not charged', async () => {
  const team = await insertLedgerTeam(db, 100);
  const other = await insertLedgerTeam(db, 100);
  expect(await verdictsOf(db, [chargeOf({ team: team.team, key: other.key }, 1)])).toEqual(['key_revoked']);
  expect(await verdictsOf(db, [chargeOf(team, 1, { deadline: new Date(Date.now() - 5_000) })])).toEqual([
    'too_late',
  ]);
  await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [team.key]);
  expect(await verdictsOf(db, [chargeOf(team, 1)])).toEqual(['key_revoked']);
  expect(await readAvailable(db, team.team)).toBe(100);
});

test('the first charge of a month starts a new quota, and credit stays', async () => {
  const team = await insertLedgerTeam(db, 50);
  await addCredit(db, { id: uuidV7(), teamId: team.team, amount: 7, reason: 'test', author: 'test' });
  await db.query(
    "UPDATE team_balances SET quota_used = 50, period = (period - interval '1 month')::date WHERE team_id = $1",
    [team.team],
  );
  expect(await readAvailable(db, team.team)).toBe(57);
  expect(await chargeCalls(db, [chargeOf(team, 52)])).toMatchObject([{ verdict: 'charged', available: 5 }]);
});

test('a quota may be lowered below what is used; nothing is left then, not less than nothing', async () => {
  const team = await insertLedgerTeam(db, 50);
  await verdictsOf(db, [chargeOf(team, 40)]);
  expect(await setQuota(db, team.team, 10)).toBe(true);
  expect(await readAvailable(db, team.team)).toBe(0);
  expect(await verdictsOf(db, [chargeOf(team, 1)])).toEqual(['quota_exceeded']);
});

test('many connections that charge the same teams in any order never deadlock, and grant exactly the quota', async () => {
  const teams = await Promise.all(Array.from({ length: 6 }, () => insertLedgerTeam(db, 100)));
  const batches = Array.from({ length: 120 }, (_, i) =>
    (i % 2 === 0 ? teams : teams.toReversed()).map((team) => chargeOf(team, 1)),
  );
  const verdicts = (await Promise.all(batches.map((batch) => verdictsOf(db, batch)))).flat();
  expect(verdicts.filter((verdict) => verdict === 'charged')).toHaveLength(600);
  expect(await Promise.all(teams.map(({ team }) => readAvailable(db, team)))).toEqual(teams.map(() => 0));
});
