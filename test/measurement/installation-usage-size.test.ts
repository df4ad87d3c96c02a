/**
 * The total usage of a year with ten million stored days, on a server that was just started and whose files are in no cache:
 * without sums of days, and with them.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sumInstallationUsage } from '../../src/metering/installation-usage.ts';
import type { InstallationGroup } from '../../src/store/postgres/installation-usage.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { sumNextDays } from '../../src/store/postgres/usage-sums.ts';
import { expectInTime, isLong, scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { report } from '../support/report.ts';
import { useThrowAwayServices } from '../support/throw-away-services.ts';

const services = useThrowAwayServices();
const year = { from: new Date('2025-01-01T00:00:00Z'), to: new Date('2026-01-01T00:00:00Z') };
const groups: readonly InstallationGroup[] = ['team', 'engine', 'pair'];
const limitMs = 2_000;

/** By month, so that no statement runs into a time-out. */
const seed = `
  INSERT INTO usage_daily (team_id, day, key_id, mode, source_lang, target_lang, engine, dialect, tag, characters, calls, texts)
  SELECT lpad(to_hex(team), 32, '0')::uuid, day, lpad(to_hex(team), 32, '0')::uuid, 'live', 'en', 'x' || pair, 'engine-' || pair % 3, 'v1', '',
         team + pair, 1 + pair, 2
    FROM generate_series($3::date, ($3::date + interval '1 month - 1 day')::date, '1 day') AS day, generate_series(1, $1::int) AS team,
         generate_series(1, $2::int) AS pair`;

/** Starts the server again, with nothing of its data in its memory or in that of the system. */
async function chill(): Promise<void> {
  await services.killPostgres();
  const data = join(services.current.dir, 'postgres', 'data', 'base');
  // Only the files of this server: others on the machine keep what they have.
  execFileSync('sh', [
    '-c',
    `sync; find "${data}" -type f -exec dd if={} iflag=nocache count=0 status=none \\;`,
  ]);
  await services.restartPostgres();
}

async function readYear(group: InstallationGroup) {
  const db = openTestPool(services.current.databaseUrl);
  const start = performance.now();
  const usage = await sumInstallationUsage(db, { ...year, group, limit: 1_000 });
  const ms = Math.round(performance.now() - start);
  await db.end();
  return { ms, total: usage?.total };
}

async function readAll(isCold: boolean) {
  const found: Record<string, Awaited<ReturnType<typeof readYear>>> = {};
  for (const group of groups) {
    if (isCold) await chill();
    found[group] = await readYear(group);
  }
  return found;
}
const timesOf = (found: Awaited<ReturnType<typeof readAll>>) =>
  Object.fromEntries(Object.entries(found).map(([group, { ms }]) => [group, ms]));

test.each(
  [
    { teams: scale(100, 1_000), pairs: 27 },
    { teams: 10_000, pairs: 3 },
  ].slice(0, isLong ? 2 : 1),
)('a year of $teams teams with $pairs pairs', async ({ teams, pairs }) => {
  await migrate(services.current.databaseUrl);
  const db = openTestPool(services.current.databaseUrl);
  await db.query(
    `TRUNCATE usage_daily, usage_of_teams, usage_of_engines, usage_of_pairs;
     UPDATE ledger_state SET days_from = '2025-01-01', closed_until = '2026-01-01T00:00Z', sums_from = NULL, sums_until = NULL`,
  );
  const connection = await db.connect();
  await connection.query('SET statement_timeout = 0');
  for (let month = 1; month <= 12; month++)
    await connection.query({
      text: seed,
      values: [teams, pairs, `2025-${String(month).padStart(2, '0')}-01`],
      query_timeout: 600_000,
    } as never);
  await connection.query('ANALYZE usage_daily');
  connection.release();
  await db.end();

  const without = await readAll(true);
  const upkeep = openTestPool(services.current.databaseUrl);
  const steps: number[] = [];
  for (let start = performance.now(); await sumNextDays(upkeep); start = performance.now())
    steps.push(Math.round(performance.now() - start));
  await upkeep.end();
  const cold = await readAll(true);
  const warm = await readAll(false);
  report('total usage of a year', {
    rows: teams * pairs * 365,
    withoutSumsMs: timesOf(without),
    coldMs: timesOf(cold),
    warmMs: timesOf(warm),
    summing: { steps: steps.length, longestMs: Math.max(...steps), allMs: steps.reduce((a, b) => a + b, 0) },
  });
  for (const group of groups) {
    expect(cold[group]?.total).toEqual(warm[group]?.total);
    // Undefined if it took too long without sums.
    if (without[group]?.total !== undefined) expect(cold[group]?.total).toEqual(without[group]?.total);
    // Every team of every day is a row: ten thousand teams are outside of the promise, and only reported.
    if (teams <= 1_000)
      expectInTime(`the total usage of a year by ${group}`, cold[group]?.ms ?? Number.NaN, limitMs);
  }
});
