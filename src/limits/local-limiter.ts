/**
 * The limiter for the time without Redis: each node admits its share, `limit / live nodes`. A unit counts as
 * many times as there are nodes, as if every node admitted the same. So no node needs to know what the others
 * admit, and the recorded state is right for Redis afterwards.
 *
 * A team may get less than its limit (if its calls reach only one node), but never more than 1.1 times: a
 * node does not know what the others admitted just before, so it starts with only a tenth of the burst. Units
 * used before the loss are restored as usual, so nodes give their whole share after the time that a burst
 * takes. Too little for a minute is the lesser failure: the limit protects everyone else.
 */
import type { Limiter, Rate, RateRequest, RateVerdict, Standings } from './limiter.ts';
import { partsOf, toleranceUs } from './limiter.ts';
import type { RateMemory } from './rate-memory.ts';

const startingShare = 0.1;
/**
 * Units admitted in this time are counted as if none were restored: the other nodes may still use the whole
 * limit in Redis until heartbeats tell them that this node is on its own.
 */
const announcementDelayUs = 2_000_000;

export class LocalLimiter implements Limiter {
  readonly #memory: RateMemory;
  readonly #liveNodes: () => number;
  #awaySinceUs = 0;

  constructor(memory: RateMemory, liveNodes: () => number) {
    this.#memory = memory;
    this.#liveNodes = liveNodes;
  }

  /** Call it when Redis becomes unreachable. */
  begin(): void {
    this.#awaySinceUs = this.#memory.nowUs();
  }

  /** The units that this node admitted for the bucket and has not told Redis yet. */
  owed(bucket: string): [number, number] {
    const { rates, owedTatUs } = this.#memory.find(bucket) ?? {};
    if (rates === undefined || owedTatUs === undefined) return [0, 0];
    const from = this.#owedFromUs(this.#memory.nowUs());
    const nodes = this.#liveNodes();
    const units = (i: 0 | 1) => Math.round((owedTatUs[i] - from) / (rates[i].intervalUs * nodes));
    return [Math.max(0, units(0)), Math.max(0, units(1))];
  }

  /** Call it when Redis has been told: only units admitted since then are still owed. */
  settle(bucket: string, paid: readonly [number, number]): void {
    const known = this.#memory.find(bucket);
    if (known === undefined) return;
    for (const i of [0, 1] as const)
      known.owedTatUs[i] -= paid[i] * known.rates[i].intervalUs * this.#liveNodes();
  }

  #owedFromUs(nowUs: number): number {
    return Math.max(nowUs, this.#awaySinceUs + announcementDelayUs);
  }

  async take(request: RateRequest): Promise<RateVerdict> {
    const now = this.#memory.nowUs();
    const shares = partsOf(request).map((part) => this.#sharesOf(part, request.costs, now));
    const waitUs = Math.max(...shares.flat().map((share) => share.overUs));
    const allowed = waitUs < 1;
    if (allowed) {
      for (const [part, ofPart] of partsOf(request).map((each, i) => [each, shares[i]] as const))
        if (ofPart !== undefined) this.#note(part, ofPart, now);
    }
    const [ofTeam, own] = shares.map(
      ([requests, characters]): Standings => ({
        requests: requests.standing(allowed),
        characters: characters.standing(allowed),
      }),
    ) as [Standings, Standings?];
    const waitMs = allowed ? 0 : Math.ceil(waitUs / 1_000);
    return { allowed, waitMs, ...ofTeam, ...(own && { own }) };
  }

  #sharesOf({ bucket, rates }: Part, costs: RateRequest['costs'], now: number): [Share, Share] {
    const nodes = this.#liveNodes();
    const { tatUs, cautiousTatUs } = this.#memory.findOrCreate(bucket, rates);
    return ([0, 1] as const).map((i) => {
      const least = this.#awaySinceUs + unknownUseUs(rates[i], nodes);
      const tat = Math.max(now, tatUs[i], cautiousTatUs[i], least);
      return new Share(rates[i], nodes, tat - now, costs[i]);
    }) as [Share, Share];
  }

  #note({ bucket, rates }: Part, shares: readonly [Share, Share], now: number): void {
    const { tatUs, cautiousTatUs, owedTatUs } = this.#memory.findOrCreate(bucket, rates);
    for (const i of [0, 1] as const) {
      cautiousTatUs[i] = now + shares[i].aheadUs + shares[i].costUs;
      tatUs[i] = Math.max(now, tatUs[i]) + shares[i].costUs;
      owedTatUs[i] = Math.max(this.#owedFromUs(now), owedTatUs[i]) + shares[i].costUs;
    }
  }
}

type Standing = RateVerdict['requests'];
type Part = Pick<RateRequest, 'bucket' | 'rates'>;

/** One node's share of one limit at a point in time. */
class Share {
  readonly aheadUs: number;
  readonly costUs: number;
  readonly overUs: number;
  readonly #unitUs: number;
  readonly #toleranceUs: number;

  constructor(rate: Rate, nodes: number, aheadUs: number, cost: number) {
    this.#unitUs = rate.intervalUs * nodes;
    this.#toleranceUs = localToleranceUs(rate, nodes);
    this.aheadUs = aheadUs;
    this.costUs = cost * this.#unitUs;
    this.overUs = aheadUs + this.costUs - this.#toleranceUs;
  }

  standing(taken: boolean): Standing {
    const aheadUs = this.aheadUs + (taken ? this.costUs : 0);
    const left = Math.floor((this.#toleranceUs - aheadUs) / this.#unitUs + 0.01);
    return { left: Math.max(0, left), fullInMs: Math.ceil(aheadUs / 1_000) };
  }
}

/** A share of the burst, and at least the largest call: otherwise that call could never be admitted. */
function localToleranceUs(rate: Rate, nodes: number): number {
  return Math.max(toleranceUs(rate), rate.intervalUs * nodes * rate.largestCost);
}

/** What counts as used when Redis is lost: all but a tenth of the burst or one request, whichever is more. */
function unknownUseUs(rate: Rate, nodes: number): number {
  const oneRequest = rate.largestCost === 1 ? rate.intervalUs * nodes : 0;
  return localToleranceUs(rate, nodes) - Math.max(toleranceUs(rate) * startingShare, oneRequest);
}
