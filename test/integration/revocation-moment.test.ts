/** The moment of a revocation is never before a charge that came before it, though a clock was set back in between. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeKey } from '../../src/accounts/keys.ts';
import { type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { eraseIdentity } from '../../src/store/postgres/erasure.ts';
import { markSuspended } from '../../src/store/postgres/suspensions.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { chargeOf, insertLedgerTeam, type LedgerTeam, verdictsOf } from '../support/ledger-data.ts';
import { openTestPool } from '../support/pool.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());

/** As if the clock had been 20 s ahead when the calls were charged. */
async function chargeByAClockThatIsAhead(): Promise<LedgerTeam> {
  const team = await insertLedgerTeam(db, 100);
  expect(await verdictsOf(db, [chargeOf(team, 1), chargeOf(team, 2)])).toEqual(['charged', 'charged']);
  await db.query("UPDATE calls SET charged_at = charged_at + interval '20 s' WHERE team_id = $1", [
    team.team,
  ]);
  return team;
}

const afterRevocation = async ({ team }: LedgerTeam) =>
  (await findDisagreements(db)).filter(
    ({ check, teamId }) => check === 'no call was charged after its key was revoked' && teamId === team,
  );

test('a key that is revoked after the clock was set back was revoked after its last charge', async () => {
  const team = await chargeByAClockThatIsAhead();
  await revokeKey(db, team.key, testActor);
  expect(await afterRevocation(team)).toEqual([]);
});

test('so were the keys of a team that is erased', async () => {
  const team = await chargeByAClockThatIsAhead();
  await inTransaction(db, async (connection) => {
    await markSuspended(connection, team.team, 'test');
    await eraseIdentity(connection, team.team);
  });
  expect(await afterRevocation(team)).toEqual([]);
});

test('a key that was never used is revoked now', async () => {
  const team = await insertLedgerTeam(db, 100);
  await revokeKey(db, team.key, testActor);
  const { rows } = await db.query(
    "SELECT revoked_at BETWEEN now() - interval '1 hour' AND clock_timestamp() AS now FROM api_keys WHERE id = $1",
    [team.key],
  );
  expect(rows).toEqual([{ now: true }]);
});
