/** The books closed hour by hour: each call is checked once, summed up once, and read again only when all is asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { sumInstallationUsage } from '../../src/metering/installation-usage.ts';
import { auditLedger } from '../../src/metering/ledger-operations.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { addCredit } from '../../src/store/postgres/ledger.ts';
import { auditBooks } from '../../src/store/postgres/ledger-audit.ts';
import { closeNextHours, readClosedUntil } from '../../src/store/postgres/ledger-closing.ts';
import { readUsage } from '../../src/store/postgres/usage.ts';
import { chargeOf, insertLedgerTeam, type LedgerTeam, verdictsOf } from '../support/ledger-data.ts';
import { openTestPool } from '../support/pool.ts';
import { tendBooks } from '../support/tend-books.ts';
import { useTestDatabase } from '../support/test-database.ts';

const hourMs = 3_600_000;
const database = useTestDatabase();
let db: Database;
let team: LedgerTeam;
/** The hour that the database is in. */
let thisHour: number;

beforeAll(async () => {
  db = openTestPool(database.url, 8);
  team = await insertLedgerTeam(db, 0);
  await addCredit(db, { id: uuidV7(), teamId: team.team, amount: 1_000_000, reason: 'test', author: 'test' });
  thisHour = Math.floor((await readClock()) / hourMs) * hourMs;
  for (let ago = 100; ago > 0; ago -= 3) await book(thisHour - ago * hourMs, ago);
});
afterAll(() => db.end());

async function readClock(): Promise<number> {
  const { rows } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now.getTime() ?? 0;
}

/** A call as it was charged at another time, paid by credit, with its usage. */
async function book(atMs: number, characters: number): Promise<string> {
  const id = uuidV7();
  const at = new Date(atMs + 60_000);
  await db.query(
    `INSERT INTO calls SELECT $1, $2, $3, 'live', at, date_trunc('month', at AT TIME ZONE 'UTC'), $5, 0, $5, 'es', '{en}', '{stub}',
                              ARRAY[$5::int], '{1}' FROM (SELECT $4::timestamptz AS at) AS time`,
    [team.team, id, team.key, at, characters],
  );
  await db.query(
    `INSERT INTO usage_hourly AS u (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
     VALUES ($1, date_trunc('hour', $2::timestamptz, 'UTC'), $3, 'live', 'en', 'es', 'stub', $4, 1, 1)
     ON CONFLICT (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, tag) DO UPDATE
       SET characters = u.characters + excluded.characters, calls = u.calls + 1, texts = u.texts + 1`,
    [team.team, at, team.key, characters],
  );
  await db.query(
    `UPDATE team_balances SET credit = credit - $2,
            month_used = month_used + CASE WHEN period <= ($3::timestamptz AT TIME ZONE 'UTC')::date THEN $2 ELSE 0 END
      WHERE team_id = $1`,
    [team.team, characters, at],
  );
  return id;
}

async function closed(): Promise<{ calls: number; characters: number }> {
  const { rows } = await db.query(
    'SELECT sum(calls)::int AS calls, sum(characters)::int AS characters FROM ledger_closings WHERE team_id = $1',
    [team.team],
  );
  return rows[0];
}

test('usage by the day is there before the books are closed for the first time', async () => {
  const range = { from: new Date(thisHour - 200 * hourMs), to: new Date(thisHour) };
  const query = { teamId: team.team, ...range, limit: 1_000 };
  const sum = async (groupBy: 'day' | 'hour') =>
    (await readUsage(db, { ...query, groupBy: [groupBy] })).reduce((all, row) => all + row.characters, 0);
  expect(await sum('hour')).toBeGreaterThan(0);
  expect(await sum('day')).toBe(await sum('hour'));
});

test('hours are closed once, however many nodes close them at once, and the last one stays open', async () => {
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      while ((await closeNextHours(db)) === 'closed');
    }),
  );
  while ((await closeNextHours(db)) === 'closed');
  const until = await readClosedUntil(db);
  // The hour before this one stays open. The clock may have come to the next one meanwhile.
  const lastHour = Math.floor((await readClock()) / hourMs) * hourMs;
  expect([thisHour - hourMs, lastHour - hourMs]).toContain(until?.getTime());
  const { rows } = await db.query(
    'SELECT count(*)::int AS calls, sum(characters)::int AS characters FROM calls WHERE charged_at < $1',
    [until],
  );
  expect(await closed()).toEqual(rows[0]);
  expect((await auditBooks(db, false)).disagreements).toEqual([]);
  expect((await auditBooks(db, true)).disagreements).toEqual([]);
});

