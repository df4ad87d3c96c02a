/** Finds the engines that rephrase texts in a language. Such a route has one leg, from the language to itself. */
import type { RouteRule } from '../../config/config-file.ts';
import type { Engine } from '../../engines/engine.ts';
import type { Leg, Route } from './route.ts';
import { covers, inOrder, knownSpellings } from './route-matching.ts';

export interface RephraseRoutes {
  /** In order of their tags. */
  readonly languages: readonly string[];
  /** In order of preference; empty if no engine can rephrase the language. */
  find(language: string): readonly Route[];
}

/**
 * The rules of a language apply as they do for translations: texts must not reach an engine that a rule keeps them
 * away from.
 */
export function planRephraseRoutes(engines: readonly Engine[], rules: readonly RouteRule[]): RephraseRoutes {
  const legs = engines.flatMap((engine) =>
    (engine.rephrasePairs?.() ?? []).map((pair): Leg => ({ engine, ...pair })),
  );
  const routes = new Map<string, readonly Route[]>();
  for (const [target, offered] of Map.groupBy(legs, (leg) => leg.target)) {
    const rule = rules.find(({ from, to }) => covers(from, target) && covers(to, target));
    const allowed = inOrder(offered, rule?.engines);
    if (allowed.length === 0) continue;
    routes.set(
      target,
      allowed.map((leg) => ({ source: target, target, legs: [leg] })),
    );
  }
  const known = new Set(routes.keys());
  return {
    languages: [...known].toSorted(),
    find(language) {
      const [tag = ''] = knownSpellings(language, known);
      return routes.get(tag) ?? [];
    },
  };
}
