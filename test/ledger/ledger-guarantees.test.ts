import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChargeQueue } from '../../src/metering/charge-queue.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import {
  isDatabaseUnavailable,
  isLockTimeout,
  isRefusedWrite,
} from '../../src/store/postgres/database-errors.ts';
import { chargeCalls } from '../../src/store/postgres/ledger.ts';
import { audit } from '../support/books.ts';
import { expectInTime, scale } from '../support/long-form.ts';
import { openTestPool, quietLogger } from '../support/pool.ts';
import { report } from '../support/report.ts';
import { seedTeams, type TestTeam } from '../support/seed-teams.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { chargeRow } from './support/charge-rows.ts';

const database = useTestDatabase();
let db: Database;
beforeAll(() => {
  db = openTestPool(database.url, 6);
});
afterAll(() => db.end());

async function newTeam(): Promise<TestTeam> {
  const [team] = await seedTeams(db, 1);
  if (team === undefined) throw new Error('no team was made');
  return team;
}

const rowOf = (team: TestTeam) => chargeRow(team.id, team.keys[0]?.id ?? '');

function openQueue() {
  return new ChargeQueue({
    write: (batch) => chargeCalls(db, batch),
    isTemporary: isDatabaseUnavailable,
    isRefused: isRefusedWrite,
    isTeamHeld: isLockTimeout,
    onBatch: () => undefined,
    flushesAtOnce: 2,
    logger: quietLogger,
  });
}

const forever = new AbortController().signal;

test.each(['repeatable read', 'serializable'])('charges are refused under %s', async (level) => {
  const client = await db.connect();
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${level}`);
    await expect(chargeCalls(client, [])).rejects.toThrow(/read committed/);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('charge_calls_with_tag is volatile: each of its statements sees what was committed before it', async () => {
  const { rows } = await db.query("SELECT provolatile FROM pg_proc WHERE proname = 'charge_calls_with_tag'");
  expect(rows).toEqual([{ provolatile: 'v' }]);
});

test('two nodes that charge the same teams in opposite order never deadlock', async () => {
  const rounds = scale(60, 5_000);
  const random = seededRandom('opposite order');
  const teams = await seedTeams(db, 12);
  const flush = async (order: readonly TestTeam[]) => {
    for (let round = 0; round < rounds; round++) {
      const chosen = order.filter(() => random.chance(0.7));
      await chargeCalls(db, chosen.map(rowOf));
    }
  };
  await Promise.all([flush(teams), flush(teams.toReversed()), flush(teams), flush(teams.toReversed())]);
  const { rows } = await db.query(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
  expect(await audit(db)).toEqual([]);
  report('lock order', { flushes: rounds * 4, deadlocks: 0 });
});

test('a team whose row is held for long fails alone, and does not slow the others down for long', async () => {
  const held = await newTeam();
  const others = await seedTeams(db, 30);
  const queue = openQueue();
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM team_balances WHERE team_id = $1 FOR UPDATE', [held.id]);
    const stuck: Promise<unknown>[] = [];
    const charge = async (team: TestTeam) => {
      const started = performance.now();
      const result = await queue.charge(rowOf(team), forever);
      return { known: result.known, tookMs: performance.now() - started };
    };
    // The first batch has the held team in its middle: it costs the others one time-out.
    const first = others.map((team, i) => {
      if (i === 15) stuck.push(charge(held));
      return charge(team);
    });
    const firstResults = await Promise.all(first);
    expect(firstResults.every(({ known }) => known)).toBe(true);
    expectInTime('a charge beside a held team', Math.max(...firstResults.map(({ tookMs }) => tookMs)), 3_500);
    // From then on the team is charged apart, and the others don't feel it at all.
    const laterMs: number[] = [];
    for (let i = 0; i < 20; i++) {
      stuck.push(charge(held));
      const results = await Promise.all(others.map(charge));
      laterMs.push(...results.map(({ tookMs }) => tookMs));
      await delay(100);
    }
    expectInTime('a later charge beside a held team', Math.max(...laterMs), 1_000);
    await holder.query('ROLLBACK');
    await Promise.all(stuck);
    // Once the row is free, the team is charged again.
    expect((await charge(held)).known).toBe(true);
    expect(await audit(db)).toEqual([]);
    report('held team', {
      firstMs: Math.round(Math.max(...firstResults.map(({ tookMs }) => tookMs))),
      laterMs: Math.round(Math.max(...laterMs)),
    });
  } finally {
    await holder.end();
  }
});

test('a call that ends while it waits for an earlier flush is told at once, and never charged', async () => {
  const team = await newTeam();
  const queue = openQueue();
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM team_balances WHERE team_id = $1 FOR UPDATE', [team.id]);
    const first = queue.charge(rowOf(team), forever);
    const controller = new AbortController();
    const waiting = queue.charge(rowOf(team), controller.signal);
    const started = performance.now();
    controller.abort();
    expect(await waiting).toEqual({ known: false, reason: 'over' });
    expectInTime('a charge that is given up', performance.now() - started, 250);
    await holder.query('ROLLBACK');
    expect((await first).known).toBe(true);
    const { rows } = await db.query('SELECT 1 FROM calls WHERE team_id = $1', [team.id]);
    expect(rows).toHaveLength(1);
  } finally {
    await holder.end();
  }
});

test('one hot team: charges in micro-batches, each commit on the disk', async () => {
  const { rows } = await db.query<{ synchronous_commit: string }>('SHOW synchronous_commit');
  expect(rows[0]?.synchronous_commit).toBe('on');
  const team = await newTeam();
  const queue = openQueue();
  const times: number[] = [];
  const started = performance.now();
  const end = started + scale(1_000, 30_000);
  const client = async () => {
    while (performance.now() < end) {
      const asked = performance.now();
      const result = await queue.charge(rowOf(team), forever);
      expect(result.known).toBe(true);
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: 64 }, client));
  const perSecond = (times.length / (performance.now() - started)) * 1_000;
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  const { rows: ledger } = await db.query('SELECT count(*)::int AS calls FROM calls WHERE team_id = $1', [
    team.id,
  ]);
  expect(ledger).toEqual([{ calls: times.length }]);
  expect(await audit(db)).toEqual([]);
  report('row 8 one hot team', { perSecond: Math.round(perSecond), p99Ms: Number(p99.toFixed(1)) });
});

test('while the database is away for long, calls are refused at once, and served when it is back', async () => {
  const team = await newTeam();
  let isAway = true;
  let tries = 0;
  const queue = new ChargeQueue({
    write: async (batch) => {
      tries++;
      if (isAway) throw Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
      return chargeCalls(db, batch);
    },
    isTemporary: isDatabaseUnavailable,
    isRefused: isRefusedWrite,
    isTeamHeld: isLockTimeout,
    onBatch: () => undefined,
    flushesAtOnce: 2,
    logger: quietLogger,
  });
  const first = queue.charge(rowOf(team), forever);
  const queued = queue.charge(rowOf(team), forever);
  expect(await queued).toEqual({ known: false, reason: 'failed' });
  const asked = performance.now();
  expect(await queue.charge(rowOf(team), forever)).toEqual({ known: false, reason: 'failed' });
  expectInTime('a refusal while the database is away', performance.now() - asked, 50);
  expect(tries).toBeGreaterThan(3);
  // The one that was sent may be charged already: it is asked for until the database answers.
  isAway = false;
  expect((await first).known).toBe(true);
  expect((await queue.charge(rowOf(team), forever)).known).toBe(true);
  const { rows } = await db.query('SELECT 1 FROM calls WHERE team_id = $1', [team.id]);
  expect(rows).toHaveLength(2);
});
