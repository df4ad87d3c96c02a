/**
 * What this node knows of the teams' limits: the last theoretical arrival times (TAT) that Redis told it, moved on
 * by what it let through itself since. A TAT only moves forward, so whoever knows a later one knows better; that
 * is how a Redis that was away or comes back empty is brought up to date.
 */
import type { Rate } from './limiter.ts';

export interface BucketMemory {
  /** By the two limits, in microseconds of Redis's clock: what the team has used, as far as this node knows. */
  readonly tatUs: [number, number];
  /** What this node let through by itself and Redis has not been told yet, as a TAT of its share. */
  readonly owedTatUs: [number, number];
  /** The same with what the other nodes may have used unseen; only the local limiter reads it. */
  readonly cautiousTatUs: [number, number];
  rates: readonly [Rate, Rate];
}

/** How often buckets are forgotten that have all of their limits again. */
const forgetEveryUs = 10_000_000;

export class RateMemory {
  readonly #clockUs: () => number;
  readonly #buckets = new Map<string, BucketMemory>();
  #offsetUs = 0;
  #forgottenAt = 0;

  constructor(clockUs: () => number) {
    this.#clockUs = clockUs;
  }

  /** Redis's clock, as far as this node knows: a little slow, by the time that an answer travels. */
  nowUs(): number {
    return this.#clockUs() + this.#offsetUs;
  }

  /** Never a later moment than the one that was told: replaced, not merged, so a wrong clock is unlearned at once. */
  learn(bucket: string, rates: readonly [Rate, Rate], redisNowUs: number, tatUs: [number, number]): void {
    this.#offsetUs = redisNowUs - this.#clockUs();
    this.#forget();
    const owedTatUs = this.#buckets.get(bucket)?.owedTatUs ?? [0, 0];
    this.#buckets.set(bucket, { tatUs, cautiousTatUs: [0, 0], owedTatUs, rates });
  }

  find(bucket: string): BucketMemory | undefined {
    return this.#buckets.get(bucket);
  }

  findOrCreate(bucket: string, rates: readonly [Rate, Rate]): BucketMemory {
    this.#forget();
    const known = this.#buckets.get(bucket) ?? {
      tatUs: [0, 0],
      cautiousTatUs: [0, 0],
      owedTatUs: [0, 0],
      rates,
    };
    known.rates = rates;
    this.#buckets.set(bucket, known);
    return known;
  }

  /** The buckets that something was taken from that has not come back yet. */
  inUse(): [string, BucketMemory][] {
    const now = this.nowUs();
    return [...this.#buckets].filter(([, { tatUs, owedTatUs }]) => Math.max(...tatUs, ...owedTatUs) > now);
  }

  #forget(): void {
    const now = this.nowUs();
    if (now < this.#forgottenAt + forgetEveryUs) return;
    this.#forgottenAt = now;
    for (const [bucket, { tatUs, cautiousTatUs, owedTatUs }] of this.#buckets) {
      if (Math.max(...tatUs, ...cautiousTatUs, ...owedTatUs) <= now) this.#buckets.delete(bucket);
    }
  }
}
