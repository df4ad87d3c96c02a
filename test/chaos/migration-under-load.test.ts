/**
 * An upgrade as docs/operate/upgrade.md describes it: the schema first, while the version before serves calls, then node
 * by node. The version before is taken from the history of this repository.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { percentile } from '../../bench/support/latency.ts';
import { seedLedger } from '../../bench/support/seed-ledger.ts';
import { audit } from '../support/books.ts';
import { expectInTime, isLong, leewayInGate, scale } from '../support/long-form.ts';
import { applyAndWatch, readMigrations, takeBack } from '../support/migration-files.ts';
import { openTestPool } from '../support/pool.ts';
import { report } from '../support/report.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startServer } from '../support/server-process.ts';
import { useThrowAwayServices } from '../support/throw-away-services.ts';
import { OpenLoopLoad } from './support/open-loop-load.ts';
import {
  checkOut,
  commitThatAdded,
  migrateWith,
  removeVersions,
  type Version,
  workingTree,
} from './support/versions.ts';

const services = useThrowAwayServices();
const folders: string[] = [];
afterAll(() => removeVersions(folders));

const migrations = readMigrations();
const rows = scale(20_000, 1_000_000);
const phaseMs = scale(1_500, 15_000);

interface Upgrade {
  readonly before: Version;
  readonly after: Version;
}

/** To the working tree from the version before its newest migration; in the long form the ones before that as well. */
async function findUpgrades(): Promise<Upgrade[]> {
  const upgrades: Upgrade[] = [];
  let known: string | undefined = 'none';
  for (const { name } of migrations.slice(isLong ? -3 : -1).toReversed()) {
    const commit = await commitThatAdded(name);
    // Several migrations may have come in one commit.
    if (commit === known) continue;
    known = commit;
    const before = await checkOut(commit === undefined ? 'HEAD' : `${commit}^`, folders);
    const after =
      upgrades.length === 0 || commit === undefined ? workingTree : await checkOut(commit, folders);
    upgrades.push({ before, after });
  }
  return upgrades;
}

test('calls go on while the schema changes, on the version before and on the one after', async () => {
  for (const [number, upgrade] of (await findUpgrades()).entries()) await upgradeUnderLoad(number, upgrade);
});

async function upgradeUnderLoad(number: number, { before, after }: Upgrade): Promise<void> {
  const databaseUrl = await createDatabase(`upgrade_${number}`);
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    REDIS_URL: services.current.redisUrl,
    DRAGOMAN_STUB_ENGINE: 'latencyMs=5',
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_LOG_LEVEL: 'warn',
    DRAGOMAN_CACHE_MB: '0',
  };
  await migrateWith(before, env);
  const db = openTestPool(databaseUrl, 4);
  const teams = await seedTeams(db, 50, { keys: 2 });
  await seedLedger(databaseUrl, teams, rows);
  const old = await startServer(env, before);
  const random = seededRandom('migration under load', 27_001 + number);
  const inRotation = [old.url];
  const served = new Map<string, number>();
  const load = new OpenLoopLoad({
    random,
    ratePerSecond: scale(60, 200),
    keys: teams.map(({ key }) => key),
    pickUrl: () => {
      const url = random.pick(inRotation);
      served.set(url, (served.get(url) ?? 0) + 1);
      return url;
    },
  });
  await delay(phaseMs);

  // What a process that starts beside the calls costs them by itself is not the migration's fault.
  const quiet = await watch(load, () => migrateWith(before, env));
  expect(quiet.result).toEqual([]);
  const changed = await watch(load, () => migrateWith(after, env));
  expect(changed.result.length).toBeGreaterThan(0);

  const anew = await startServer(env, after);
  inRotation.push(anew.url);
  await delay(phaseMs);
  expect(Math.min(served.get(old.url) ?? 0, served.get(anew.url) ?? 0)).toBeGreaterThan(10);
  // As a load balancer does it: no more calls, and those on their way are waited for.
  inRotation.shift();
  while (load.underWayAt(old.url) > 0) await delay(10);
  expect(await old.stop()).toBe(0);
  await delay(phaseMs / 2);
  await load.finish();

  const logs = `the version before:\n${old.log()}\nthe one after:\n${anew.log()}`;
  expect(Object.fromEntries(load.endings), logs).toEqual({ ok: load.sent });
  expect(await audit(db)).toEqual([]);
  expect(await anew.stop()).toBe(0);
  await db.end();
  report(`row 27 migration under load, ${before.name} to ${after.name}`, {
    applied: changed.result,
    rows,
    calls: load.sent,
    failed: 0,
    p99MsWithout: Math.round(quiet.p99Ms),
    p99Ms: Math.round(changed.p99Ms),
    slowestMs: Math.round(changed.slowestMs),
  });
  // With some slack; calls that wait for a table that is held would be far above.
  expectInTime('p99 while the schema changes', changed.p99Ms, Math.max(2 * 1.35 * quiet.p99Ms, 250));
}

