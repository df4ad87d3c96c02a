/** The ledger: charges, their batches, and partitions for future months. */
import type { Registry } from '@prometheus-io/client';
import { metersIn } from './meters.ts';

/** What housekeeping found. */
export interface LedgerState {
  /** Months after this one that have a partition. */
  readonly monthsAhead: number;
  /** Calls in the default partition, because no month matched; counted up to a thousand. */
  readonly misplacedCalls: number;
}

/** `postponed`: the tables were in use, and the task is retried soon. */
export type HousekeepingOutcome = 'done' | 'postponed' | 'failed';

export type LedgerMetrics = ReturnType<typeof createLedgerMetrics>;

export function createLedgerMetrics(registry: Registry) {
  const { counter, gauge, histogram, watch } = metersIn(registry);
  let readQueue = () => 0;

  const batchSize = histogram(
    'dragoman_charge_batch_calls',
    'Calls charged by one commit',
    [],
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  );
  const batchSeconds = histogram(
    'dragoman_charge_batch_seconds',
    'How long the commit of a batch of charges took',
  );
  const failedBatches = counter(
    'dragoman_charge_batches_failed_total',
    'Batches of charges that failed and were tried again or split',
  );
  const charges = counter(
    'dragoman_charges_total',
    "Charges by the ledger's verdict; unknown: the ledger was unreachable, over: the caller no longer waited",
    ['verdict'],
  );
  // Starts the series at zero; otherwise the first failure would not be an increase.
  for (const verdict of ['charged', 'unknown']) charges.inc({ verdict }, 0);
  watch('dragoman_charges_waiting', 'Calls that wait for the next batch of charges', [], (gauge) =>
    gauge.set(readQueue()),
  );
  const monthsAhead = gauge(
    'dragoman_ledger_months_ahead',
    'Months after this one for which the ledger has a partition',
  );
  const misplaced = gauge(
    'dragoman_ledger_misplaced_calls',
    'Calls outside all monthly partitions (counted up to 1000)',
  );
  // Unknown until the first check; NaN does not raise an alarm.
  for (const gauge of [monthsAhead, misplaced]) gauge.set(Number.NaN);
  const housekeeping = gauge(
    'dragoman_housekeeping_failed',
    'Whether a housekeeping task failed (twice in a row if it lost its connection) or was postponed for a day (1), or not (0)',
    ['task'],
  );
  const postponed = gauge(
    'dragoman_housekeeping_postponed',
    'Whether a housekeeping task waits for tables that have a long reader (1) or not (0)',
    ['task'],
  );

  return {
    countChargeBatch(size: number, durationMs: number, failed: boolean) {
      batchSize.observe(size);
      batchSeconds.observe(durationMs / 1_000);
      if (failed) failedBatches.inc();
    },
    /** The ledger's verdict; `unknown` if the ledger was unreachable, `over` if the caller no longer waited. */
    countCharge: (verdict: string) => charges.inc({ verdict }),
    /** `read` is called at every scrape. */
    watchChargeQueue(read: () => number) {
      readQueue = read;
    },
    reportLedger(state: LedgerState) {
      monthsAhead.set(state.monthsAhead);
      misplaced.set(state.misplacedCalls);
    },
    reportHousekeeping(task: string, outcome: HousekeepingOutcome) {
      housekeeping.set({ task }, outcome === 'failed' ? 1 : 0);
      postponed.set({ task }, outcome === 'postponed' ? 1 : 0);
    },
  };
}
