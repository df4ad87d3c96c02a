/**
 * The limiter for while Redis is away: each node lets through its share, `limit / live nodes`. A unit counts as
 * many times as there are nodes, as if every node let through the same; then no node needs to hear of the others,
 * and what it noted is right for Redis afterwards.
 *
 * A team may get less than its limit this way (its calls reach one node only), never more than 1.1 times: a node
 * does not know what the others let through just before, so it starts without the saved-up burst but for a
 * tenth. What the team used before the loss comes back as usual, so after the time that a burst takes, nodes
 * give their whole share. Too little for a minute is the lesser failure: the limit protects everybody else.
 */
import type { Limiter, Rate, RateRequest, RateVerdict } from './limiter.ts';
import { toleranceUs } from './limiter.ts';
import type { RateMemory } from './rate-memory.ts';

const startingShare = 0.1;
/**
 * What is let through in this time counts as if nothing came back meanwhile: the other nodes may still share Redis and
 * use all of the limit there, until they hear (by heartbeats) that this one is on its own.
 */
const unheardOfUs = 2_000_000;

export class LocalLimiter implements Limiter {
  readonly #memory: RateMemory;
  readonly #liveNodes: () => number;
  #awaySinceUs = 0;

  constructor(memory: RateMemory, liveNodes: () => number) {
    this.#memory = memory;
    this.#liveNodes = liveNodes;
  }

  /** Redis is away from now on. */
  begin(): void {
    this.#awaySinceUs = this.#memory.nowUs();
  }

  /** What a team was let through here, in units, that Redis must be told. */
  owed(bucket: string): [number, number] {
    const { rates, owedTatUs } = this.#memory.find(bucket) ?? {};
    if (rates === undefined || owedTatUs === undefined) return [0, 0];
    const from = this.#owedFromUs(this.#memory.nowUs());
    const nodes = this.#liveNodes();
    const units = (i: 0 | 1) => Math.round((owedTatUs[i] - from) / (rates[i].intervalUs * nodes));
    return [Math.max(0, units(0)), Math.max(0, units(1))];
  }

  /** Redis was told: only what was let through since is owed still. */
  settle(bucket: string, paid: readonly [number, number]): void {
    const known = this.#memory.find(bucket);
    if (known === undefined) return;
    for (const i of [0, 1] as const)
      known.owedTatUs[i] -= paid[i] * known.rates[i].intervalUs * this.#liveNodes();
  }

  #owedFromUs(nowUs: number): number {
    return Math.max(nowUs, this.#awaySinceUs + unheardOfUs);
  }

  async take({ bucket, rates, costs }: RateRequest): Promise<RateVerdict> {
    const now = this.#memory.nowUs();
    const nodes = this.#liveNodes();
    const { tatUs, cautiousTatUs, owedTatUs } = this.#memory.findOrCreate(bucket, rates);
    const views = ([0, 1] as const).map((i) => {
      const least = this.#awaySinceUs + unknownUseUs(rates[i], nodes);
      const tat = Math.max(now, tatUs[i], cautiousTatUs[i], least);
      return new Share(rates[i], nodes, tat - now, costs[i]);
    }) as [Share, Share];

    const waitUs = Math.max(...views.map((view) => view.overUs));
    const allowed = waitUs < 1;
    if (allowed) {
      for (const i of [0, 1] as const) {
        cautiousTatUs[i] = now + views[i].aheadUs + views[i].costUs;
        tatUs[i] = Math.max(now, tatUs[i]) + views[i].costUs;
        owedTatUs[i] = Math.max(this.#owedFromUs(now), owedTatUs[i]) + views[i].costUs;
      }
    }
    const [requests, characters] = views.map((view) => view.standing(allowed)) as [Standing, Standing];
    return { allowed, waitMs: allowed ? 0 : Math.ceil(waitUs / 1_000), requests, characters };
  }
}

type Standing = RateVerdict['requests'];

/** One node's part of one limit at one moment. */
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

/** A share of the burst, and at least the largest call: a share that no call fits into would close the door. */
function localToleranceUs(rate: Rate, nodes: number): number {
  return Math.max(toleranceUs(rate), rate.intervalUs * nodes * rate.largestCost);
}

/** What must be taken for used when Redis is lost: all but a tenth of the burst, and but for one request. */
function unknownUseUs(rate: Rate, nodes: number): number {
  const oneRequest = rate.largestCost === 1 ? rate.intervalUs * nodes : 0;
  return localToleranceUs(rate, nodes) - Math.max(toleranceUs(rate) * startingShare, oneRequest);
}
