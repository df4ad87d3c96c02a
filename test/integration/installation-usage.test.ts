/**
 * The usage of all teams over long periods: read in parts, exact to the character, refused if it takes too long, and read from
 * sums of days as far as there are any.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumInstallationUsage } from '../../src/metering/installation-usage.ts';
import type { Connection, Database } from '../../src/store/postgres/database.ts';
import { sumNextDays } from '../../src/store/postgres/usage-sums.ts';
import { seedTeam } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const dayMs = 24 * 3_600_000;
let db: Database;
const teams: string[] = [];

/** Two years of stored days, then hours that are not stored by day yet, in three teams. */
beforeAll(async () => {
  db = openTestPool(database.url);
  for (const name of ['Harbour', 'Harbour', 'Port']) teams.push(await seedTeam(db, name));
  await db.query(
    `UPDATE ledger_state SET days_from = '2024-01-01', closed_until = '2026-01-01T00:00Z' WHERE is_only`,
  );
  await db.query(
    `INSERT INTO usage_daily (team_id, day, key_id, mode, source_lang, target_lang, engine, dialect, tag, characters, calls, texts)
     SELECT team, day, team, 'live', 'en', 'es', 'apertium', 'v1', '', extract(doy FROM day)::int * place, place, 1
       FROM unnest($1::uuid[]) WITH ORDINALITY AS t (team, place), generate_series('2024-01-01'::date, '2025-12-31', '1 day') AS day`,
    [teams],
  );
  await db.query(
    `INSERT INTO usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, tag, characters, calls, texts)
     SELECT team, hour, team, 'live', 'en', 'es', 'apertium', 'v1', '', 7 * place, place, 1
       FROM unnest($1::uuid[]) WITH ORDINALITY AS t (team, place),
            generate_series('2026-01-01T00:00Z'::timestamptz, '2026-01-03T23:00Z', '1 hour') AS hour`,
    [teams],
  );
});
afterAll(() => db.end());

const all = { from: new Date('0001-01-01T00:00:00Z'), to: new Date('9999-01-01T00:00:00Z') };
const ofTeams = { ...all, group: 'team' as const, limit: 2 };

/** A database that has no time for periods longer than this. */
function impatient(days: number): { db: Database; parts: number[] } {
  const parts: number[] = [];
  const query = (text: string, values: unknown[]) => {
    const [from, to] = values as [Date, Date];
    if (!(from instanceof Date)) return db.query(text, values);
    parts.push((to.getTime() - from.getTime()) / dayMs);
    if (to.getTime() - from.getTime() <= days * dayMs) return db.query(text, values);
    return Promise.reject(
      Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
    );
  };
  return { db: { query } as unknown as Database, parts };
}

async function expected() {
  const { rows } = await db.query<{ characters: string; calls: string }>(
    `SELECT sum(characters) AS characters, sum(calls) AS calls
       FROM (SELECT characters, calls FROM usage_daily UNION ALL SELECT characters, calls FROM usage_hourly) AS used`,
  );
  return { characters: Number(rows[0]?.characters), calls: Number(rows[0]?.calls) };
}

test('all times together agree with the stored totals, the largest team first, equal names told apart by id', async () => {
  const usage = await sumInstallationUsage(db, ofTeams);
  expect(usage?.total).toMatchObject({ ...(await expected()), groups: 3 });
  expect(usage?.rows.map(({ group, name }) => [group, name])).toEqual([
    [teams[2], 'Port'],
    [teams[1], 'Harbour'],
  ]);
});

test('a statement that is cancelled is repeated for a shorter period, and nothing is counted twice or left out', async () => {
  const { db: slow, parts } = impatient(10);
  const period = { from: new Date('2024-03-05T07:00:00Z'), to: new Date('2026-01-03T20:00:00Z') };
  const whole = await sumInstallationUsage(db, { ...ofTeams, ...period });
  expect(await sumInstallationUsage(slow, { ...ofTeams, ...period })).toEqual(whole);
  expect(parts.length).toBeGreaterThan(60);
});

test('a period without an end is a few statements', async () => {
  const { db: counting, parts } = impatient(Number.POSITIVE_INFINITY);
  await sumInstallationUsage(counting, ofTeams, () => 0);
  expect(parts.length).toBeLessThan(25);
});

test('a period that takes too long is refused, also if a single day does', async () => {
  let ms = 0;
  const clock = () => {
    ms += 1_000;
    return ms;
  };
  expect(await sumInstallationUsage(impatient(1).db, ofTeams, clock)).toBeUndefined();
  const { db: stuck, parts } = impatient(0);
  expect(await sumInstallationUsage(stuck, ofTeams, () => 0)).toBeUndefined();
  expect(parts.length).toBeLessThan(10);
});

