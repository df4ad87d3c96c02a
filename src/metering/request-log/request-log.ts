/**
 * Writes the calls of this node to the request log, in batches and behind the calls' backs: adding a call never
 * waits and never fails. While the database is unreachable, rows wait in a queue of fixed length. Calls that find it
 * full are not logged; they are counted, and a row says how many there were once there is room for it.
 */
import type { LoggedCall } from '../../lib/logged-call.ts';
import type { RequestLogBacklog } from '../../lib/node-report.ts';
import { runEvery } from '../../lib/run-every.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import type { Logger } from '../../observability/logger.ts';
import type { RequestRow } from '../../store/postgres/request-log.ts';
import { FailedCalls } from './failed-calls.ts';

/** Short enough for people who watch their calls arrive. Each batch costs as much as fifty of its rows, so it waits for many. */
const flushEveryMs = 500;

/** A batch takes ten milliseconds of one connection. */
export const maxBatchRows = 1_000;

/** A few megabytes of memory, and the calls of several seconds on a busy node. */
export const maxWaitingRows = 10_000;

/** Pause after the database was unreachable. */
const retryPauseMs = 1_000;

/** A process that ends waits this long at most; the database gets five seconds for all last writes. */
const closeTimeoutMs = 3_000;

/** Teams whose calls that are not logged are counted apart; those of further teams are only in the metrics. */
const maxLossyTeams = 10_000;

export interface RequestLogMetrics {
  countLoggedRows(rows: number): void;
  countUnloggedCalls(calls: number): void;
  watchRequestLog(read: () => number): void;
}

export interface RequestLogParts {
  readonly write: (rows: readonly RequestRow[]) => Promise<void>;
  /** Whether the same rows may be written later. */
  readonly isTemporary: (error: unknown) => boolean;
  readonly metrics: RequestLogMetrics;
  readonly logger: Logger;
  /** A clock that is never set back. */
  readonly now?: () => number;
}

export class RequestLog {
  readonly #parts: RequestLogParts;
  readonly #now: () => number;
  readonly #failed: FailedCalls;
  #waiting: RequestRow[] = [];
  /** Rows of the batch that is being written, which may return to the queue. */
  #writing = 0;
  /** Calls that were not logged, by team. */
  readonly #lost = new Map<string, number>();
  #lostCalls = 0;
  #pausedUntilMs = 0;
  readonly #flushes = runEvery(flushEveryMs, () => this.#flush());

  constructor(parts: RequestLogParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
    this.#failed = new FailedCalls(this.#now);
    parts.metrics.watchRequestLog(() => this.#waitingRows());
  }

  /** What waits to be written, and how much was lost since the start. */
  describe(): RequestLogBacklog {
    return { waiting_rows: this.#waitingRows(), lost_calls: this.#lostCalls };
  }

  add(call: LoggedCall): void {
    const admitted = call.code === undefined ? 'row' : this.#failed.admit(call);
    if (admitted === 'full') this.#lose(call.teamId, 1);
    if (admitted === 'row') this.#push({ ...call, id: uuidV7(), calls: 1 });
  }

  /** Writes what is waiting, unless the database does not answer in time. */
  async close(): Promise<void> {
    await this.#flushes.stop();
    for (const row of this.#failed.take('all')) this.#push(row);
    const deadlineMs = performance.now() + closeTimeoutMs;
    while (performance.now() < deadlineMs) {
      this.#pausedUntilMs = 0;
      await this.#flush();
      if (this.#waiting.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs / 10));
    }
    // Calls that are not logged are counted already.
    const rows = this.#waiting.filter(({ kind }) => kind !== 'not_logged');
    const count = rows.reduce((sum, { calls }) => sum + calls, 0);
    if (count === 0) return;
    this.#parts.metrics.countUnloggedCalls(count);
    this.#parts.logger.warn('the last calls could not be logged', { count });
  }

  #push(row: RequestRow): void {
    if (this.#isFull()) this.#lose(row.teamId, row.calls);
    else if (this.#waiting.push(row) === maxBatchRows) void this.#flushes.runNow();
  }

  #waitingRows(): number {
    return this.#waiting.length + this.#writing;
  }

  #isFull(): boolean {
    return this.#waitingRows() >= maxWaitingRows;
  }

  #lose(teamId: string, calls: number): void {
    this.#lostCalls += calls;
    this.#parts.metrics.countUnloggedCalls(calls);
    this.#rememberLost(teamId, calls);
  }

  #rememberLost(teamId: string, calls: number): void {
    if (this.#lost.has(teamId) || this.#lost.size < maxLossyTeams)
      this.#lost.set(teamId, (this.#lost.get(teamId) ?? 0) + calls);
  }

  /** Never rejects. Ends when the queue is empty, or when the database is unreachable. */
  async #flush(): Promise<void> {
    if (this.#now() < this.#pausedUntilMs) return;
    for (const row of this.#failed.take('due')) this.#push(row);
    this.#reportLost();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatchRows);
      if (!(await this.#write(batch))) return;
    }
  }

  async #write(batch: RequestRow[]): Promise<boolean> {
    this.#writing = batch.length;
    try {
      await this.#parts.write(batch);
      this.#parts.metrics.countLoggedRows(batch.length);
      return true;
    } catch (err) {
      this.#parts.logger.warn('calls could not be logged', { err, count: batch.length });
      if (this.#parts.isTemporary(err)) {
        this.#waiting = [...batch, ...this.#waiting];
        this.#pausedUntilMs = this.#now() + retryPauseMs;
        return false;
      }
      return this.#giveUp(batch);
    } finally {
      this.#writing = 0;
    }
  }

  /** Returns whether to go on at once. */
  #giveUp(batch: readonly RequestRow[]): boolean {
    const gaps = batch.filter(({ kind }) => kind === 'not_logged');
    for (const row of batch) if (row.kind !== 'not_logged') this.#lose(row.teamId, row.calls);
    // Their calls are counted already, and the next batch would report them again at once.
    for (const { teamId, calls } of gaps) this.#rememberLost(teamId, calls);
    if (gaps.length > 0) this.#pausedUntilMs = this.#now() + retryPauseMs;
    return gaps.length === 0;
  }

  /** Adds a row for each team that lost calls, as far as there is room. */
  #reportLost(): void {
    for (const [teamId, calls] of this.#lost) {
      if (this.#isFull()) return;
      this.#lost.delete(teamId);
      this.#push({
        teamId,
        id: uuidV7(),
        kind: 'not_logged',
        sources: [],
        engines: [],
        characters: 0,
        calls,
      });
    }
  }
}
