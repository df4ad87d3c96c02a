/**
 * The limiter that the nodes share: a script on Redis, which is told what this node knows already. Calls of a team
 * that arrive while Redis is being asked for it are asked for together: a busy team costs one question at a time.
 */
import { KeyedBatches } from '../lib/keyed-batches.ts';
import type { RedisClient } from '../store/redis/connection.ts';
import { type CallReply, checkRates, type RateArguments, type RateCheck } from '../store/redis/rate-check.ts';
import { type Limiter, type Rate, type RateRequest, type RateVerdict, toleranceUs } from './limiter.ts';
import type { BucketMemory, RateMemory } from './rate-memory.ts';

/** Handed over at once: enough to be quick, too few to be late for each other's time-out. */
const handOverAtOnce = 100;

type Pair = readonly [number, number];

/** What was let through without Redis, until Redis knows: paid for twice is the lesser failure than not at all. */
interface Debts {
  owed(bucket: string): Pair;
  settle(bucket: string, paid: Pair): void;
}

export class RedisLimiter implements Limiter {
  readonly #redis: RedisClient;
  readonly #memory: RateMemory;
  /** The part of the limits that is shared here: the rest belongs to nodes that don't reach Redis. */
  readonly #share: () => number;

  readonly #patienceMs: number | undefined;
  readonly #batches: KeyedBatches<RateRequest, RateVerdict>;

  /** `patienceMs` is for tests of what it counts, which a busy machine must not cut short. */
  constructor(redis: RedisClient, memory: RateMemory, share: () => number, patienceMs?: number) {
    this.#patienceMs = patienceMs;
    this.#redis = redis;
    this.#memory = memory;
    this.#share = share;
    this.#batches = new KeyedBatches((bucket, requests) => this.#takeAll(bucket, requests));
  }

  take(request: RateRequest): Promise<RateVerdict> {
    return this.#batches.ask(request.bucket, request);
  }

  /** Of limits that were changed between two calls, the later ones count. */
  async #takeAll(bucket: string, requests: readonly RateRequest[]): Promise<RateVerdict[]> {
    const rates = requests.at(-1)?.rates;
    if (rates === undefined) return [];
    const reply = await this.#check({
      bucket,
      limits: this.#limits(rates, this.#memory.find(bucket)?.tatUs ?? [0, 0]),
      calls: requests.map(({ costs }) => costs),
      how: 'ask',
    });
    this.#memory.learn(bucket, rates, reply.nowUs, [...reply.tatUs]);
    return reply.calls.map(toVerdict);
  }

  #check(question: RateCheck): ReturnType<typeof checkRates> {
    return checkRates(this.#redis, question, this.#patienceMs);
  }

  /** Fails where a call for this bucket would; takes nothing. */
  async probe({ bucket, rates }: RateRequest): Promise<void> {
    const limits = this.#limits(rates, [0, 0]);
    await this.#check({ bucket, limits, calls: [[0, 0]], how: 'ask' });
  }

  /**
   * Tells Redis what this node knows and what it let through without it. The answers are not remembered: they would
   * replace what this node goes on letting through meanwhile.
   */
  async handOver(debts: Debts): Promise<void> {
    const buckets = this.#memory.inUse();
    for (let i = 0; i < buckets.length; i += handOverAtOnce) {
      const some = buckets.slice(i, i + handOverAtOnce);
      await Promise.all(some.map(([bucket, known]) => this.#handOverBucket(bucket, known, debts)));
    }
  }

  async #handOverBucket(bucket: string, { rates, tatUs }: BucketMemory, debts: Debts): Promise<void> {
    const owed = debts.owed(bucket);
    const limits = this.#limits(rates, tatUs);
    await this.#check({ bucket, limits, calls: [owed], how: 'force' });
    debts.settle(bucket, owed);
  }

  #limits(rates: RateRequest['rates'], knownTatsUs: Pair): [RateArguments, RateArguments] {
    const share = this.#share();
    return [toArguments(rates[0], share, knownTatsUs[0]), toArguments(rates[1], share, knownTatsUs[1])];
  }
}

/** A smaller share makes units dearer, not time shorter: so times mean the same whoever noted them. */
function toArguments(rate: Rate, share: number, knownTatUs: number): RateArguments {
  const intervalUs = rate.intervalUs / share;
  const tolerance = Math.max(toleranceUs(rate), intervalUs * rate.largestCost);
  return { intervalUs, toleranceUs: tolerance, knownTatUs };
}

function toVerdict({ allowed, waitMs, left, fullInUs }: CallReply): RateVerdict {
  const standing = (i: 0 | 1) => ({ left: left[i], fullInMs: Math.ceil(fullInUs[i] / 1_000) });
  return { allowed, waitMs, requests: standing(0), characters: standing(1) };
}
