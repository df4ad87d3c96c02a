/** Periodic maintenance of the ledger. Safe to run at any time and from every node at once. */
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
import { sumNextDays } from '../store/postgres/usage-sums.ts';

/**
 * Months: far enough ahead that a month of failed runs does no harm. Hours: only so that a charge does not
 * have to wait, since it creates a missing partition itself.
 */
const ahead = { months: 2, hours: 3 };

export interface LedgerHousekeeping {
  /** `postponed`: the tables were in use. Nothing is lost; the run should be repeated soon. */
  run(signal: AbortSignal): Promise<Tending>;
}

/**
 * `upkeep` is for operations that may take long. `monthsKept`: full months of single calls to keep; undefined
 * keeps them forever. Totals and usage are always kept.
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
        // The state is reported in any case; it matters most when maintenance failed.
        metrics.reportLedger(await readLedgerState(db));
      }
    },
  };
}

/** Postponed if a reader holds the ledger for longer than this may wait. */
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
    // One day at a time, for as long as the ledger was not closed.
  }
  while (!signal.aborted && (await rollUpEarlierMonth(upkeep))) {
    // One month at a time, as far back as there is usage.
  }
  while (!signal.aborted && (await sumNextDays(upkeep))) {
    // A few days at a time, so that closing on another node does not wait for long.
  }
}
