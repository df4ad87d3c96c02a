/** What the ledger needs done now and then. Safe to run at any time and from every node at once. */
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../store/postgres/database.ts';
import { forgetOldIdempotencyKeys, readLedgerState, tendPartitions } from '../store/postgres/ledger.ts';

/** Far enough ahead that a month of failed runs does no harm. */
const monthsAhead = 2;

export interface LedgerHousekeeping {
  run(): Promise<void>;
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
        await tendPartitions(db, monthsAhead, monthsKept);
        await forgetOldIdempotencyKeys(db);
      } finally {
        // What is there counts, most of all when it could not be tended.
        metrics.reportLedger(await readLedgerState(db));
      }
    },
  };
}
