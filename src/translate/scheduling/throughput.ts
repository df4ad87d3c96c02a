/**
 * How much engine time an engine gets through per second while all its slots are taken (about two seconds on
 * two pipelines), so that a call that cannot be served in time is refused on arrival. Only full load is
 * measured: texts that arrive one by one do not show the engine's capacity, and treating them as its capacity
 * would refuse more and more calls. Recent work counts most.
 */
const halfLifeMs = 5_000;

export class Throughput {
  readonly #now: () => number;
  #workedMs = 0;
  #busyMs = 0;
  #busySince: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Call this when all slots are taken. */
  begin(): void {
    this.#busySince ??= this.#now();
  }

  /** Records finished work. `isBusy` means that the next batch takes its slot at once. */
  note(workedMs: number, isBusy: boolean): void {
    if (this.#busySince === undefined) return;
    const now = this.#now();
    const passed = now - this.#busySince;
    const kept = 0.5 ** (passed / halfLifeMs);
    this.#workedMs = this.#workedMs * kept + workedMs;
    this.#busyMs = this.#busyMs * kept + passed;
    this.#busySince = isBusy ? now : undefined;
  }

  /** The expected time for this much work; undefined until enough work has been measured. */
  expectedMs(workMs: number): number | undefined {
    if (this.#busyMs < minBusyMs || this.#workedMs === 0) return undefined;
    return (workMs * this.#busyMs) / this.#workedMs;
  }
}

/** With less busy time than this, an engine that has just started would look slower than it is. */
const minBusyMs = 1_000;