test('nothing is charged into an hour that is closed, whatever the clock says', async () => {
  const { rows: before } = await db.query('SELECT closed_until FROM ledger_state');
  const until = new Date(thisHour + 24 * hourMs);
  await db.query('UPDATE ledger_state SET closed_until = $1', [until]);
  const call = chargeOf(team, 7);
  expect(await verdictsOf(db, [call])).toEqual(['charged']);
  const { rows } = await db.query('SELECT charged_at FROM calls WHERE team_id = $1 AND id = $2', [
    team.team,
    call.id,
  ]);
  expect(rows).toEqual([{ charged_at: until }]);
  await db.query('UPDATE ledger_state SET closed_until = $1', [before[0].closed_until]);
  expect((await auditBooks(db, true)).disagreements).toEqual([]);
});

test('what was changed in closed hours is found when all is read, and what is open at once', async () => {
  const change = (sign: string, moment: string) =>
    db.query(
      `UPDATE usage_hourly SET characters = characters ${sign} 1 WHERE team_id = $1 AND hour ${moment}`,
      [team.team, new Date(thisHour - 10 * hourMs)],
    );
  await change('+', '= $2');
  expect((await auditBooks(db, false)).disagreements).toEqual([]);
  expect((await auditBooks(db, true)).disagreements.map(({ check }) => check)).toContain(
    'usage by the hour = lines of the calls',
  );
  await change('-', '= $2');
  expect((await auditBooks(db, true)).disagreements).toEqual([]);
});

test.each([
  [
    'sums of closed hours = their calls, where they are kept',
    'UPDATE ledger_closings SET calls = calls + $2 WHERE team_id = $1',
  ],
  [
    'sums of closed hours are of quota and credit',
    'UPDATE ledger_closings SET from_quota = from_quota + $2 WHERE team_id = $1',
  ],
  [
    'usage by the day = usage by the hour',
    `UPDATE usage_daily SET engine = CASE WHEN $2::int > 0 THEN 'another' ELSE 'stub' END WHERE team_id = $1`,
  ],
])('%s: a change of it is found when all is read', async (check, change) => {
  await db.query(change, [team.team, 1]);
  expect((await auditBooks(db, true)).disagreements.map((found) => found.check)).toContain(check);
  await db.query(change, [team.team, -1]);
  expect((await auditBooks(db, true)).disagreements).toEqual([]);
});

test('what was found in a month that is gone stays', async () => {
  await db.query(
    `INSERT INTO ledger_findings (check_name, team_id, subject, expected, found, found_at)
     VALUES ('a check', $1, 'a subject', '1', '2', now() - interval '1 year')`,
    [team.team],
  );
  for (const everything of [false, true, false]) {
    expect((await auditLedger(db, everything)).disagreements.map(({ check }) => check)).toEqual(['a check']);
  }
  await db.query('DELETE FROM ledger_findings');
});

test('what does not agree when its hour is closed is reported by every audit until it is fixed and everything was read again', async () => {
  // As if nothing had been closed yet.
  await db.query(
    'DELETE FROM ledger_closings; UPDATE ledger_state SET closed_until = NULL; DELETE FROM usage_daily',
  );
  const lost = await book(thisHour - 5 * hourMs, 11);
  await db.query('UPDATE calls SET line_characters = ARRAY[12] WHERE team_id = $1 AND id = $2', [
    team.team,
    lost,
  ]);
  await tendBooks(db);
  const names = async (everything: boolean) =>
    (await auditLedger(db, everything)).disagreements.map(({ check }) => check).toSorted();
  const both = ['a call = its lines, its quota and its credit', 'usage by the hour = lines of the calls'];
  expect(await names(false)).toEqual(both);
  // Reading all of it again forgets nothing that is still so.
  expect(await names(true)).toEqual(both);
  expect(await names(true)).toEqual(both);
  expect(await names(false)).toEqual(both);
  await db.query('UPDATE calls SET line_characters = ARRAY[11] WHERE team_id = $1 AND id = $2', [
    team.team,
    lost,
  ]);
  expect(await names(false)).toEqual(both);
  expect(await names(true)).toEqual([]);
  expect(await names(false)).toEqual([]);
});

