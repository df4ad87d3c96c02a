/**
 * How many characters a second an engine gets through while it is busy, so that a call that can't be served in time
 * is refused on arrival. Recent work counts most.
 */
const halfLifeMs = 5_000;

export class Throughput {
  readonly #now: () => number;
  #characters = 0;
  #busyMs = 0;
  #busySince: number | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Work begins after a pause. */
  begin(): void {
    this.#busySince ??= this.#now();
  }

  /** Some work is done; `isBusy` when more is under way. */
  note(characters: number, isBusy: boolean): void {
    const now = this.#now();
    const passed = now - (this.#busySince ?? now);
    const kept = 0.5 ** (passed / halfLifeMs);
    this.#characters = this.#characters * kept + characters;
    this.#busyMs = this.#busyMs * kept + passed;
    this.#busySince = isBusy ? now : undefined;
  }

  /** For this much work, or undefined as long as too little was seen to tell. */
  expectedMs(characters: number): number | undefined {
    if (this.#busyMs < minBusyMs || this.#characters === 0) return undefined;
    return (characters * this.#busyMs) / this.#characters;
  }
}

/** Before that, an engine that has only just started would look slower than it is. */
const minBusyMs = 1_000;
