import { createLedgerHousekeeping } from '../../src/metering/ledger-housekeeping.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import type { Database } from '../../src/store/postgres/database.ts';

/** One run of the ledger's housekeeping, as a node does it every hour. */
export async function tendBooks(db: Database, monthsKept?: number): Promise<'done' | 'postponed'> {
  return createLedgerHousekeeping(db, db, monthsKept, createMetrics()).run(new AbortController().signal);
}
