/** What the ledger needs done now and then. Safe to run at any time and from every node at once. */
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../store/postgres/database.ts';
import { isCancelled } from '../store/postgres/database-errors.ts';
import { closeNextHours, rollUpEarlierMonth } from '../store/postgres/ledger-closing.ts';
import {
  dropOldPartitions,
  makePartitions,
  readLedgerState,
  type Tending,
} from '../store/postgres/partitions.ts';
import { forgetOldRefusals } from '../store/postgres/usage.ts';

/**
 * Far enough ahead that a month of failed runs does no harm. Hours only so that a charge does not have to wait: it makes
 * what is missing itself.
 */
const ahead = { months: 2, hours: 3 };

export interface LedgerHousekeeping {
  /** `postponed`: the tables were in use. Nothing is lost, and it is to be tried again before long. */
  run(signal: AbortSignal): Promise<Tending>;
}

/**
 * `upkeep` is for what may take long. `monthsKept`: full months of single calls to keep; undefined keeps them for ever.
 * Sums and usage always stay.
 */
export function createLedgerHousekeeping(
  db: Database,
  upkeep: Database,
  monthsKept: number | undefined,
  metrics: Metrics,
): LedgerHousekeeping {
  return {
    async run(signal) {
      try {
        const tended = await makePartitions(db, ahead);
        await closeHours(upkeep, signal);
        await forgetOldRefusals(upkeep);
        const dropped = await dropOldMonths(upkeep, monthsKept);
        return tended === 'postponed' ? tended : dropped;
      } finally {
        // What is there counts, most of all when it could not be tended.
        metrics.reportLedger(await readLedgerState(db));
      }
    },
  };
}

/** Postponed where somebody reads the ledger for longer than anything here may wait. */
async function dropOldMonths(upkeep: Database, monthsKept: number | undefined): Promise<Tending> {
  try {
    await dropOldPartitions(upkeep, monthsKept);
    return 'done';
  } catch (error) {
    if (isCancelled(error)) return 'postponed';
    throw error;
  }
}

async function closeHours(upkeep: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await closeNextHours(upkeep)) === 'closed') {
    // Day by day, as long as the ledger was not closed.
  }
  while (!signal.aborted && (await rollUpEarlierMonth(upkeep))) {
    // Month by month, as far back as there is usage.
  }
}
