/**
 * Two years of a ledger in minutes, on a Postgres whose clock is set: calls that cross every midnight at a month's end in
 * either direction, a clock that steps back, teams that rest for a year, and retention that drops all but three months. In
 * whatever time zone the server is, the books agree at the end of every month, and every hour of usage is what was charged.
 */
import pg from 'pg';
import { expect, test } from 'vitest';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import { type Database, inTransaction } from '../../src/store/postgres/database.ts';
import { placeHold, settleHold } from '../../src/store/postgres/holds.ts';
import { addCredit, chargeCalls } from '../../src/store/postgres/ledger.ts';
import { migrate } from '../../src/store/postgres/migrate.ts';
import { readUsage } from '../../src/store/postgres/usage.ts';
import { type DatedPostgres, startDatedPostgres } from '../support/dated-postgres.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { chargeOf, insertLedgerTeam, type LedgerTeam } from '../support/ledger-data.ts';
import { isLong } from '../support/long-form.ts';
import { readMigrations, takeBack } from '../support/migration-files.ts';
import { openTestPool } from '../support/pool.ts';
import { report } from '../support/report.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { tendBooks } from '../support/tend-books.ts';

const months = 24;
const monthsKept = 3;
const restingFrom = 5;
const restingTo = 17;
const start = Date.UTC(2027, 0, 10);
const hourMs = 3_600_000;
const beforeMidnightMs = 600_000;
const zones = ['Asia/Kolkata', 'UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'];

/** The first moment of a month, counted from the start. */
const monthStart = (month: number) => Date.UTC(2027, month, 1);

class Years {
  readonly #postgres: DatedPostgres;
  readonly #db: Database;
  readonly #random: SeededRandom;
  #nowMs = start;
  /** What was charged, by team and hour. */
  readonly #booked = new Map<string, Map<string, { characters: number; calls: number }>>();
  readonly counts = { charged: 0, acrossMidnight: 0, afterAStepBack: 0, documents: 0 };

  constructor(postgres: DatedPostgres, db: Database, random: SeededRandom) {
    this.#postgres = postgres;
    this.#db = db;
    this.#random = random;
  }

  set(ms: number): void {
    this.#nowMs = ms;
    this.#postgres.setClock(new Date(ms));
  }

