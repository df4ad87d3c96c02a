/** The limiter that all nodes share: one script call on Redis, which is told what this node knows already. */
import type { RedisClient } from '../store/redis/connection.ts';
import { checkRates, type RateArguments } from '../store/redis/rate-check.ts';
import { type Limiter, type Rate, type RateRequest, type RateVerdict, toleranceUs } from './limiter.ts';
import type { RateMemory } from './rate-memory.ts';

/** Handed over at once: enough to be quick, too few to be late for each other's time-out. */
const handOverAtOnce = 100;

export class RedisLimiter implements Limiter {
  readonly #redis: RedisClient;
  readonly #memory: RateMemory;

  constructor(redis: RedisClient, memory: RateMemory) {
    this.#redis = redis;
    this.#memory = memory;
  }

  async take({ teamId, rates, costs }: RateRequest): Promise<RateVerdict> {
    const known = this.#memory.find(teamId)?.tatUs ?? [0, 0];
    const [forRequests, forCharacters] = ([0, 1] as const).map((i) =>
      toArguments(rates[i], costs[i], known[i]),
    ) as [RateArguments, RateArguments];
    const reply = await checkRates(this.#redis, teamId, forRequests, forCharacters);
    const { allowed, waitMs, nowUs, requests, characters } = reply;
    this.#memory.learn(teamId, rates, nowUs, [requests.tatUs, characters.tatUs]);
    const standing = ({ tatUs, left }: { tatUs: number; left: number }) => ({
      left,
      fullInMs: Math.max(0, Math.ceil((tatUs - nowUs) / 1_000)),
    });
    return { allowed, waitMs, requests: standing(requests), characters: standing(characters) };
  }

  /** Fails where a call for this team would; takes nothing. */
  async probe({ teamId, rates }: RateRequest): Promise<void> {
    await this.#merge(teamId, rates, [0, 0]);
  }

  /** Tells Redis what this node let through without it, by calls that cost nothing. */
  async handOver(): Promise<void> {
    const teams = this.#memory.inUse();
    for (let i = 0; i < teams.length; i += handOverAtOnce) {
      const some = teams.slice(i, i + handOverAtOnce);
      await Promise.all(some.map(([teamId, { rates, tatUs }]) => this.#merge(teamId, rates, tatUs)));
    }
  }

  /** Its answer is not remembered: it would replace what this node goes on letting through meanwhile. */
  async #merge(teamId: string, rates: RateRequest['rates'], tatUs: readonly [number, number]): Promise<void> {
    const [forRequests, forCharacters] = [
      toArguments(rates[0], 0, tatUs[0]),
      toArguments(rates[1], 0, tatUs[1]),
    ];
    await checkRates(this.#redis, teamId, forRequests, forCharacters);
  }
}

function toArguments(rate: Rate, cost: number, knownTatUs: number): RateArguments {
  return { intervalUs: rate.intervalUs, toleranceUs: toleranceUs(rate), cost, knownTatUs };
}
