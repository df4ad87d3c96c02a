/** The ledger: charges, their batches, and partitions for future months. */
import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import { durationBuckets } from './buckets.ts';

/** What housekeeping found. */
export interface LedgerState {
  /** Months after this one that have a partition. */
  readonly monthsAhead: number;
  /** Calls in the default partition, because no month matched; counted up to a thousand. */
  readonly misplacedCalls: number;
}

export interface LedgerMetrics {
  countChargeBatch(calls: number, durationMs: number, failed: boolean): void;
  /** The ledger's verdict; `unknown` if the ledger was unreachable, `over` if the caller no longer waited. */
  countCharge(verdict: string): void;
  /** `read` is called at every scrape. */
  watchChargeQueue(read: () => number): void;
  reportLedger(state: LedgerState): void;
  reportHousekeeping(task: string, outcome: HousekeepingOutcome): void;
}

/** `postponed`: the tables were in use, and the task is retried soon. */
export type HousekeepingOutcome = 'done' | 'postponed' | 'failed';

export function createLedgerMetrics(registry: Registry): LedgerMetrics {
  const registers = [registry];
  let readQueue = () => 0;

  const batchSize = new Histogram({
    name: 'dragoman_charge_batch_calls',
    help: 'Calls charged by one commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers,
  });
  const batchSeconds = new Histogram({
    name: 'dragoman_charge_batch_seconds',
    help: 'How long the commit of a batch of charges took',
    buckets: durationBuckets,
    registers,
  });
  const failedBatches = new Counter({
    name: 'dragoman_charge_batches_failed_total',
    help: 'Batches of charges that failed and were tried again or split',
    registers,
  });
  const charges = new Counter({
    name: 'dragoman_charges_total',
    help: "Charges by the ledger's verdict; unknown: the ledger was unreachable, over: the caller no longer waited",
    labelNames: ['verdict'],
    registers,
  });
  // Starts the series at zero; otherwise the first failure would not be an increase.
  for (const verdict of ['charged', 'unknown']) charges.inc({ verdict }, 0);
  new Gauge({
    name: 'dragoman_charges_waiting',
    help: 'Calls that wait for the next batch of charges',
    registers,
    collect() {
      this.set(readQueue());
    },
  });
  const monthsAhead = new Gauge({
    name: 'dragoman_ledger_months_ahead',
    help: 'Months after this one for which the ledger has a partition',
    registers,
  });
  const misplaced = new Gauge({
    name: 'dragoman_ledger_misplaced_calls',
    help: 'Calls outside all monthly partitions (counted up to 1000)',
    registers,
  });
  // Unknown until the first check; NaN does not raise an alarm.
  for (const gauge of [monthsAhead, misplaced]) gauge.set(Number.NaN);
  const housekeeping = new Gauge({
    name: 'dragoman_housekeeping_failed',
    help: 'Whether a housekeeping task failed (twice in a row if it lost its connection) or was postponed for a day (1), or not (0)',
    labelNames: ['task'],
    registers,
  });
  const postponed = new Gauge({
    name: 'dragoman_housekeeping_postponed',
    help: 'Whether a housekeeping task waits for tables that have a long reader (1) or not (0)',
    labelNames: ['task'],
    registers,
  });

  return {
    countChargeBatch(size, durationMs, failed) {
      batchSize.observe(size);
      batchSeconds.observe(durationMs / 1_000);
      if (failed) failedBatches.inc();
    },
    countCharge: (verdict) => charges.inc({ verdict }),
    watchChargeQueue(read) {
      readQueue = read;
    },
    reportLedger(state) {
      monthsAhead.set(state.monthsAhead);
      misplaced.set(state.misplacedCalls);
    },
    reportHousekeeping(task, outcome) {
      housekeeping.set({ task }, outcome === 'failed' ? 1 : 0);
      postponed.set({ task }, outcome === 'postponed' ? 1 : 0);
    },
  };
}
