import type { Pair } from './home-queries.ts';

/** How many pairs each engine, or chain of two engines, serves; the most first. */
export function countByEngines(pairs: readonly Pair[]): { engines: readonly string[]; count: number }[] {
  const byName = Map.groupBy(pairs, ({ engines }) => engines.join(' '));
  return [...byName.values()]
    .map((served) => ({ engines: served[0]?.engines ?? [], count: served.length }))
    .toSorted((a, b) => b.count - a.count);
}

/** The models that would help and are not installed. */
export function missingModels(pairs: readonly Pair[]): string[] {
  return [
    ...new Set(pairs.flatMap(({ better }) => (better === null || better.is_installed ? [] : better.model))),
  ];
}
