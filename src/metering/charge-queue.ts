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

/** A restart of the database is waited for; after this, calls whose charge was never sent are refused at once. */
const outagePatienceMs = 1_000;

export type ChargeResult =
  | { known: true; row: VerdictRow }
  | { known: false; reason: 'full' | 'failed' | 'over' };

interface Waiting {
  readonly charge: ChargeRow;
  /** Aborted when nobody waits for the call any more: at its deadline, or when its client hangs up. */
  readonly signal: AbortSignal;
  settle(result: ChargeResult): void;
  /** In the queue, and in no flush yet. */
  isQueued: boolean;
}

export interface ChargeQueueOptions {
  readonly write: (batch: readonly ChargeRow[]) => Promise<VerdictRow[]>;
  /** Whether a failure may pass: then the outcome is unknown, and the same charge is asked for again by its id. */
  readonly isTemporary: (error: unknown) => boolean;
  /** Whether a failure says that somebody else holds the row of a team of the batch. */
  readonly isTeamHeld: (error: unknown) => boolean;
  readonly onBatch: (calls: number, durationMs: number, failed: boolean) => void;
  readonly flushesAtOnce: number;
  readonly logger: Logger;
}

/** Flushes of single teams at a time, beside the others; one that waits for a held row takes a lock time-out. */
const apartAtOnce = 4;

export class ChargeQueue {
  readonly #options: ChargeQueueOptions;
  #waiting: Waiting[] = [];
  readonly #busyTeams = new Set<string>();
  /** Teams whose last flush met a held row. Each is flushed alone until it succeeds: nobody waits with it. */
  readonly #apartTeams = new Set<string>();
  #flushing = 0;
  #flushingApart = 0;
  /** Flushes that found the database away and try again. */
  #retrying = 0;
  #awaySinceMs = 0;

  constructor(options: ChargeQueueOptions) {
    this.#options = options;
  }

  get waitingCalls(): number {
    return this.#waiting.length;
  }

  charge(charge: ChargeRow, signal: AbortSignal): Promise<ChargeResult> {
    if (this.#waiting.length >= maxWaiting) return Promise.resolve({ known: false, reason: 'full' });
    // As long as a flush tries again, more would only wait; when none does, this one finds out.
    if (this.#isOutageLong()) return Promise.resolve({ known: false, reason: 'failed' });
    return new Promise((settle) => {
      const waiting = { charge, signal, settle, isQueued: true };
      this.#waiting.push(waiting);
      this.#flushMore();
      // A flush may take seconds; who isn't in one must not wait for it when the call is over.
      signal.addEventListener('abort', () => this.#dropIfWaiting(waiting), { once: true });
    });
  }

  #dropIfWaiting(waiting: Waiting): void {
    // Nearly every call comes here at its very end, long after its flush.
    if (!waiting.isQueued) return;
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    waiting.isQueued = false;
    waiting.settle({ known: false, reason: 'over' });
  }

  #flushMore(): void {
    while (this.#flushing < this.#options.flushesAtOnce) {
      const batch = this.#takeBatch((team) => !this.#apartTeams.has(team));
      if (batch.length === 0) break;
      this.#flushing++;
      void this.#flush(batch).then(() => {
        this.#flushing--;
        this.#flushMore();
      });
    }
    while (this.#apartTeams.size > 0 && this.#flushingApart < apartAtOnce) {
      const batch = this.#takeApart();
      if (batch.length === 0) break;
      this.#flushingApart++;
      void this.#flush(batch).then(() => {
        this.#flushingApart--;
        this.#flushMore();
      });
    }
  }

  #takeApart(): Waiting[] {
    const isNext = ({ charge: { team } }: Waiting) =>
      this.#apartTeams.has(team) && !this.#busyTeams.has(team);
    const next = this.#waiting.find(isNext)?.charge.team;
    return next === undefined ? [] : this.#takeBatch((team) => team === next);
  }

  /** All that waits of the wanted teams, but for those that another flush is busy with. */
  #takeBatch(isWanted: (team: string) => boolean): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const { team } = waiting.charge;
      if (waiting.signal.aborted) waiting.settle({ known: false, reason: 'over' });
      else if (batch.length < maxBatch && !this.#busyTeams.has(team) && isWanted(team)) batch.push(waiting);
      else left.push(waiting);
    }
    this.#waiting = left;
    for (const waiting of batch) waiting.isQueued = false;
    return batch;
  }

  async #flush(batch: readonly Waiting[]): Promise<void> {
    const teams = new Set(batch.map(({ charge }) => charge.team));
    for (const team of teams) this.#busyTeams.add(team);
    await this.#write(batch);
    for (const team of teams) this.#busyTeams.delete(team);
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const started = performance.now();
    const report = (failed: boolean) =>
      this.#options.onBatch(batch.length, performance.now() - started, failed);
    try {
      const rows = await this.#options.write(batch.map(({ charge }) => charge));
      report(false);
      // It answers again: who comes from now on is not refused, though the tries before are still on the stack.
      this.#awaySinceMs = performance.now();
      const byId = new Map(rows.map((row) => [row.callId, row]));
      for (const { charge, settle } of batch) {
        this.#apartTeams.delete(charge.team);
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
   * team whose row is held: it must not take the others down.
   */
  async #recover(batch: readonly Waiting[], err: unknown): Promise<void> {
    this.#options.logger.warn('a batch of charges failed', { err, count: batch.length });
    if (this.#options.isTemporary(err)) return this.#writeAgain(batch);
    if (this.#options.isTeamHeld(err)) return this.#setApart(batch);
    if (batch.length === 1) {
      batch[0]?.settle({ known: false, reason: 'failed' });
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await this.#write(batch.slice(0, middle));
    await this.#write(batch.slice(middle));
  }

  async #writeAgain(batch: readonly Waiting[]): Promise<void> {
    if (this.#retrying++ === 0) this.#awaySinceMs = performance.now();
    await delay(retryPauseMs);
    if (this.#isOutageLong()) this.#refuseQueued();
    const wanted = batch.filter(({ signal }) => !signal.aborted);
    for (const { signal, settle } of batch) if (signal.aborted) settle({ known: false, reason: 'failed' });
    if (wanted.length > 0) await this.#write(wanted);
    this.#retrying--;
  }

  #isOutageLong(): boolean {
    return this.#retrying > 0 && performance.now() - this.#awaySinceMs > outagePatienceMs;
  }

  #refuseQueued(): void {
    for (const waiting of this.#waiting) {
      waiting.isQueued = false;
      waiting.settle({ known: false, reason: 'failed' });
    }
    this.#waiting = [];
  }

  /** Halving would cost the others one lock time-out after the other, so each team goes its own way. */
  #setApart(batch: readonly Waiting[]): void {
    const teams = new Set(batch.map(({ charge }) => charge.team));
    for (const team of teams) this.#apartTeams.add(team);
    if (teams.size === 1) {
      for (const { settle } of batch) settle({ known: false, reason: 'failed' });
      return;
    }
    for (const waiting of batch) waiting.isQueued = true;
    this.#waiting.unshift(...batch);
  }
}
