/**
 * A charge that waits for a table that a migration holds began with the function of the version before, and ends on the
 * tables of the new one.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ChargeRow, chargeCalls } from '../../src/store/postgres/ledger.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { prepareMigration } from '../../src/store/postgres/prepare-migration.ts';
import { readMigrations, takeBack } from '../support/migration-files.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { useTestDatabase } from '../support/test-database.ts';

/** The first that came after the charge took its present arguments. */
const first = '0015';

const database = useTestDatabase();
let db: Database;
let migrating: pg.Client;
/** Of the connection that migrates, on the server. */
let processId: number;

beforeAll(async () => {
  db = openTestPool(database.url, 9);
  migrating = new pg.Client({ connectionString: database.url });
  await migrating.connect();
  const { rows } = await migrating.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  processId = rows[0]?.pid ?? 0;
});
afterAll(async () => {
  await migrating.end();
  await db.end();
});

function newCharge({ id, keys }: TestTeam, idempotencyKey: string): ChargeRow {
  const hmac = (text: string) => createHash('sha256').update(text).digest('hex');
  return {
    id: uuidV7(),
    team: id,
    key: keys[0]?.id ?? '',
    mode: 'live',
    characters: 7,
    target: 'es',
    deadline: new Date(Date.now() + 600_000),
    sources: ['en'],
    engines: ['stub'],
    line_characters: [7],
    line_texts: [1],
    idem: hmac(idempotencyKey),
    body: hmac('body'),
  };
}

async function countWaiting(): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%charge_calls%'`,
  );
  return rows[0]?.count ?? 0;
}

const sinceThen = readMigrations().filter(({ name }) => name >= first);
const newest = '0019_tables-for-growth';

const verdictOf = async (charge: ChargeRow) => (await chargeCalls(db, [charge]))[0]?.verdict;

async function newTeam(): Promise<TestTeam> {
  const [team] = await seedTeams(db, 1);
  if (team === undefined) throw new Error('no team');
  return team;
}

async function bookedFor({ id }: TestTeam) {
  const { rows } = await db.query<{ calls: number; keys: number }>(
    `SELECT (SELECT sum(calls)::int FROM usage_hourly WHERE team_id = $1) AS calls,
            (SELECT count(*)::int FROM idempotency_keys WHERE team_id = $1) AS keys`,
    [id],
  );
  return rows[0];
}

test('every migration is passed by a charge that waited for it', async () => {
  const team = await newTeam();
  const held: string[] = [];
  for (const migration of sinceThen.toReversed()) await takeBack(migrating, migration);
  for (const { name, up } of sinceThen) {
    await prepareMigration(migrating, name);
    // Longer than this test takes on a busy machine; the pool's own time-out bounds it.
    await migrating.query('ALTER FUNCTION charge_calls SET lock_timeout = 9000');
    await migrating.query('BEGIN');
    await migrating.query(up);
    await migrating.query('INSERT INTO schema_migrations (name, run_on) VALUES ($1, now())', [name]);
    const charge = newCharge(team, name);
    const waiting = verdictOf(charge);
    let isOver = false;
    const settle = () => {
      isOver = true;
    };
    waiting.then(settle, settle);
    await expect.poll(async () => isOver || (await countWaiting()) > 0, { interval: 10 }).toBe(true);
    if (!isOver) held.push(name);
    await migrating.query('COMMIT');
    expect([name, await waiting]).toEqual([name, 'charged']);
    expect(await verdictOf({ ...charge, id: uuidV7() })).toBe('replayed');
  }
  // The tables that a charge writes were changed under it.
  expect(held).toContain(newest);
  expect(await bookedFor(team)).toEqual({ calls: sinceThen.length, keys: sinceThen.length });
});

test('between the preparation and the migration charges go on, and keys of an earlier day are used again', async () => {
  const team = await newTeam();
  for (const migration of sinceThen.filter(({ name }) => name >= newest).toReversed()) {
    await takeBack(migrating, migration);
  }
  // It may be broken off and repeated.
  await prepareMigration(migrating, newest);
  await prepareMigration(migrating, newest);
  const charge = () => newCharge(team, 'a key');
  expect(await verdictOf(charge())).toBe('charged');
  expect(await verdictOf(charge())).toBe('replayed');
  await db.query(
    "UPDATE idempotency_keys SET created_at = created_at - interval '24.5 hours' WHERE team_id = $1",
    [team.id],
  );
  expect(await verdictOf(charge())).toBe('charged');
  expect(await verdictOf(charge())).toBe('replayed');
  expect(await bookedFor(team)).toEqual({ calls: 2, keys: 1 });
});

test('while it waits for a charge, the migration holds no other table that charges need', async () => {
  const team = await newTeam();
  const charging = await db.connect();
  await charging.query('BEGIN');
  await charging.query('SELECT FROM team_balances WHERE team_id = $1 FOR UPDATE', [team.id]);
  const up = sinceThen.find(({ name }) => name === newest)?.up ?? '';
  await migrating.query('BEGIN');
  const migrated = migrating.query(up);
  const tables = async (isGranted: boolean) => {
    const { rows } = await db.query<{ name: string }>(
      `SELECT relation::regclass::text AS name FROM pg_locks
        WHERE pid = $1 AND granted = $2 AND mode = 'AccessExclusiveLock'
          AND relation::regclass::text IN ('team_balances', 'calls', 'usage_hourly', 'idempotency_keys', 'api_keys')`,
      [processId, isGranted],
    );
    return rows.map(({ name }) => name);
  };
  try {
    await expect.poll(() => tables(false), { interval: 10, timeout: 60_000 }).toEqual(['team_balances']);
    expect(await tables(true)).toEqual([]);
  } finally {
    await charging.query('COMMIT');
    charging.release();
    await migrated;
    await migrating.query('ROLLBACK');
  }
});

test('the schema changes while charges come without a pause, and none of them is refused', async () => {
  const teams = await seedTeams(db, 8);
  const verdicts: (string | undefined)[] = [];
  const stop = new AbortController();
  const charging = teams.map(async (team) => {
    while (!stop.signal.aborted) verdicts.push(await verdictOf(newCharge(team, uuidV7())));
  });
  const applied = await migrate(database.url).finally(() => stop.abort());
  await Promise.all(charging);
  expect(applied).toContain(newest);
  expect(new Set(verdicts)).toEqual(new Set(['charged']));
});
