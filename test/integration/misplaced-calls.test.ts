/** Calls whose ids are older than the ledger, as a node makes them whose clock was never set. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { readLedgerState } from '../../src/store/postgres/partitions.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { chargeOf, insertLedgerTeam, verdictsOf } from '../support/ledger-data.ts';
import { openTestPool } from '../support/pool.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;

beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());

test('a ledger that is tended is ready for two months, and has no call without its month', async () => {
  expect(await readLedgerState(db)).toEqual({ monthsAhead: 2, misplacedCalls: 0 });
});

test('a call of such a node is charged once and seen for a day, and the books agree', async () => {
  const team = await insertLedgerTeam(db, 1_000);
  const call = chargeOf(team, 5, { id: uuidV7(Date.parse('1970-01-02T00:00:00Z')) });
  expect(await verdictsOf(db, [call])).toEqual(['charged']);
  expect(await verdictsOf(db, [call])).toEqual(['charged']);
  expect(await readLedgerState(db)).toEqual({ monthsAhead: 2, misplacedCalls: 1 });
  expect(await findDisagreements(db)).toEqual([]);
  await db.query("UPDATE calls_default SET charged_at = charged_at - interval '2 days'");
  expect((await readLedgerState(db)).misplacedCalls).toBe(0);
});
