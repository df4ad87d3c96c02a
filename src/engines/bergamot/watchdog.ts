/**
 * Finds out a thread that hangs. On a machine that is busy with other things a thread can be slow through no fault of its
 * own, and to replace it would make things worse: so what counts is how long it was at work, not the clock.
 */
import type { Worker } from 'node:worker_threads';

/** A thread that doesn't even get to work is given up by the clock, after so many times the patience with it. */
const clockFactor = 6;
const checksPerPatience = 5;

export class Watchdog {
  readonly #worker: Pick<Worker, 'cpuUsage'>;
  readonly #onHang: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** Changes with every start and stop, so that a check that was under way meanwhile counts for nothing. */
  #watch = 0;

  constructor(worker: Pick<Worker, 'cpuUsage'>, onHang: () => void) {
    this.#worker = worker;
    this.#onHang = onHang;
  }

  start(patienceMs: number): void {
    this.stop();
    const watch = this.#watch;
    const everyMs = patienceMs / checksPerPatience;
    const givenUpAt = performance.now() + clockFactor * patienceMs;
    let first: number | undefined;
    const check = async () => {
      // Answered between two instructions of the thread, also in an endless loop; never while it isn't at work.
      const answer = this.#workedMs().then((workedMs) => {
        first ??= workedMs;
        return workedMs - first;
      });
      const workedMs = await Promise.race([answer, elapsed(everyMs)]);
      if (watch !== this.#watch) return;
      // The time before the first look is not known, and counts as work.
      if (performance.now() > givenUpAt || (workedMs ?? 0) + everyMs > 0.99 * patienceMs) this.#onHang();
      else this.#timer = setTimeout(check, everyMs);
    };
    this.#timer = setTimeout(check, everyMs);
  }

  stop(): void {
    this.#watch++;
    clearTimeout(this.#timer);
  }

  async #workedMs(): Promise<number> {
    try {
      const { user, system } = await this.#worker.cpuUsage();
      return (user + system) / 1_000;
    } catch {
      // It is only just starting.
      return 0;
    }
  }
}

function elapsed(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}
