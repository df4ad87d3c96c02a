/** What the owner of a database has set for it changes nothing for the service. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTeam } from '../../src/accounts/teams.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { makePartitions, readLedgerState } from '../../src/store/postgres/partitions.ts';
import { openTestPool } from '../support/pool.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;

beforeAll(async () => {
  const owner = openTestPool(database.url);
  await owner.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET datestyle = 'German'`);
  await owner.end();
  db = openTestPool(database.url);
});
afterAll(() => db.end());

test('dates are written and read in one way', async () => {
  const startedMs = Date.now();
  const team = await createTeam(db, 'Harbour', 1_000, testActor);
  expect(Math.abs(team.createdAt.getTime() - startedMs)).toBeLessThan(60_000);
});

test('partitions are made ahead of time', async () => {
  expect(await makePartitions(db, { months: 4, hours: 6 })).toBe('done');
  expect((await readLedgerState(db)).monthsAhead).toBe(4);
});

test('queries are not compiled: that takes longer than running them', async () => {
  const { rows } = await db.query('SHOW jit');
  expect(rows).toEqual([{ jit: 'off' }]);
});
