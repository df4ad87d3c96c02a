/**
 * Shares the main thread among teams. Processing a request can take longer than other callers should wait, so
 * it runs in slices: each turn of the event loop has a few milliseconds for all such work, and unfinished
 * work waits for a later turn while connections, timers and health checks run. Waiting teams are served in
 * rotation, so one team's heavy calls delay another team's call by one slice and not by all of them.
 */

/** A call waits for about six turns, so they are short; yet long enough that the overhead of a turn does not matter. */
const defaultTurnMs = 2;

/**
 * Paces the work of one team: call `if (pace.isOver) await pace.next();` before each step of about a
 * millisecond. Do not await anything between the check and the step: a hundred calls could pass the same
 * check, and most of them would exceed the turn.
 */
export interface Pace {
  /** Whether the time of this turn is used up. */
  readonly isOver: boolean;
  /** Resolves in a later turn, when the work may continue. Rejects when the work is cancelled. */
  next(): Promise<void>;
}

/** Work that can pause between steps of about a millisecond. */
export type Steps<Result> = Generator<void, Result>;

export async function inTurns<Result>(steps: Steps<Result>, pace: Pace): Promise<Result> {
  for (;;) {
    if (pace.isOver) await pace.next();
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs all steps without pausing. Use it only where no other work waits for the thread. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

interface Waiter {
  readonly signal: AbortSignal | undefined;
  resolve(): void;
  reject(reason: unknown): void;
}

export class EventLoopTurns {
  readonly #turnMs: number;
  readonly #now: () => number;
  /** When the first work of this turn began; undefined before that. */
  #startedMs: number | undefined;
  /** Waiters by team, in the order of rotation. */
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(turnMs = defaultTurnMs, now: () => number = () => performance.now()) {
    this.#turnMs = turnMs;
    this.#now = now;
  }

  paceFor(teamId: string, signal?: AbortSignal): Pace {
    const isOver = () => this.#isOver();
    return {
      get isOver() {
        return isOver();
      },
      next: () => this.#next(teamId, signal),
    };
  }

  #isOver(): boolean {
    if (this.#startedMs === undefined) {
      this.#startedMs = this.#now();
      // Runs in the next check phase, before every immediate that is scheduled after this one.
      setImmediate(() => {
        this.#startedMs = undefined;
      });
      return false;
    }
    return this.#now() - this.#startedMs >= this.#turnMs;
  }

  #next(teamId: string, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const ofTeam = this.#waiting.get(teamId);
      if (ofTeam === undefined) this.#waiting.set(teamId, [{ signal, resolve, reject }]);
      else ofTeam.push({ signal, resolve, reject });
      setImmediate(() => this.#admit());
    });
  }

  /** Admits one waiter per call. Node runs a resolved waiter before the next callback of the check phase. */
  #admit(): void {
    if (this.#isOver()) {
      setImmediate(() => this.#admit());
      return;
    }
    const waiter = this.#takeNext();
    if (waiter?.signal?.aborted) waiter.reject(waiter.signal.reason);
    else waiter?.resolve();
  }

  #takeNext(): Waiter | undefined {
    const [entry] = this.#waiting;
    if (entry === undefined) return undefined;
    const [teamId, waiters] = entry;
    const waiter = waiters.shift();
    this.#waiting.delete(teamId);
    if (waiters.length > 0) this.#waiting.set(teamId, waiters);
    return waiter;
  }
}

/** One instance, because a process has one main thread. */
export const mainThread = new EventLoopTurns();