interface Watched<T> {
  readonly result: T;
  readonly p99Ms: number;
  readonly slowestMs: number;
}

/** How long the calls took that were answered while something was done, and shortly afterwards. */
async function watch<T>(load: OpenLoopLoad, work: () => Promise<T>): Promise<Watched<T>> {
  const started = Date.now();
  const result = await work();
  await delay(phaseMs);
  const times = [...load.delivered.values()]
    .filter(({ answeredAtMs }) => answeredAtMs >= started)
    .map(({ durationMs }) => durationMs);
  expect(times.length).toBeGreaterThan(scale(10, 100));
  return { result, p99Ms: percentile(times, 0.99), slowestMs: Math.max(...times) };
}

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: services.current.databaseUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(services.current.databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Up to 0005 the charge itself was made and replaced, before the first release: those can't be taken back one by one. */
const firstUnderCalls = '0006';

test('no migration writes a whole table anew, or keeps a full one from calls for long', async () => {
  const databaseUrl = await createDatabase('locks');
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: services.current.redisUrl };
  await migrateWith(workingTree, env);
  const db = openTestPool(databaseUrl, 4);
  const teams = await seedTeams(db, scale(300, 20_000), { keys: 2 });
  await seedLedger(databaseUrl, teams, rows);
  await db.end();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const migration of migrations.filter(({ name }) => name >= firstUnderCalls).toReversed()) {
    await takeBack(client, migration);
    const held = await applyAndWatch(client, migration);
    report('row 27 locks', { ...held, durationMs: Math.round(held.durationMs) });
    expect(held.rewritten).toEqual([]);
    expect(held.durationMs).toBeLessThan(leewayInGate(2_000));
    await takeBack(client, migration);
  }
  await client.end();
});

test('a migration that finds its table read by somebody for long lets the calls pass', async () => {
  const databaseUrl = await createDatabase('patience');
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: services.current.redisUrl };
  await migrateWith(workingTree, env);
  const connect = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return client;
  };
  const [reader, caller, watcher] = await Promise.all([connect(), connect(), connect()]);
  // The newest one that changes the table that every charge locks, and all that came after it.
  const first = migrations.findLastIndex(({ up }) => up.includes('ALTER TABLE team_balances'));
  const again = migrations.slice(first);
  for (const migration of again.toReversed()) await takeBack(caller, migration);
  // As a pg_dump does.
  await reader.query('BEGIN');
  await reader.query('LOCK TABLE team_balances IN ACCESS SHARE MODE');
  const migrated = migrateWith(workingTree, env);
  const waits: number[] = [];
  let refusedLocks = 0;
  // Until it was seen to step back and try again; starting the process takes its time on a busy machine.
  let until = Date.now() + 60_000;
  const call = async () => {
    while (Date.now() < until) {
      const started = performance.now();
      await caller.query('SELECT FROM team_balances LIMIT 1');
      waits.push(performance.now() - started);
      await delay(5);
    }
  };
  const look = async () => {
    while (Date.now() < until) {
      const { rowCount } = await watcher.query(
        "SELECT FROM pg_locks WHERE NOT granted AND relation = 'team_balances'::regclass AND mode = 'AccessExclusiveLock'",
      );
      if (rowCount === 1 && refusedLocks++ === 0) until = Date.now() + 4_000;
      await delay(5);
    }
  };
  await Promise.all([call(), look()]);
  // The fault: it wanted the table, and calls wait behind whoever wants it.
  expect(refusedLocks).toBeGreaterThan(0);
  await reader.query('COMMIT');
  expect(await migrated).toEqual(again.map(({ name }) => name));
  // It would be until the reader has ended otherwise; a charge gives up after two seconds.
  expectInTime('the slowest read behind a migration', Math.max(...waits), 1_000);
  report('row 27 a reader in the way', {
    seenWaiting: refusedLocks,
    slowestReadMs: Math.round(Math.max(...waits)),
  });
  await Promise.all([reader, caller, watcher].map((client) => client.end()));
});