  async charge(team: LedgerTeam, { idMs = this.#nowMs, hourMs: hour = this.#hour() } = {}): Promise<void> {
    const characters = this.#random.integer(1, 400);
    const change = { id: uuidV7(idMs), deadline: new Date(this.#nowMs + 60_000) };
    const keyed = this.#random.chance(0.3) ? { idem: uuidV7().replaceAll('-', ''), body: 'bb' } : {};
    const [answer] = await chargeCalls(this.#db, [chargeOf(team, characters, { ...change, ...keyed })]);
    expect(answer?.verdict).toBe('charged');
    this.#book(team, hour, characters);
    this.counts.charged++;
  }

  /** A document that was taken in before and is ready now. */
  async document(team: LedgerTeam, whileItRuns: () => void): Promise<void> {
    const characters = this.#random.integer(1, 400);
    const id = uuidV7(this.#nowMs);
    const hold = {
      teamId: team.team,
      id,
      keyId: team.key,
      mode: 'live',
      dialect: 'v1',
      characters,
      lifetimeMs: 24 * hourMs,
    } as const;
    expect(await inTransaction(this.#db, (connection) => placeHold(connection, hold))).toBe('held');
    whileItRuns();
    const settlement = {
      teamId: team.team,
      holdId: id,
      callId: uuidV7(this.#nowMs),
      target: 'es',
      sources: ['en'],
      engines: ['apertium'],
      characters: [characters],
      texts: [1],
    };
    expect(await inTransaction(this.#db, (connection) => settleHold(connection, settlement))).toBe('charged');
    this.#book(team, this.#hour(), characters);
    this.counts.documents++;
  }

  async expectAgreement(teams: readonly LedgerTeam[]): Promise<void> {
    expect(await findDisagreements(this.#db)).toEqual([]);
    for (const team of teams) await this.expectUsage(this.#db, team, start - hourMs);
  }

  /** Every hour from this moment on is what was charged in it. */
  async expectUsage(db: Database, team: LedgerTeam, fromMs: number): Promise<void> {
    const [from, to] = [new Date(fromMs), new Date(this.#nowMs + 40 * 24 * hourMs)];
    const usage = await readUsage(db, { teamId: team.team, from, to, groupBy: ['hour'], limit: 100_000 });
    const booked = [...(this.#booked.get(team.team) ?? [])].filter(([hour]) => hour >= nameOf(fromMs));
    expect(usage.map(({ group, characters, calls }) => [group.hour, { characters, calls }])).toEqual(
      booked.toSorted(),
    );
  }

  #hour(): number {
    return Math.floor(this.#nowMs / hourMs) * hourMs;
  }

  #book({ team }: LedgerTeam, hour: number, characters: number): void {
    const hours = this.#booked.get(team) ?? new Map<string, { characters: number; calls: number }>();
    const sum = hours.get(nameOf(hour)) ?? { characters: 0, calls: 0 };
    hours.set(nameOf(hour), { characters: sum.characters + characters, calls: sum.calls + 1 });
    this.#booked.set(team, hours);
  }
}

/** As a usage report names an hour. */
const nameOf = (ms: number) => new Date(ms).toISOString().replace('.000', '');

test.each(isLong ? zones : zones.slice(0, 1))(
  'two years in %s: the books agree every month',
  async (zone) => {
    await using postgres = await startDatedPostgres(new Date(start), zone);
    await migrate(postgres.url);
    const db = openTestPool(postgres.url, 2);
    const { rows } = await db.query("SELECT current_setting('TimeZone') AS zone");
    expect(rows).toEqual([{ zone }]);
    const random = seededRandom(`years in ${zone}`);
    const years = new Years(postgres, db, random);
    const [busy, resting] = [await insertLedgerTeam(db, 3_000), await insertLedgerTeam(db, 3_000)];
    const teams = [busy, resting];
    for (const { team } of teams)
      await addCredit(db, {
        id: uuidV7(),
        teamId: team,
        amount: 10_000_000,
        reason: 'years',
        author: 'test',
      });

    for (let month = 0; month < months; month++) {
      const awake = month >= restingFrom && month < restingTo ? [busy] : teams;
      for (let day = 11; day < 27; day += 5) {
        years.set(monthStart(month) + day * 24 * hourMs + random.integer(0, 23) * hourMs + 20 * 60_000);
        for (const team of awake) for (let n = 0; n < 3; n++) await years.charge(team);
      }
      await throughMidnight(years, monthStart(month + 1), busy, awake);
      await tendBooks(db, monthsKept);
      await years.expectAgreement(teams);
    }
    const closings = await db.query('SELECT count(DISTINCT month)::int AS months FROM ledger_closings');
    expect(closings.rows[0]?.months).toBeGreaterThanOrEqual(months - monthsKept - 1);
    await db.end();
    report(`two years in ${zone}`, { months, ...years.counts, disagreements: 0 });
  },
);

test.each(zones.slice(0, 2))(
  'books of a version before in %s, with dropped months, are put right by the migration',
  async (zone) => {
    await using postgres = await startDatedPostgres(new Date(start), zone);
    await migrate(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const migrations = readMigrations().filter(({ name }) => name >= '0015');
    for (const migration of migrations.toReversed()) await takeBack(client, migration);
    await client.end();
    const db = openTestPool(postgres.url, 2);
    const years = new Years(postgres, db, seededRandom('repaired years'));
    const team = await insertLedgerTeam(db, 3_000);
    await addCredit(db, {
      id: uuidV7(),
      teamId: team.team,
      amount: 1_000_000,
      reason: 'years',
      author: 'test',
    });
    for (let month = 0; month < 6; month++) {
      for (const minute of [20, 50]) {
        years.set(monthStart(month) + 12 * 24 * hourMs + minute * 60_000);
        for (let n = 0; n < 3; n++) await years.charge(team);
      }
      years.set(monthStart(month + 1) + 20_000);
      await years.charge(team, { idMs: monthStart(month + 1) - 1_000 });
      // The last two months are kept whole.
      if (month < 4) await db.query('SELECT make_call_partitions(2); SELECT drop_old_call_partitions(1)');
    }
    await db.end();
    expect(await migrate(postgres.url)).toEqual(migrations.map(({ name }) => name));
    const after = openTestPool(postgres.url, 2);
    expect(await findDisagreements(after)).toEqual([]);
    await years.expectUsage(after, team, monthStart(4) + hourMs);
    await after.end();
  },
);

/** Calls and a document under way at the last moment of a month, in every order that clocks allow. */
async function throughMidnight(
  years: Years,
  midnight: number,
  busy: LedgerTeam,
  awake: readonly LedgerTeam[],
) {
  // The clock goes on while it works: far enough from midnight for a machine that is busy with others.
  years.set(midnight - beforeMidnightMs);
  for (const team of awake) await years.charge(team);
  // The node's clock is ahead of the database's: the id is of the next month, the charge of this one.
  await years.charge(busy, { idMs: midnight + 5_000 });
  await years.document(busy, () => years.set(midnight + 20_000));
  for (const team of awake) {
    await years.charge(team, { idMs: midnight - 1_000 });
    years.counts.acrossMidnight++;
  }
  // The clock steps back into the month that the team has left.
  years.set(midnight - beforeMidnightMs);
  await years.charge(busy, { hourMs: midnight });
  years.counts.afterAStepBack++;
  years.set(midnight + 2 * hourMs + 60_000);
}
