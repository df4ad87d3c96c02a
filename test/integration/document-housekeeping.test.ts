/** Many documents that expire at once, and holds that expire a moment before their documents. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDocumentHousekeeping } from '../../src/documents/lifecycle/document-housekeeping.ts';
import type { SealedFiles } from '../../src/documents/sealed-files.ts';
import type { Metrics } from '../../src/observability/metrics.ts';
import { type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { placeHold } from '../../src/store/postgres/holds.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { seedDocuments } from '../support/document-rows.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let team: TestTeam;
beforeAll(async () => {
  db = openTestPool(database.url);
  [team] = (await seedTeams(db, 1)) as [TestTeam];
});
afterAll(() => db.end());

const deleted: string[] = [];
const files = { delete: async (name: string) => void deleted.push(name) } as unknown as SealedFiles;
const metrics = { reportDocuments: () => undefined } as unknown as Metrics;
const keepHouse = (signal = new AbortController().signal) =>
  createDocumentHousekeeping(db, files, metrics).run(signal);

/** Each with its hold of a character, which has expired. */
async function seedHeld(count: number, expiresIn: number): Promise<void> {
  const ids = await seedDocuments(
    db,
    team,
    Array.from({ length: count }, () => ({ expiresIn })),
  );
  await db.query(
    `INSERT INTO holds (team_id, id, key_id, mode, characters, expires_at)
     SELECT $1, unnest($2::uuid[]), $3, 'live', 1, clock_timestamp() - interval '1 s'`,
    [team.id, ids, team.keys[0]?.id],
  );
  await db.query('UPDATE team_balances SET held = held + $2 WHERE team_id = $1', [team.id, count]);
}

async function left(): Promise<unknown> {
  const { rows } = await db.query(
    'SELECT (SELECT count(*)::int FROM documents) AS documents, (SELECT count(*)::int FROM holds) AS holds',
  );
  return rows[0];
}

test('one run deletes them all, with their holds', { timeout: 120_000 }, async () => {
  await seedHeld(501, -1);
  await keepHouse();
  expect(await left()).toEqual({ documents: 0, holds: 0 });
  expect(await findDisagreements(db)).toEqual([]);
});

test('one run deletes all files that are due', { timeout: 120_000 }, async () => {
  await db.query(
    "INSERT INTO files_to_delete SELECT 'file ' || i, now() - interval '1 s' FROM generate_series(1, 501) AS i",
  );
  await keepHouse();
  expect(new Set(deleted).size).toBe(501);
});

test('files that cannot be deleted do not keep others from it, and are tried again', {
  timeout: 120_000,
}, async () => {
  await db.query(
    `INSERT INTO files_to_delete SELECT 'stuck ' || i, now() - interval '2 s' FROM generate_series(1, 500) AS i
     UNION ALL SELECT 'free', now() - interval '1 s'`,
  );
  const tried: string[] = [];
  const store = {
    async delete(name: string) {
      tried.push(name);
      if (name.startsWith('stuck')) throw new Error('no');
    },
  } as unknown as SealedFiles;
  const housekeeping = createDocumentHousekeeping(db, store, metrics);
  const run = () => housekeeping.run(new AbortController().signal);
  await expect(run()).rejects.toThrow('a file could not be deleted');
  await run();
  expect(tried.at(-1)).toBe('free');
  await expect(run()).rejects.toThrow('a file could not be deleted');
  expect(tried).toHaveLength(1_001);
  await db.query('DELETE FROM files_to_delete');
});

test('a hold that has expired stays while its document is under way', async () => {
  await seedHeld(1, 3_600);
  await keepHouse();
  expect(await left()).toEqual({ documents: 1, holds: 1 });
  expect(await findDisagreements(db)).toEqual([]);
});

test('a hold without a document stays until it has expired', async () => {
  const place = async (lifetimeMs: number) => {
    const id = randomUUID();
    const keyId = team.keys[0]?.id ?? '';
    const hold = {
      id,
      teamId: team.id,
      keyId,
      mode: 'live',
      dialect: 'v1',
      characters: 1,
      lifetimeMs,
    } as const;
    expect(await inTransaction(db, (connection) => placeHold(connection, hold))).toBe('held');
    return id;
  };
  const [expired, current] = [await place(-1_000), await place(3_600_000)];
  await keepHouse();
  const { rows } = await db.query('SELECT id FROM holds WHERE id IN ($1, $2)', [expired, current]);
  expect(rows).toEqual([{ id: current }]);
  await db.query('SELECT release_hold($1, $2)', [team.id, current]);
  expect(await findDisagreements(db)).toEqual([]);
});

test('a run of a process that ends leaves documents and holds together', async () => {
  await seedHeld(1, -1);
  await keepHouse(AbortSignal.abort());
  expect(await left()).toEqual({ documents: 2, holds: 2 });
  expect(await findDisagreements(db)).toEqual([]);
});
