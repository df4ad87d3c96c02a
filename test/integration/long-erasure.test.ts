/** A team may have more rows than one statement can delete in its time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { suspendTeam } from '../../src/accounts/suspension.ts';
import { createTeam } from '../../src/accounts/teams.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { type Connection, type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { eraseIdentity } from '../../src/store/postgres/erasure.ts';
import { seedDocuments } from '../support/document-rows.ts';
import { holdLock } from '../support/hold-lock.ts';
import { openTestPool } from '../support/pool.ts';
import type { TestTeam } from '../support/seed-teams.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { addWebhook } from '../support/test-destinations.ts';

const database = useTestDatabase();
const rows = 2_500;
const atOnce = 1_000;
let db: Database;
beforeAll(() => {
  db = openTestPool(database.url);
});
afterAll(() => db.end());

const usageColumns =
  'team_id, key_id, mode, source_lang, target_lang, engine, dialect, tag, characters, calls, texts';
const usageValues = "$1, gen_random_uuid(), 'live', 'en', 'es', 'x', '', 'tag ' || i, 3, 2, 1";

async function seed(teamId: string): Promise<void> {
  const each = `generate_series(1, ${rows}) AS i`;
  for (const statement of [
    `INSERT INTO idempotency_keys (team_id, key_hmac, body_hmac, call_id, characters, created_at)
     SELECT $1, int4send(i::int), '', gen_random_uuid(), 1, now() FROM ${each}`,
    `INSERT INTO usage_hourly (hour, ${usageColumns})
     SELECT date_trunc('month', now()) + i * interval '1 second', ${usageValues} FROM ${each}`,
    `INSERT INTO usage_daily (day, ${usageColumns}) SELECT date '2020-01-01' + i::int, ${usageValues} FROM ${each}`,
    `INSERT INTO glossaries (team_id, id, name) SELECT $1, gen_random_uuid(), 'Terms' FROM generate_series(1, 3)`,
  ]) {
    await db.query(statement, [teamId]);
  }
  const key = { id: uuidV7(), plain: '' };
  const documents = Array.from({ length: rows }, () => ({}));
  await seedDocuments(db, { id: teamId, keys: [key] } as unknown as TestTeam, documents);
  await db.query("UPDATE documents SET source_file = 'file ' || id WHERE team_id = $1", [teamId]);
}

async function count(teamId: string): Promise<unknown> {
  const { rows: counted } = await db.query(
    `SELECT (SELECT count(*)::int FROM idempotency_keys WHERE team_id = $1) AS keys,
            (SELECT count(*)::int FROM documents WHERE team_id = $1) AS documents,
            (SELECT count(*)::int FROM glossaries WHERE team_id = $1) AS glossaries,
            (SELECT count(DISTINCT tag)::int FROM usage_hourly WHERE team_id = $1) AS hourly,
            (SELECT sum(characters)::int FROM usage_hourly WHERE team_id = $1) AS characters,
            (SELECT count(DISTINCT tag)::int FROM usage_daily WHERE team_id = $1) AS daily,
            (SELECT sum(calls)::int FROM usage_daily WHERE team_id = $1) AS calls`,
    [teamId],
  );
  return counted[0];
}

test('no statement of an erasure removes more rows than it has time for, and none is left', async () => {
  const [team, other] = [
    (await createTeam(db, 'a', 1, testActor)).id,
    (await createTeam(db, 'b', 1, testActor)).id,
  ];
  for (const id of [team, other]) await seed(id);
  const before = { keys: rows, documents: rows, glossaries: 3, hourly: rows, daily: rows };
  const sums = { characters: 3 * rows, calls: 2 * rows };
  expect(await count(team)).toEqual({ ...before, ...sums });

  await suspendTeam(db, team, 'leaves', testActor);
  const counts: number[] = [];
  await inTransaction(db, async (connection) => {
    const counting = {
      async query(text: string, values?: unknown[]) {
        const result = await connection.query(text, values);
        counts.push(result.rowCount ?? 0);
        return result;
      },
    };
    await eraseIdentity(counting as unknown as Connection, team);
  });
  expect(Math.max(...counts)).toBe(atOnce);
  expect(await count(team)).toEqual({ keys: 0, documents: 0, glossaries: 0, hourly: 1, daily: 1, ...sums });
  expect(await count(other)).toEqual({ ...before, ...sums });
  const { rowCount } = await db.query("SELECT FROM files_to_delete WHERE name LIKE 'file %'");
  expect(rowCount).toBe(rows);
});

test('events that retention removes meanwhile leave no others behind', async () => {
  const team = (await createTeam(db, 'c', 1, testActor)).id;
  const { id } = await addWebhook(db, team, 'http://127.0.0.1:9999/', ['budget.reached']);
  await db.query("SELECT record_event($1, 'budget.reached', NULL, '{}') FROM generate_series(1, $2::int)", [
    team,
    rows,
  ]);
  await db.query('DELETE FROM event_deliveries WHERE destination_id = $1', [id]);
  await suspendTeam(db, team, 'leaves', testActor);
  // The last batch of what retention removes is not committed when the erasure comes to it.
  const retention = await holdLock(
    database.url,
    'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE team_id = $1 LIMIT 10)',
    [team],
  );
  const erased = inTransaction(db, (connection) => eraseIdentity(connection, team));
  await retention.waiting(1);
  await retention.holder.query('COMMIT');
  await erased;
  expect((await db.query('SELECT FROM events WHERE team_id = $1', [team])).rowCount).toBe(0);
});
