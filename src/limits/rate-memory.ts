/**
 * This node's knowledge of the teams' limits: the last theoretical arrival times (TAT) from Redis, advanced
 * by what the node itself has admitted since. A TAT only moves forward, so the later of two is the better
 * one; that is how a Redis that was unreachable or comes back empty is brought up to date.
 */
import type { Rate } from './limiter.ts';

export interface BucketMemory {
  /** What the team has used, as far as this node knows: a TAT per limit, in microseconds of Redis's clock. */
  readonly tatUs: [number, number];
  /** What this node admitted by itself and has not told Redis yet, as a TAT of its share. */
  readonly owedTatUs: [number, number];
  /** `tatUs` with what other nodes may have used unseen; only the local limiter reads it. */
  readonly cautiousTatUs: [number, number];
  rates: readonly [Rate, Rate];
}

/** How often buckets whose limits are fully restored are removed. */
const forgetEveryUs = 10_000_000;

export class RateMemory {
  readonly #clockUs: () => number;
  readonly #buckets = new Map<string, BucketMemory>();
  #offsetUs = 0;
  #forgottenAt = 0;

  constructor(clockUs: () => number) {
    this.#clockUs = clockUs;
  }

  /** Redis's clock as this node knows it; it lags by the time that an answer takes to arrive. */
  nowUs(): number {
    return this.#clockUs() + this.#offsetUs;
  }

  /** Replaces the known times instead of keeping the later ones, so a wrong clock has no lasting effect. */
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

  /** The buckets with units that have not been restored yet. */
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