const periods = [
  all,
  { from: new Date('2024-03-05T07:00:00Z'), to: new Date('2026-01-03T20:00:00Z') },
  { from: new Date('2025-12-01T00:00:00Z'), to: new Date('2025-12-31T00:00:00Z') },
  { from: new Date('2025-12-30T05:00:00Z'), to: new Date('2025-12-31T04:00:00Z') },
  { from: new Date('2024-01-01T00:00:00Z'), to: new Date('2024-01-02T00:00:00Z') },
];
const reports = () =>
  Promise.all(
    periods.flatMap((period) =>
      (['team', 'engine', 'pair'] as const).map((group) =>
        sumInstallationUsage(db, { ...period, group, limit: 10 }),
      ),
    ),
  );

async function summed(): Promise<{ from: string | null; until: string | null; rows: number }> {
  const { rows } = await db.query(
    `SELECT sums_from::text AS from, sums_until::text AS until, (SELECT count(*)::int FROM usage_of_teams) AS rows
       FROM ledger_state WHERE is_only`,
  );
  return rows[0];
}

/** A database whose connection is lost at the given statement of a transaction, or in place of its commit. */
function lostAt(statement: number): Database {
  const connect = async () => {
    const connection = await db.connect();
    let count = 0;
    const query = (...args: [string, unknown[]]) => {
      count++;
      if (count !== statement) return connection.query(...args);
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    };
    return { query, release: () => connection.release(true) } as unknown as Connection;
  };
  return { connect } as unknown as Database;
}

test('sums of days change no report: not before, while and after they are written, by many at once, nor after crashes', async () => {
  const before = await reports();
  expect(await summed()).toEqual({ from: null, until: null, rows: 0 });

  // BEGIN, the state, three tables, the state, COMMIT: nothing of it stays.
  for (let statement = 2; statement <= 7; statement++) {
    await expect(sumNextDays(lostAt(statement))).rejects.toThrow('terminated');
    expect(await summed()).toEqual({ from: null, until: null, rows: 0 });
  }
  expect(await sumNextDays(db)).toBe(true);
  expect(await summed()).toEqual({ from: '2025-12-25', until: '2026-01-01', rows: 7 * teams.length });
  expect(await reports()).toEqual(before);

  let isWriting = true;
  const writers = Array.from({ length: 4 }, async () => {
    for (let i = 0; i < 40; i++) await sumNextDays(db);
  });
  const writing = Promise.all(writers).finally(() => {
    isWriting = false;
  });
  while (isWriting) expect(await reports()).toEqual(before);
  await writing;
  while (await sumNextDays(db));
  expect(await summed()).toEqual({ from: '2024-01-01', until: '2026-01-01', rows: 731 * teams.length });
  expect(await reports()).toEqual(before);
});

test('days that are closed later, by a node that writes no sums, and months from before are summed too', async () => {
  const before = await reports();
  await db.query(
    `INSERT INTO usage_daily (team_id, day, key_id, mode, source_lang, target_lang, engine, dialect, tag, characters, calls, texts)
     SELECT team_id, (hour AT TIME ZONE 'UTC')::date, key_id, mode, source_lang, target_lang, engine, dialect, tag,
            sum(characters), sum(calls), sum(texts) FROM usage_hourly WHERE hour < '2026-01-03T00:00Z' GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
     UPDATE ledger_state SET closed_until = '2026-01-03T02:00Z', days_from = '2023-12-01' WHERE is_only`,
  );
  expect(await reports()).toEqual(before);
  while (await sumNextDays(db));
  expect(await summed()).toEqual({ from: '2023-12-01', until: '2026-01-03', rows: 733 * teams.length });
  expect(await reports()).toEqual(before);
});

test('the sums are what is read', async () => {
  const read = async (group: 'team' | 'engine' | 'pair') =>
    (await sumInstallationUsage(db, { ...all, group, limit: 1 }))?.total.characters ?? 0;
  for (const [group, table] of [
    ['team', 'usage_of_teams'],
    ['engine', 'usage_of_engines'],
    ['pair', 'usage_of_pairs'],
  ] as const) {
    const before = await read(group);
    await db.query(`UPDATE ${table} SET characters = characters + 1 WHERE day = '2025-06-01'`);
    expect([group, (await read(group)) > before]).toEqual([group, true]);
  }
});
