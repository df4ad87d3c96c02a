/**
 * Detects a thread that hangs. It counts the thread's processor time instead of elapsed time: a thread can be
 * slow because the machine is busy, and replacing it would make things worse.
 */
import type { Worker } from 'node:worker_threads';

/** A thread that gets no processor time is stopped after this multiple of its patience in elapsed time. */
const clockFactor = 6;
const checksPerPatience = 5;

export class Watchdog {
  readonly #worker: Pick<Worker, 'cpuUsage'>;
  readonly #onHang: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** Changes with every start and stop, so that a check in progress is ignored. */
  #watch = 0;

  constructor(worker: Pick<Worker, 'cpuUsage'>, onHang: () => void) {
    this.#worker = worker;
    this.#onHang = onHang;
  }

  start(patienceMs: number): void {
    this.stop();
    const watch = this.#watch;
    const everyMs = patienceMs / checksPerPatience;
    const deadlineMs = performance.now() + clockFactor * patienceMs;
    let first: number | undefined;
    const check = async () => {
      // The thread answers between two instructions, even in an endless loop, but never while it is not
      // scheduled.
      const answer = this.#workedMs().then((workedMs) => {
        first ??= workedMs;
        return workedMs - first;
      });
      const workedMs = await Promise.race([answer, elapsed(everyMs)]);
      if (watch !== this.#watch) return;
      // The processor time before the first check is unknown, and counts as work.
      if (performance.now() > deadlineMs || (workedMs ?? 0) + everyMs > 0.99 * patienceMs) this.#onHang();
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
      // The thread has not started yet.
      return 0;
    }
  }
}

function elapsed(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());
}
