/** One row for each pair that has a model on a node or in the registry. */
import type { InstalledModel, ModelNode, ModelOffer, ModelOffers } from './model-queries.ts';

export interface ModelRow {
  /** `en-de`. */
  readonly pair: string;
  /** The distinct models of the nodes; usually one. */
  readonly installed: readonly InstalledModel[];
  readonly nodesWith: number;
  readonly nodes: number;
  readonly offers: readonly ModelOffer[];
  /** The engines that serve the pair now; empty if none does. */
  readonly engines: readonly string[];
  /** Whether a model would serve the pair better than what serves it now. */
  readonly isImprovable: boolean;
}

export function modelRows(nodes: readonly ModelNode[], offers: ModelOffers | undefined): ModelRow[] {
  const installed = nodes.flatMap(({ models }) => models);
  const pairs = new Set([...installed, ...(offers?.models ?? [])].map(({ name }) => name));
  return [...pairs].toSorted().map((pair) => {
    const of = <T extends { name: string }>(all: readonly T[]) => all.filter(({ name }) => name === pair);
    const served = of(offers?.served ?? [])[0];
    const own = of(installed);
    const offered = of(offers?.models ?? []);
    const isServedWell = served !== undefined && !served.is_rule_based;
    return {
      pair,
      installed: [...new Map(own.map((model) => [model.architecture, model])).values()],
      nodesWith: nodes.filter(({ models }) => of(models).length > 0).length,
      nodes: nodes.length,
      offers: offered,
      engines: served?.engines ?? [],
      isImprovable: own.length === 0 && offered.length > 0 && !isServedWell,
    };
  });
}

export const rowFilters = ['installed', 'improvable', 'all'] as const;
export type RowFilter = (typeof rowFilters)[number];

/** What is shown before a choice: the first list that has something, because an empty one says nothing to a newcomer. */
export function firstFilter(rows: readonly ModelRow[]): RowFilter {
  return rowFilters.find((filter) => filterRows(rows, filter).length > 0) ?? 'installed';
}

export function filterRows(rows: readonly ModelRow[], filter: RowFilter): readonly ModelRow[] {
  if (filter === 'installed') return rows.filter(({ installed }) => installed.length > 0);
  return filter === 'improvable' ? rows.filter(({ isImprovable }) => isImprovable) : rows;
}
