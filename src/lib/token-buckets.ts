/**
 * Limits in this process's memory: one bucket for each key, which is an address or a user. At most so many are
 * remembered: the ones that were used the longest time ago are forgotten first, which fills them up again.
 */
export interface BucketRate {
  readonly perSecond: number;
  readonly burst: number;
}

const defaultSize = 10_000;

export class TokenBuckets {
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  readonly #now: () => number;
  readonly #size: number;
  /** By key, the time at which its bucket is full again ("theoretical arrival time" of GCRA). */
  readonly #fullAtMs = new Map<string, number>();

  constructor(
    { perSecond, burst }: BucketRate,
    now: () => number = () => performance.now(),
    size = defaultSize,
  ) {
    this.#intervalMs = 1_000 / perSecond;
    this.#toleranceMs = this.#intervalMs * burst;
    this.#now = now;
    this.#size = size;
  }

  /** Takes one; or says in how many milliseconds there is one, and takes nothing. */
  take(key: string): number {
    const now = this.#now();
    const after = Math.max(now, this.#fullAtMs.get(key) ?? 0) + this.#intervalMs;
    const overMs = after - now - this.#toleranceMs;
    // Doubles round; who comes back when told must not be a thousandth too early.
    if (overMs > 0.001) return overMs;
    this.#remember(key, after);
    return 0;
  }

  /** What was taken and turned out to be none of what is limited. */
  giveBack(key: string): void {
    const fullAtMs = this.#fullAtMs.get(key);
    if (fullAtMs !== undefined) this.#fullAtMs.set(key, fullAtMs - this.#intervalMs);
  }

  #remember(key: string, fullAtMs: number): void {
    this.#fullAtMs.delete(key);
    this.#fullAtMs.set(key, fullAtMs);
    if (this.#fullAtMs.size <= this.#size) return;
    const [oldest] = this.#fullAtMs.keys();
    if (oldest !== undefined) this.#fullAtMs.delete(oldest);
  }
}
