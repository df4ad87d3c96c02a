/**
 * A charge that waits for a table that a migration holds began with the function of the version before, and ends on the
 * tables of the new one.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { arrayLiteral } from '../../src/store/postgres/array-literal.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ChargeRow, chargeCalls } from '../../src/store/postgres/ledger.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { prepareMigration } from '../../src/store/postgres/prepare-migration.ts';
import { findDisagreements } from '../support/disagreements.ts';
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
    dialect: 'v1',
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

/** As the version before dialects charges, on every schema since then. */
async function verdictOf(charge: ChargeRow): Promise<string | undefined> {
  const lists = [charge.sources, charge.engines, charge.line_characters, charge.line_texts];
  const { rows } = await db.query<{ verdict: string }>(
    'SELECT verdict FROM charge_calls($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
    [
      ...[[charge.id], [charge.team], [charge.key], [charge.mode], [charge.characters], [charge.target]],
      ...[[charge.deadline], [charge.idem], [charge.body], ...lists.map((list) => [arrayLiteral(list)])],
    ],
  );
  return rows[0]?.verdict;
}

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
  const teams = await seedTeams(db, 3);
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

describe('a charge with a dialect', () => {
  const usageOf = async ({ id }: TestTeam) => {
    const { rows } = await db.query<{ dialect: string; calls: number; characters: number }>(
      `SELECT dialect, sum(calls)::int AS calls, sum(characters)::int AS characters FROM usage_hourly
        WHERE team_id = $1 GROUP BY 1 ORDER BY 1`,
      [id],
    );
    return rows;
  };
  const hold = ({ id, keys }: TestTeam, holdId: string) => [id, holdId, keys[0]?.id, 'live', 7];

  test('is counted apart from those of the version before, which run beside it', async () => {
    const team = await newTeam();
    expect(await verdictOf(newCharge(team, 'one'))).toBe('charged');
    const second = { ...newCharge(team, 'two'), dialect: 'deepl' as const };
    expect(await chargeCalls(db, [second])).toMatchObject([{ verdict: 'charged' }]);
    expect(await verdictOf(newCharge(team, 'three'))).toBe('charged');
    // The other version charged it under the same key.
    expect(await chargeCalls(db, [{ ...newCharge(team, 'one'), dialect: 'mcp' }])).toMatchObject([
      { verdict: 'replayed' },
    ]);
    expect(await usageOf(team)).toEqual([
      { dialect: '', calls: 2, characters: 14 },
      { dialect: 'deepl', calls: 1, characters: 7 },
    ]);
    expect(await findDisagreements(db)).toEqual([]);
  });

  test('can be that of a hold which the version before placed, and settles while the migration waits', async () => {
    const team = await newTeam();
    const dialects = sinceThen.find(({ name }) => name.startsWith('0026'));
    if (dialects === undefined) throw new Error('no migration of dialects');
    for (const later of sinceThen.filter(({ name }) => name >= dialects.name).toReversed())
      await takeBack(migrating, later);
    const [settled, open] = [uuidV7(), uuidV7()];
    for (const id of [settled, open])
      await db.query("SELECT place_hold($1, $2, $3, $4, $5, interval '1 hour')", hold(team, id));
    const settle = async (id: string) => {
      const { rows } = await db.query<{ verdict: string }>(
        "SELECT settle_hold($1, $2, $3, 'es', '{en}', '{stub}', '{7}', '{1}') AS verdict",
        [team.id, id, uuidV7()],
      );
      return rows[0]?.verdict;
    };
    await migrating.query('BEGIN');
    await migrating.query(dialects.up);
    await migrating.query('INSERT INTO schema_migrations (name, run_on) VALUES ($1, now())', [dialects.name]);
    const settling = settle(settled);
    await expect
      .poll(async () => {
        const { rowCount } = await db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%settle_hold%'`,
        );
        return rowCount;
      })
      .toBe(1);
    await migrating.query('COMMIT');
    expect(await settling).toBe('charged');
    expect(await settle(open)).toBe('charged');
    await migrate(database.url);
    expect(await usageOf(team)).toEqual([{ dialect: '', calls: 2, characters: 14 }]);
    expect(await findDisagreements(db)).toEqual([]);
  });

  test('loses its dialect when the migration is reverted, and usage still agrees with the calls', async () => {
    const team = await newTeam();
    for (const [key, dialect] of [
      ['one', 'deepl'],
      ['two', 'v1'],
    ] as const)
      await chargeCalls(db, [{ ...newCharge(team, key), dialect }]);
    for (const later of sinceThen.filter(({ name }) => name >= '0026').toReversed())
      await takeBack(migrating, later);
    expect(await usageOf(team)).toEqual([{ dialect: '', calls: 2, characters: 14 }]);
    await migrate(database.url);
    expect(await findDisagreements(db)).toEqual([]);
  });
});
