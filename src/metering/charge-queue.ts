/**
 * Batches charges without a timer: calls queue while earlier charges are in progress, and the next flush
 * takes all of them. Charged one by one, the calls of a busy team would wait for one commit after another; a
 * batch shares the commit. Several flushes may run at once, but never two with calls of the same team, so
 * they do not wait for each other's lock.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../observability/logger.ts';
import type { ChargeRow, VerdictRow } from '../store/postgres/ledger.ts';

/** Large enough to share a commit widely, small enough that a batch takes only a few milliseconds. */
const maxBatch = 512;

/** Beyond this, the database cannot keep up, and more waiting calls would only fail later. */
const maxWaiting = 20_000;

/** The pause between attempts while the database is unreachable. */
const retryPauseMs = 100;

/** Calls wait this long for a database restart; then those certain not to be charged are refused at once. */
const maxOutageWaitMs = 1_000;

export type ChargeResult =
  | { known: true; row: VerdictRow }
  | { known: false; reason: 'full' | 'failed' | 'over' };

interface Waiting {
  readonly charge: ChargeRow;
  /** Aborted when no caller waits for the result: at the call's deadline, or when its client disconnects. */
  readonly signal: AbortSignal;
  settle(result: ChargeResult): void;
  /** In the queue, and not in a flush yet. */
  isQueued: boolean;
  /** An attempt ended without an answer, so the charge may have been committed. */
  mayBeCharged: boolean;
}

export interface ChargeQueueOptions {
  readonly write: (batch: readonly ChargeRow[]) => Promise<VerdictRow[]>;
  /** Whether a failure is temporary: the outcome is unknown, and the same charge is sent again by its id. */
  readonly isTemporary: (error: unknown) => boolean;
  /** Whether a temporary failure guarantees that nothing was charged. */
  readonly isRefused: (error: unknown) => boolean;
  /** Whether a failure means that another transaction holds the row of a team in the batch. */
  readonly isTeamHeld: (error: unknown) => boolean;
  readonly onBatch: (calls: number, durationMs: number, failed: boolean) => void;
  readonly flushesAtOnce: number;
  readonly logger: Logger;
}

/** Concurrent flushes of isolated teams. One that meets a held row lasts for the whole lock time-out. */
const maxIsolatedFlushes = 2;
/**
 * All concurrent flushes. One fewer than the connections for calls in a pool of the default size, so that
 * held teams do not prevent other teams' keys from being read.
 */
const maxFlushes = 3;

export class ChargeQueue {
  readonly #options: ChargeQueueOptions;
  #waiting: Waiting[] = [];
  readonly #busyTeams = new Set<string>();
  /**
   * Teams whose last flush met a held row. Each is flushed alone until a flush succeeds, so that no other team
   * waits for it.
   */
  readonly #isolatedTeams = new Set<string>();
  #flushing = 0;
  #flushingIsolated = 0;
  /** Flushes that found the database unreachable and try again. */
  #retrying = 0;
  #awaySinceMs = 0;

  constructor(options: ChargeQueueOptions) {
    this.#options = options;
  }

  get waitingCalls(): number {
    return this.#waiting.length;
  }

