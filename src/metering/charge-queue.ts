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

/** A restart of the database is waited for; after this, calls that are certain not to be charged are refused at once. */
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
  /** A try of it ended without a word, so it may be committed. */
  mayBeCharged: boolean;
}

export interface ChargeQueueOptions {
  readonly write: (batch: readonly ChargeRow[]) => Promise<VerdictRow[]>;
  /** Whether a failure may pass: then the outcome is unknown, and the same charge is asked for again by its id. */
  readonly isTemporary: (error: unknown) => boolean;
  /** Whether a failure that may pass says for certain that nothing was charged. */
  readonly isRefused: (error: unknown) => boolean;
  /** Whether a failure says that somebody else holds the row of a team of the batch. */
  readonly isTeamHeld: (error: unknown) => boolean;
  readonly onBatch: (calls: number, durationMs: number, failed: boolean) => void;
  readonly flushesAtOnce: number;
  readonly logger: Logger;
}

/** Flushes of single teams at a time, beside the others; one that waits for a held row takes a lock time-out. */
const apartAtOnce = 2;
/** Flushes of all kinds. One connection less than calls have: held teams must not keep others from reading their keys. */
const mostAtOnce = 3;

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
    // Its signal will never fire again, so in the queue it would wait for a flush of others.
    if (signal.aborted) return Promise.resolve({ known: false, reason: 'over' });
    if (this.#waiting.length >= maxWaiting) return Promise.resolve({ known: false, reason: 'full' });
    // As long as a flush tries again, more would only wait; when none does, this one finds out.
    if (this.#isOutageLong()) return Promise.resolve({ known: false, reason: 'failed' });
    return new Promise((settle) => {
      const waiting = { charge, signal, settle, isQueued: true, mayBeCharged: false };
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
    waiting.settle(resultWhenOver(waiting));
  }

  #flushMore(): void {
    while (this.#mayFlush()) {
      const batch = this.#takeBatch((team) => !this.#apartTeams.has(team));
      if (batch.length === 0) break;
      this.#flushing++;
      void this.#flush(batch).then(() => {
        this.#flushing--;
        this.#flushMore();
      });
    }
    while (this.#apartTeams.size > 0 && this.#mayFlushApart()) {
      const batch = this.#takeApart();
      if (batch.length === 0) break;
      this.#flushingApart++;
      void this.#flush(batch).then(() => {
        this.#flushingApart--;
        this.#flushMore();
      });
    }
  }

  /** One flush always goes on, however many teams are held. */
  #mayFlush(): boolean {
    const hasRoom = this.#flushing === 0 || this.#flushing + this.#flushingApart < mostAtOnce;
    return hasRoom && this.#flushing < this.#options.flushesAtOnce;
  }

  #mayFlushApart(): boolean {
    return this.#flushingApart < apartAtOnce && this.#flushing + this.#flushingApart < mostAtOnce;
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
      if (waiting.signal.aborted) waiting.settle(resultWhenOver(waiting));
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
    if (this.#options.isTemporary(err)) {
      if (!this.#options.isRefused(err)) for (const waiting of batch) waiting.mayBeCharged = true;
      return this.#writeAgain(batch);
    }
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
    const isLong = this.#isOutageLong();
    if (isLong) this.#refuseQueued();
    // What is known not to be charged need not wait for its deadline.
    const isWanted = ({ signal, mayBeCharged }: Waiting) => !signal.aborted && (mayBeCharged || !isLong);
    const { wanted = [], unwanted = [] } = Object.groupBy(batch, (waiting) =>
      isWanted(waiting) ? 'wanted' : 'unwanted',
    );
    for (const { settle } of unwanted) settle({ known: false, reason: 'failed' });
    if (wanted.length > 0) await this.#write(wanted);
    this.#retrying--;
  }

  #isOutageLong(): boolean {
    return this.#retrying > 0 && performance.now() - this.#awaySinceMs > outagePatienceMs;
  }

  /** But for those that may be committed: a try of them was lost before they came back to the queue. */
  #refuseQueued(): void {
    const refused = this.#waiting.filter(({ mayBeCharged }) => !mayBeCharged);
    this.#waiting = this.#waiting.filter(({ mayBeCharged }) => mayBeCharged);
    for (const waiting of refused) {
      waiting.isQueued = false;
      waiting.settle({ known: false, reason: 'failed' });
    }
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

/** `over` says that the database was never asked, which is not known of a charge whose try was lost. */
function resultWhenOver({ mayBeCharged }: Waiting): ChargeResult {
  return { known: false, reason: mayBeCharged ? 'failed' : 'over' };
}
