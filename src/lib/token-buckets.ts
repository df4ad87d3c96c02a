/**
 * In-memory rate limits with one bucket per key, which is an address or a user. The number of buckets is
 * bounded; the least recently used one is dropped first, which refills it.
 */
import { type RecentlyUsed, recentlyUsed } from './recently-used.ts';

export interface BucketRate {
  readonly perSecond: number;
  readonly burst: number;
}

const defaultSize = 10_000;

export class TokenBuckets {
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  readonly #now: () => number;
  /** By key, the time at which its bucket is full again (the "theoretical arrival time" of GCRA). */
  readonly #fullAtMs: RecentlyUsed<string, number>;

  constructor(
    { perSecond, burst }: BucketRate,
    now: () => number = () => performance.now(),
    size = defaultSize,
  ) {
    this.#intervalMs = 1_000 / perSecond;
    this.#toleranceMs = this.#intervalMs * burst;
    this.#now = now;
    this.#fullAtMs = recentlyUsed(size);
  }

  /** Takes a token and returns 0, or takes nothing and returns the milliseconds until one is available. */
  take(key: string): number {
    const now = this.#now();
    const after = Math.max(now, this.#fullAtMs.get(key) ?? 0) + this.#intervalMs;
    const overMs = after - now - this.#toleranceMs;
    // Allows for floating-point rounding, so that a caller that retries exactly when told is not refused.
    if (overMs > 0.001) return overMs;
    this.#fullAtMs.set(key, after);
    return 0;
  }

  /** Returns a token that was taken for something that turned out not to be limited. */
  giveBack(key: string): void {
    const fullAtMs = this.#fullAtMs.get(key);
    if (fullAtMs !== undefined) this.#fullAtMs.set(key, fullAtMs - this.#intervalMs);
  }
}
