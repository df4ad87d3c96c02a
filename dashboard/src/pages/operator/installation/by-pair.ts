/** Aggregates the reports of all live nodes by pair and by model. */
import type { InstalledNode } from '../../../api/operator-queries.ts';
import { sum } from '../../../lib/sum.ts';

export interface PairLoad {
  readonly engine: string;
  readonly pair: string;
  readonly waitingCharacters: number;
  /** Both percentiles are from the node where the pair is slowest. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly calls: number;
  /** Number of nodes on which the pair's circuit is open. */
  readonly leftAloneOn: number;
}

/** Sorted by name, so that the order does not depend on the figures. */
export function loadByPair(nodes: readonly InstalledNode[]): PairLoad[] {
  const queues = nodes.filter(({ is_live }) => is_live).flatMap(({ queues }) => queues);
  const groups = Map.groupBy(queues, ({ engine, pair }) => JSON.stringify([engine, pair]));
  const loads = [...groups.values()].flatMap((group) => {
    const slowest = group.toSorted((a, b) => b.p95_ms - a.p95_ms)[0];
    if (slowest === undefined) return [];
    const { engine, pair, p50_ms: p50Ms, p95_ms: p95Ms } = slowest;
    return {
      engine,
      pair,
      p50Ms,
      p95Ms,
      waitingCharacters: sum(group.map(({ waiting_characters }) => waiting_characters)),
      calls: sum(group.map(({ calls }) => calls)),
      leftAloneOn: group.filter(({ is_left_alone }) => is_left_alone).length,
    };
  });
  return loads.toSorted((a, b) => compare(a.engine, b.engine) || compare(a.pair, b.pair));
}

/** The busiest pairs, in their original order. */
export function busiest(loads: readonly PairLoad[], count: number): PairLoad[] {
  const kept = new Set(
    loads.toSorted((a, b) => b.waitingCharacters - a.waitingCharacters || b.calls - a.calls).slice(0, count),
  );
  return loads.filter((load) => kept.has(load));
}

interface ModelUse {
  readonly engine: string;
  readonly name: string;
  readonly bytes: number;
  readonly threads: number;
  readonly nodes: number;
}

export function usesOfModels(nodes: readonly InstalledNode[]): ModelUse[] {
  const models = nodes
    .filter(({ is_live }) => is_live)
    .flatMap(({ engines }) => engines)
    .flatMap(({ id, models }) => models.map((model) => ({ engine: id, ...model })));
  const groups = Map.groupBy(models, ({ engine, name }) => JSON.stringify([engine, name]));
  const uses = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { engine, name, bytes } = first;
    return {
      engine,
      name,
      bytes,
      threads: sum(group.map(({ loaded_by }) => loaded_by)),
      nodes: group.length,
    };
  });
  return uses.toSorted((a, b) => compare(a.engine, b.engine) || compare(a.name, b.name));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Engines name a pair `en>es`. */
export function sidesOf(pair: string): [source: string, target: string] {
  const [source = pair, target = ''] = pair.split('>', 2);
  return [source, target];
}
