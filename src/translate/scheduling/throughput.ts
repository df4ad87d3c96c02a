/**
 * How much engine time an engine gets through in a second while all its places are taken (on two pipelines about two
 * seconds), so that a call that can't be served in time is refused on arrival. Work at leisure tells nothing about that:
 * texts that come one by one take as long as they take, and who took that for the engine's best would refuse more and
 * more. Recent work counts most.
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

  /** All places are taken, from now on. */
  begin(): void {
    this.#busySince ??= this.#now();
  }

  /** Some work is done; `isBusy` when the next takes its place at once. */
  note(workedMs: number, isBusy: boolean): void {
    if (this.#busySince === undefined) return;
    const now = this.#now();
    const passed = now - this.#busySince;
    const kept = 0.5 ** (passed / halfLifeMs);
    this.#workedMs = this.#workedMs * kept + workedMs;
    this.#busyMs = this.#busyMs * kept + passed;
    this.#busySince = isBusy ? now : undefined;
  }

  /** For this much work, or undefined as long as too little was seen to tell. */
  expectedMs(workMs: number): number | undefined {
    if (this.#busyMs < minBusyMs || this.#workedMs === 0) return undefined;
    return (workMs * this.#busyMs) / this.#workedMs;
  }
}

/** Before that, an engine that has only just started would look slower than it is. */
const minBusyMs = 1_000;