  charge(charge: ChargeRow, signal: AbortSignal): Promise<ChargeResult> {
    // An aborted signal does not fire again, so in the queue the call would wait for a flush of others.
    if (signal.aborted) return Promise.resolve({ known: false, reason: 'over' });
    if (this.#waiting.length >= maxWaiting) return Promise.resolve({ known: false, reason: 'full' });
    // While a flush is retrying, another call would only wait. If none is retrying, this call tries.
    if (this.#isOutageLong()) return Promise.resolve({ known: false, reason: 'failed' });
    return new Promise((settle) => {
      const waiting = { charge, signal, settle, isQueued: true, mayBeCharged: false };
      this.#waiting.push(waiting);
      this.#flushMore();
      // A flush may take seconds; a queued call must not wait for it once the call is over.
      signal.addEventListener('abort', () => this.#dropIfWaiting(waiting), { once: true });
    });
  }

  #dropIfWaiting(waiting: Waiting): void {
    // For nearly every call this runs at its very end, long after its flush.
    if (!waiting.isQueued) return;
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    waiting.isQueued = false;
    waiting.settle(resultWhenOver(waiting));
  }

  #flushMore(): void {
    while (this.#mayFlush()) {
      const batch = this.#takeBatch((team) => !this.#isolatedTeams.has(team));
      if (batch.length === 0) break;
      this.#flushing++;
      void this.#flush(batch).then(() => {
        this.#flushing--;
        this.#flushMore();
      });
    }
    while (this.#isolatedTeams.size > 0 && this.#mayFlushIsolated()) {
      const batch = this.#takeIsolated();
      if (batch.length === 0) break;
      this.#flushingIsolated++;
      void this.#flush(batch).then(() => {
        this.#flushingIsolated--;
        this.#flushMore();
      });
    }
  }

  /** One flush can always run, however many teams are held. */
  #mayFlush(): boolean {
    const hasRoom = this.#flushing === 0 || this.#flushing + this.#flushingIsolated < maxFlushes;
    return hasRoom && this.#flushing < this.#options.flushesAtOnce;
  }

  #mayFlushIsolated(): boolean {
    return (
      this.#flushingIsolated < maxIsolatedFlushes && this.#flushing + this.#flushingIsolated < maxFlushes
    );
  }

  #takeIsolated(): Waiting[] {
    const isNext = ({ charge: { team } }: Waiting) =>
      this.#isolatedTeams.has(team) && !this.#busyTeams.has(team);
    const next = this.#waiting.find(isNext)?.charge.team;
    return next === undefined ? [] : this.#takeBatch((team) => team === next);
  }

  /** Takes the queued calls of the wanted teams, except those of teams that another flush is busy with. */
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
      // The database answers again: new calls are not refused, although earlier retries have not returned.
      this.#awaySinceMs = performance.now();
      const byId = new Map(rows.map((row) => [row.callId, row]));
      for (const { charge, settle } of batch) {
        this.#isolatedTeams.delete(charge.team);
        const row = byId.get(charge.id);
        settle(row === undefined ? { known: false, reason: 'failed' } : { known: true, row });
      }
    } catch (error) {
      report(true);
      await this.#recover(batch, error);
    }
  }

  /**
   * A time-out is not a rollback: the charges may have been committed. They are sent again with their ids
   * until the database answers or no caller waits for them. Any other failure is caused by a call of the
   * batch, or by a team whose row is held, and must not fail the other calls.
   */
  async #recover(batch: readonly Waiting[], err: unknown): Promise<void> {
    this.#options.logger.warn('a batch of charges failed', { err, count: batch.length });
    if (this.#options.isTemporary(err)) {
      if (!this.#options.isRefused(err)) for (const waiting of batch) waiting.mayBeCharged = true;
      return this.#writeAgain(batch);
    }
    if (this.#options.isTeamHeld(err)) return this.#isolateTeams(batch);
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
    // A call that is certainly not charged need not wait for its deadline.
    const isWanted = ({ signal, mayBeCharged }: Waiting) => !signal.aborted && (mayBeCharged || !isLong);
    const { wanted = [], unwanted = [] } = Object.groupBy(batch, (waiting) =>
      isWanted(waiting) ? 'wanted' : 'unwanted',
    );
    for (const { settle } of unwanted) settle({ known: false, reason: 'failed' });
    if (wanted.length > 0) await this.#write(wanted);
    this.#retrying--;
  }

  #isOutageLong(): boolean {
    return this.#retrying > 0 && performance.now() - this.#awaySinceMs > maxOutageWaitMs;
  }

  /** Keeps those that may have been committed: an attempt was lost before they returned to the queue. */
  #refuseQueued(): void {
    const refused = this.#waiting.filter(({ mayBeCharged }) => !mayBeCharged);
    this.#waiting = this.#waiting.filter(({ mayBeCharged }) => mayBeCharged);
    for (const waiting of refused) {
      waiting.isQueued = false;
      waiting.settle({ known: false, reason: 'failed' });
    }
  }

  /** Halving would cost the others one lock time-out after another, so each team is flushed alone. */
  #isolateTeams(batch: readonly Waiting[]): void {
    const teams = new Set(batch.map(({ charge }) => charge.team));
    for (const team of teams) this.#isolatedTeams.add(team);
    if (teams.size === 1) {
      for (const { settle } of batch) settle({ known: false, reason: 'failed' });
      return;
    }
    for (const waiting of batch) waiting.isQueued = true;
    this.#waiting.unshift(...batch);
  }
}

/** `over` means that the database was never asked, which is not true of a charge whose attempt was lost. */
function resultWhenOver({ mayBeCharged }: Waiting): ChargeResult {
  return { known: false, reason: mayBeCharged ? 'failed' : 'over' };
}
