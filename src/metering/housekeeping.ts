/** What the ledger needs done now and then. Safe to run at any time and from every node at once. */
import type { Metrics } from '../observability/metrics.ts';
import { readLedgerState, type Tending, tendPartitions } from '../store/postgres/call-partitions.ts';
import type { Database } from '../store/postgres/database.ts';
import { forgetOldIdempotencyKeys } from '../store/postgres/ledger.ts';

/** Far enough ahead that a month of failed runs does no harm. */
const monthsAhead = 2;

export interface LedgerHousekeeping {
  /** `postponed`: the tables were in use. Nothing is lost, and it is to be tried again before long. */
  run(): Promise<Tending>;
}

/** `monthsKept`: full months of single calls to keep; undefined keeps them for ever. The roll-up always stays. */
export function createLedgerHousekeeping(
  db: Database,
  monthsKept: number | undefined,
  metrics: Metrics,
): LedgerHousekeeping {
  return {
    async run() {
      try {
        const tended = await tendPartitions(db, monthsAhead, monthsKept);
        await forgetOldIdempotencyKeys(db);
        return tended;
      } finally {
        // What is there counts, most of all when it could not be tended.
        metrics.reportLedger(await readLedgerState(db));
      }
    },
  };
}