test('usage by days and hours is the same as by hours alone, over any range', async () => {
  // Older than everything that was closed: written by the day after the fact.
  await db.query(
    `INSERT INTO usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, characters, calls, texts)
     SELECT $1, $2::timestamptz - n * interval '5 hours', $3, 'live', 'fr', 'es', 'stub', n, 1, 1 FROM generate_series(30, 400) AS n`,
    [team.team, new Date(thisHour), team.key],
  );
  await tendBooks(db);
  const { rows } = await db.query<{ days: number }>(
    'SELECT count(*)::int AS days FROM usage_daily WHERE team_id = $1',
    [team.team],
  );
  expect(rows[0]?.days).toBeGreaterThan(70);
  const days: [number, number][] = [
    [0, 90 * 24],
    [1, 2],
    [24, 48],
    [30, 31],
    [-3, 24 * 3 + 7],
    [24 * 20 + 5, 24 * 61],
    [24 * 80, 24 * 100],
  ];
  const midnight = Math.floor(thisHour / (24 * hourMs)) * 24 * hourMs;
  for (const [late, early] of days) {
    const range = { from: new Date(midnight - early * hourMs), to: new Date(midnight - late * hourMs) };
    const query = { teamId: team.team, ...range, limit: 50_000 };
    const byHour = await readUsage(db, { ...query, groupBy: ['hour'] });
    const sum = byHour.reduce((total, row) => total + row.characters, 0);
    const total = await readUsage(db, { ...query, groupBy: [] });
    expect([early, late, total[0]?.characters ?? 0]).toEqual([early, late, sum]);
    const byDay = await readUsage(db, { ...query, groupBy: ['day', 'source_lang'] });
    for (const group of ['team', 'engine', 'pair'] as const) {
      const installation = await sumInstallationUsage(db, { ...range, group, limit: 1 });
      expect([early, late, group, installation?.total.characters]).toEqual([early, late, group, sum]);
    }
    expect(byDay.reduce((all, row) => all + row.calls, 0)).toBe(
      byHour.reduce((all, row) => all + row.calls, 0),
    );
    expect(new Set(byDay.map(({ group }) => group.day))).toEqual(
      new Set(byHour.map(({ group }) => group.hour?.slice(0, 10))),
    );
  }
});

test('sums of days agree with what was charged, beside charges, late ones and nodes that close the ledger at once', async () => {
  const midnight = Math.floor(thisHour / (24 * hourMs)) * 24 * hourMs;
  // The clock of a node was ahead: this day is closed, and what is charged in it counts for the next one.
  await Promise.all([
    ...Array.from({ length: 4 }, () => tendBooks(db)),
    ...Array.from({ length: 20 }, () => verdictsOf(db, [chargeOf(team, 3)])),
  ]);
  // In the first hour after midnight that is yesterday, whose last hour stays open until one o'clock.
  const firstOpenDay = new Date((await readClosedUntil(db))?.toISOString().slice(0, 10) ?? midnight);
  await db.query(
    `INSERT INTO usage_daily SELECT team_id, (hour AT TIME ZONE 'UTC')::date, key_id, mode, source_lang, target_lang, engine, dialect, tag,
            sum(characters), sum(calls), sum(texts) FROM usage_hourly WHERE hour >= $1 AND hour < $2 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
    [firstOpenDay, new Date(midnight + 24 * hourMs)],
  );
  await db.query('UPDATE ledger_state SET closed_until = $1', [new Date(midnight + 24 * hourMs)]);
  await Promise.all([
    ...Array.from({ length: 20 }, () => verdictsOf(db, [chargeOf(team, 5)])),
    ...Array.from({ length: 4 }, () => tendBooks(db)),
  ]);
  const { rows } = await db.query(
    `SELECT (SELECT sums_until::text FROM ledger_state) AS until, (SELECT sum(characters)::int FROM usage_hourly) AS characters,
            (SELECT sum(calls)::int FROM usage_hourly) AS calls`,
  );
  const { until, ...used } = rows[0];
  expect(until).toBe(new Date(midnight + 24 * hourMs).toISOString().slice(0, 10));
  const range = { from: new Date(0), to: new Date(midnight + 72 * hourMs) };
  for (const group of ['team', 'engine', 'pair'] as const) {
    const usage = await sumInstallationUsage(db, { ...range, group, limit: 1 });
    expect([group, usage?.total]).toMatchObject([group, used]);
  }
  const found = (await auditBooks(db, true)).disagreements.filter(({ check }) =>
    check.startsWith('usage_of'),
  );
  expect(found).toEqual([]);
  for (const table of ['usage_of_teams', 'usage_of_engines', 'usage_of_pairs']) {
    await db.query(`UPDATE ${table} SET calls = calls + 1`);
    const checks = (await auditBooks(db, true)).disagreements.map(({ check }) => check);
    expect(checks).toContain(`${table} = usage by the day`);
  }
});
