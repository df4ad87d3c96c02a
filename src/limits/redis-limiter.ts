/**
 * The limiter that all nodes share: a script in Redis, which also receives what this node knows. Calls of a
 * team that arrive while Redis is being asked for that team share the next request, so a busy team costs one
 * request at a time.
 */
import { KeyedBatches } from '../lib/keyed-batches.ts';
import type { RedisClient } from '../store/redis/connection.ts';
import {
  type BucketCheck,
  type CallReply,
  checkRates,
  type RateArguments,
  type RateCheck,
} from '../store/redis/rate-check.ts';
import {
  type Limiter,
  partsOf,
  type Rate,
  type RateRequest,
  type RateVerdict,
  type Standings,
  toleranceUs,
} from './limiter.ts';
import type { BucketMemory, RateMemory } from './rate-memory.ts';

/** Buckets handed over at a time: enough to be quick, few enough not to cause each other's time-outs. */
const handOverAtOnce = 100;

type Pair = readonly [number, number];

/** Units admitted without Redis, until Redis knows. Counting them twice is better than losing them. */
interface Debts {
  owed(bucket: string): Pair;
  settle(bucket: string, paid: Pair): void;
}

export class RedisLimiter implements Limiter {
  readonly #redis: RedisClient;
  readonly #memory: RateMemory;
  /** The fraction of the limits that nodes share in Redis; the rest belongs to nodes that do not reach it. */
  readonly #share: () => number;

  readonly #patienceMs: number | undefined;
  readonly #batches: KeyedBatches<RateRequest, RateVerdict>;

  /** `patienceMs` is for tests of the counts, which must not time out on a busy machine. */
  constructor(redis: RedisClient, memory: RateMemory, share: () => number, patienceMs?: number) {
    this.#patienceMs = patienceMs;
    this.#redis = redis;
    this.#memory = memory;
    this.#share = share;
    this.#batches = new KeyedBatches((_bucket, requests) => this.#takeAll(requests));
  }

  take(request: RateRequest): Promise<RateVerdict> {
    return this.#batches.ask(request.own?.bucket ?? request.bucket, request);
  }

  /** If the limits changed between two calls, the later limits apply. */
  async #takeAll(requests: readonly RateRequest[]): Promise<RateVerdict[]> {
    const latest = requests.at(-1);
    if (latest === undefined) return [];
    const parts = partsOf(latest);
    const reply = await this.#check({
      buckets: parts.map(({ bucket, rates }) =>
        this.#bucket(bucket, rates, this.#memory.find(bucket)?.tatUs ?? [0, 0]),
      ),
      calls: requests.map(({ costs }) => costs),
      how: 'ask',
    });
    for (const [i, { bucket, rates }] of parts.entries()) {
      const [requestsUs, charactersUs] = reply.tatsUs[i] ?? [0, 0];
      this.#memory.learn(bucket, rates, reply.nowUs, [requestsUs, charactersUs]);
    }
    return reply.calls.map(toVerdict);
  }

  #check(question: RateCheck): ReturnType<typeof checkRates> {
    return checkRates(this.#redis, question, this.#patienceMs);
  }

  /** Fails if a call for this bucket would fail; takes nothing. */
  async probe({ bucket, rates }: RateRequest): Promise<void> {
    await this.#check({ buckets: [this.#bucket(bucket, rates, [0, 0])], calls: [[0, 0]], how: 'ask' });
  }

  /**
   * Tells Redis what this node knows and what it admitted without Redis. The answers are not remembered: they
   * would overwrite what this node admits in the meantime.
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
    await this.#check({ buckets: [this.#bucket(bucket, rates, tatUs)], calls: [owed], how: 'force' });
    debts.settle(bucket, owed);
  }

  #bucket(bucket: string, rates: RateRequest['rates'], knownTatsUs: Pair): BucketCheck {
    const share = this.#share();
    const limits = [
      toArguments(rates[0], share, knownTatsUs[0]),
      toArguments(rates[1], share, knownTatsUs[1]),
    ] as const;
    return { bucket, limits };
  }
}

/** A smaller share raises the cost of a unit and leaves times as they are: every node reads a TAT alike. */
function toArguments(rate: Rate, share: number, knownTatUs: number): RateArguments {
  const intervalUs = rate.intervalUs / share;
  const tolerance = Math.max(toleranceUs(rate), intervalUs * rate.largestCost);
  return { intervalUs, toleranceUs: tolerance, knownTatUs };
}

function toVerdict({ allowed, waitMs, standings: [ofTeam, ofKey] }: CallReply): RateVerdict {
  const own = ofKey && toStandings(ofKey);
  return { allowed, waitMs, ...toStandings(ofTeam), ...(own && { own }) };
}

function toStandings(bucket: CallReply['standings'][number] | undefined): Standings {
  const { left, fullInUs } = bucket ?? { left: [0, 0], fullInUs: [0, 0] };
  const standing = (i: 0 | 1) => ({ left: left[i], fullInMs: Math.ceil(fullInUs[i] / 1_000) });
  return { requests: standing(0), characters: standing(1) };
}
