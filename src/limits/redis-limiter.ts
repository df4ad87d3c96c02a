/** The limiter that the nodes share: one script call on Redis, which is told what this node knows already. */
import type { RedisClient } from '../store/redis/connection.ts';
import { checkRates, type RateArguments } from '../store/redis/rate-check.ts';
import { type Limiter, type Rate, type RateRequest, type RateVerdict, toleranceUs } from './limiter.ts';
import type { RateMemory, TeamMemory } from './rate-memory.ts';

/** Handed over at once: enough to be quick, too few to be late for each other's time-out. */
const handOverAtOnce = 100;

type Pair = readonly [number, number];

/** What was let through without Redis, until Redis knows: paid for twice is the lesser failure than not at all. */
interface Debts {
  owed(teamId: string): Pair;
  settle(teamId: string, paid: Pair): void;
}

export class RedisLimiter implements Limiter {
  readonly #redis: RedisClient;
  readonly #memory: RateMemory;
  /** The part of the limits that is shared here: the rest belongs to nodes that don't reach Redis. */
  readonly #share: () => number;

  constructor(redis: RedisClient, memory: RateMemory, share: () => number) {
    this.#redis = redis;
    this.#memory = memory;
    this.#share = share;
  }

  async take({ teamId, rates, costs }: RateRequest): Promise<RateVerdict> {
    const known = this.#memory.find(teamId)?.tatUs ?? [0, 0];
    const reply = await checkRates(this.#redis, teamId, this.#arguments(rates, costs, known), 'ask');
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
    await checkRates(this.#redis, teamId, this.#arguments(rates, [0, 0], [0, 0]), 'ask');
  }

  /**
   * Tells Redis what this node knows and what it let through without it. The answers are not remembered: they would
   * replace what this node goes on letting through meanwhile.
   */
  async handOver(debts: Debts): Promise<void> {
    const teams = this.#memory.inUse();
    for (let i = 0; i < teams.length; i += handOverAtOnce) {
      const some = teams.slice(i, i + handOverAtOnce);
      await Promise.all(some.map(([teamId, team]) => this.#handOverTeam(teamId, team, debts)));
    }
  }

  async #handOverTeam(teamId: string, { rates, tatUs }: TeamMemory, debts: Debts): Promise<void> {
    const owed = debts.owed(teamId);
    await checkRates(this.#redis, teamId, this.#arguments(rates, owed, tatUs), 'force');
    debts.settle(teamId, owed);
  }

  #arguments(rates: RateRequest['rates'], costs: Pair, knownTats: Pair): [RateArguments, RateArguments] {
    const share = this.#share();
    return [
      toArguments(rates[0], share, costs[0], knownTats[0]),
      toArguments(rates[1], share, costs[1], knownTats[1]),
    ];
  }
}

/** A smaller share makes units dearer, not time shorter: so times mean the same whoever noted them. */
function toArguments(rate: Rate, share: number, cost: number, knownTatUs: number): RateArguments {
  const intervalUs = rate.intervalUs / share;
  const tolerance = Math.max(toleranceUs(rate), intervalUs * rate.largestCost);
  return { intervalUs, toleranceUs: tolerance, cost, knownTatUs };
}
