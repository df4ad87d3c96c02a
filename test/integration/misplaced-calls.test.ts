/** Calls that no month of the ledger took: they are seen, and the runbook's way out works. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLedgerState, tendPartitions } from '../../src/store/postgres/call-partitions.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;

beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());

async function runbookStatements(): Promise<string> {
  const page = await readFile(new URL('../../docs/operate/alerts.md', import.meta.url), 'utf8');
  return /^```sql\n(.*?)^```/ms.exec(page)?.[1] ?? '';
}

test('a ledger that is tended is ready for two months, and has no call without its month', async () => {
  expect(await readLedgerState(db)).toEqual({ monthsAhead: 2, misplacedCalls: 0 });
});

test('a call without its month is seen, keeps the partition from being made, and is moved as the runbook says', async () => {
  const [team] = await seedTeams(db, 1);
  const { rows } = await db.query<{ name: string }>(
    "SELECT 'calls_' || to_char(now() AT TIME ZONE 'UTC' + interval '1 month', 'YYYY_MM') AS name",
  );
  await db.query(`DROP TABLE ${rows[0]?.name}`);
  await db.query(
    `INSERT INTO calls
     SELECT $1, first_call_id(date_trunc('month', now() AT TIME ZONE 'UTC' + interval '1 month')::date), $2, 'live',
            now(), now(), 5, 5, 0, 'es', '{en}', '{stub}', '{5}', '{1}'`,
    [team?.id, team?.keys[0]?.id],
  );
  expect(await readLedgerState(db)).toEqual({ monthsAhead: 1, misplacedCalls: 1 });
  await expect(tendPartitions(db, 2, undefined)).rejects.toThrow('would be violated');

  await db.query(await runbookStatements());
  expect(await readLedgerState(db)).toEqual({ monthsAhead: 2, misplacedCalls: 0 });
  const calls = await db.query('SELECT FROM calls WHERE team_id = $1', [team?.id]);
  expect(calls.rowCount).toBe(1);
});
