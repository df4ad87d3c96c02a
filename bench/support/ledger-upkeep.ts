/** What a large ledger needs done now and then, as housekeeping does it, and what that costs. */
import pg from 'pg';
import { auditLedger } from '../../src/metering/ledger-operations.ts';
import { closeNextHours, readClosedUntil } from '../../src/store/postgres/ledger-closing.ts';
import { dropOldPartitions } from '../../src/store/postgres/partitions.ts';

/** Without the time-outs of the service. */
export function openUpkeep(url: string): pg.Pool {
  return new pg.Pool({ connectionString: url, max: 1 });
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

/** Closes hour after hour, up to about `until`, or to where housekeeping would. */
export async function closeBooks(db: pg.Pool, until = new Date(8.64e15)): Promise<void> {
  for (let closing = ''; closing !== 'nothing left'; ) {
    const closedUntil = await readClosedUntil(db);
    if (closedUntil !== undefined && closedUntil >= until) return;
    closing = await closeNextHours(db);
  }
}

export async function dropMonths(db: pg.Pool, monthsKept: number): Promise<string[]> {
  return dropOldPartitions(db, monthsKept);
}

/** Other nodes leave the books alone until it is released. */
export async function holdBooks(url: string): Promise<{ release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN; SELECT FROM ledger_state WHERE is_only FOR UPDATE');
  return { release: () => holder.end() };
}

export interface AuditCost {
  readonly seconds: number;
  /** Rows that were read, by index or one by one. */
  readonly rows: number;
  /** Pages of 8 kB that were looked at. */
  readonly pages: number;
}

export async function auditCost(db: pg.Pool, everything: boolean): Promise<AuditCost> {
  const before = await readCounters(db);
  const seconds = await secondsOf(async () => {
    const { disagreements } = await auditLedger(db, everything);
    if (disagreements.length > 0)
      throw new Error(`the ledger is inconsistent: ${JSON.stringify(disagreements[0])}`);
  });
  const after = await readCounters(db);
  return { seconds, rows: after.rows - before.rows, pages: after.pages - before.pages };
}

async function readCounters(db: pg.Pool): Promise<{ rows: number; pages: number }> {
  await db.query('SELECT pg_stat_force_next_flush()');
  // Those of a session that has ended are there a moment later.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const { rows } = await db.query<{ rows: string; pages: string }>(
    `SELECT tup_returned AS rows, blks_read + blks_hit AS pages FROM pg_stat_database WHERE datname = current_database()`,
  );
  return { rows: Number(rows[0]?.rows), pages: Number(rows[0]?.pages) };
}
