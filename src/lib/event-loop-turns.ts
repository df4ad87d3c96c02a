/**
 * Shares the main thread among teams. Work on what callers sent can take much longer than anybody else should wait, so
 * it runs in slices: each turn of the event loop has a few milliseconds for all such work together, and whoever has
 * not finished by then waits for a later turn while connections, timers and health checks get theirs. Teams that wait
 * are served in rotation, so that one team's heavy calls delay another team's call by one slice and not by all of them.
 */

/** Short enough that nobody notices a few slices, long enough that a turn's own cost does not matter. */
const defaultTurnMs = 8;

/**
 * How work on behalf of one team proceeds: `if (pace.isOver) await pace.next();` before each step of a millisecond or so.
 * Nothing may be awaited between the question and the step: what a hundred calls were told in the same moment would no
 * longer be true for most of them.
 */
export interface Pace {
  /** Whether the time of this turn is used up. */
  readonly isOver: boolean;
  /** Resolves in a later turn, when the work may go on. Rejects when the work is cancelled. */
  next(): Promise<void>;
}

/** Work that can pause between two steps of a millisecond or so. */
export type Steps<Result> = Generator<void, Result>;

export async function inTurns<Result>(steps: Steps<Result>, pace: Pace): Promise<Result> {
  for (;;) {
    if (pace.isOver) await pace.next();
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** On a thread that nobody else waits for. */
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
  /** When the first work of this turn began; undefined before it. */
  #startedMs: number | undefined;
  /** By team, in the order of their rotation. */
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
      // Runs in the next check phase, before whatever is scheduled for it from now on.
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

  /** One for each waiter. Between two callbacks of the check phase Node runs what the first one has resolved. */
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

/** A process has one main thread, and so one of these. */
export const mainThread = new EventLoopTurns();
