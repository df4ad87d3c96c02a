/**
 * Where sequences run: on one Postgres whose clock is set, each with teams of its own and in a time zone of its own. Time
 * goes on from one to the next, and after some of them a new database begins again at the start.
 */
import pg from 'pg';
import { type Database, openDatabase } from '../../../../src/store/postgres/database.ts';
import { migrate } from '../../../../src/store/postgres/migrate.ts';
import { type DatedPostgres, startDatedPostgres } from '../../../support/dated-postgres.ts';
import { quietLogger } from '../../../support/pool.ts';
import { seedTeams } from '../../../support/seed-teams.ts';
import { runHousekeeping } from './housekeeping.ts';
import { keysPerTeam, type Sequence, teamCount } from './steps.ts';
import { LedgerSubject } from './subject.ts';
import { dayMs, hourMs, minuteMs, monthAfter } from './times.ts';

const start = Date.UTC(2027, 0, 1);
const quota = 150;

/** Enough to share what a database costs, few enough that years keep four digits. */
const sequencesPerDatabase = 50;

export interface Sequences extends AsyncDisposable {
  run(sequence: Sequence): Promise<void>;
}

export async function openSequences(count: (verdict: string) => void): Promise<Sequences> {
  const postgres = await startDatedPostgres(new Date(start), 'UTC');
  await migrate(postgres.url);
  let endMs = start;
  let carriedOut = 0;
  return {
    async run({ zone, steps }) {
      if (carriedOut++ % sequencesPerDatabase === 0) {
        endMs = start;
        postgres.setClock(new Date(start));
        await makeDatabase(postgres);
      }
      // In the last third of a month, so that its end is not far.
      const startMs = monthAfter(endMs, 1) + 19 * dayMs + 9 * hourMs + 20 * minuteMs;
      postgres.setClock(new Date(startMs));
      await asAdmin(postgres, (admin) => admin.query(`ALTER DATABASE sequences SET TimeZone = '${zone}'`));
      const db = openDatabase({ url: urlOf(postgres, 'sequences'), size: 2, logger: quietLogger });
      const subject = await openSubject(postgres, db, startMs, count);
      try {
        for (const step of steps) await subject.run(step);
        await subject.expectSameState();
        await subject.growOld();
        await subject.expectSameState();
      } finally {
        endMs = subject.endMs;
        await db.end();
      }
    },
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  };
}

async function openSubject(
  postgres: DatedPostgres,
  db: Database,
  startMs: number,
  count: (verdict: string) => void,
): Promise<LedgerSubject> {
  await runHousekeeping(db, 1);
  const teams = await seedTeams(db, teamCount, { quota, keys: keysPerTeam });
  const setClock = (moment: Date) => postgres.setClock(moment);
  return new LedgerSubject({ db, teams, quota, startMs, setClock, count });
}

/** A clone of the one that was migrated. */
async function makeDatabase(postgres: DatedPostgres): Promise<void> {
  await asAdmin(postgres, async (admin) => {
    await admin.query('DROP DATABASE IF EXISTS sequences WITH (FORCE)');
    await admin.query('CREATE DATABASE sequences TEMPLATE postgres');
    // Thousands of small commits; none of them has to outlive the machine.
    await admin.query('ALTER DATABASE sequences SET synchronous_commit = off');
  });
}

async function asAdmin(postgres: DatedPostgres, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: urlOf(postgres, 'template1') });
  await admin.connect();
  await work(admin).finally(() => admin.end());
}

const urlOf = ({ url }: DatedPostgres, database: string) => url.replace(/\/postgres$/, `/${database}`);
