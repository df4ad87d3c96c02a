/**
 * Micro-batching without a timer: calls queue while earlier charges are under way, and the next flush takes them
 * all. One by one, a team with many calls would wait for one commit after the other; in batches, the commit is
 * shared. Several flushes may run at once, but never two with calls of the same team, so they don't wait for
 * each other's lock.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../observability/logger.ts';
import type { ChargeRow, VerdictRow } from '../store/postgres/ledger.ts';

/** Large enough to share a commit widely, small enough that one batch is a few milliseconds of work. */
const maxBatch = 512;

/** Past this many, the database can't keep up, and more waiting would only fail later. */
const maxWaiting = 20_000;

/** Between tries while the database is away. */
const retryPauseMs = 100;

export type ChargeResult =
  | { known: true; row: VerdictRow }
  | { known: false; reason: 'full' | 'failed' | 'over' };

interface Waiting {
  readonly charge: ChargeRow;
  /** Aborted when nobody waits for the call any more: at its deadline, or when its client hangs up. */
  readonly signal: AbortSignal;
  settle(result: ChargeResult): void;
}

export interface ChargeQueueOptions {
  readonly write: (batch: readonly ChargeRow[]) => Promise<VerdictRow[]>;
  /** Whether a failure may pass: then the outcome is unknown, and the same charge is asked for again by its id. */
  readonly isTemporary: (error: unknown) => boolean;
  readonly onBatch: (calls: number, durationMs: number, failed: boolean) => void;
  readonly flushesAtOnce: number;
  readonly logger: Logger;
}

export class ChargeQueue {
  readonly #options: ChargeQueueOptions;
  #waiting: Waiting[] = [];
  readonly #busyTeams = new Set<string>();
  #flushing = 0;

  constructor(options: ChargeQueueOptions) {
    this.#options = options;
  }

  charge(charge: ChargeRow, signal: AbortSignal): Promise<ChargeResult> {
    if (this.#waiting.length >= maxWaiting) return Promise.resolve({ known: false, reason: 'full' });
    return new Promise((settle) => {
      this.#waiting.push({ charge, signal, settle });
      this.#flushMore();
    });
  }

  #flushMore(): void {
    while (this.#flushing < this.#options.flushesAtOnce) {
      const batch = this.#takeBatch();
      if (batch.length === 0) return;
      void this.#flush(batch);
    }
  }

  /** All that waits, but for the teams that another flush is busy with. Calls that are over are not charged. */
  #takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const waiting of this.#waiting) {
      if (waiting.signal.aborted) waiting.settle({ known: false, reason: 'over' });
      else if (batch.length < maxBatch && !this.#busyTeams.has(waiting.charge.team)) batch.push(waiting);
      else left.push(waiting);
    }
    this.#waiting = left;
    return batch;
  }

  async #flush(batch: Waiting[]): Promise<void> {
    const teams = new Set(batch.map(({ charge }) => charge.team));
    for (const team of teams) this.#busyTeams.add(team);
    this.#flushing++;
    await this.#write(batch);
    this.#flushing--;
    for (const team of teams) this.#busyTeams.delete(team);
    this.#flushMore();
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const started = performance.now();
    const report = (failed: boolean) =>
      this.#options.onBatch(batch.length, performance.now() - started, failed);
    try {
      const rows = await this.#options.write(batch.map(({ charge }) => charge));
      report(false);
      const byId = new Map(rows.map((row) => [row.callId, row]));
      for (const { charge, settle } of batch) {
        const row = byId.get(charge.id);
        settle(row === undefined ? { known: false, reason: 'failed' } : { known: true, row });
      }
    } catch (error) {
      report(true);
      await this.#recover(batch, error);
    }
  }

  /**
   * A time-out is not a rollback: the charges may be committed. They are asked for again by their ids until the
   * database answers or nobody waits any more. Any other failure is the fault of some call of the batch, or of a
   * team whose row is held: halve the batch, so that it doesn't take the others down.
   */
  async #recover(batch: readonly Waiting[], err: unknown): Promise<void> {
    this.#options.logger.warn('a batch of charges failed', { err, count: batch.length });
    if (this.#options.isTemporary(err)) {
      await delay(retryPauseMs);
      const wanted = batch.filter(({ signal }) => !signal.aborted);
      for (const { signal, settle } of batch) if (signal.aborted) settle({ known: false, reason: 'failed' });
      if (wanted.length > 0) await this.#write(wanted);
      return;
    }
    if (batch.length === 1) {
      batch[0]?.settle({ known: false, reason: 'failed' });
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await this.#write(batch.slice(0, middle));
    await this.#write(batch.slice(middle));
  }
}
