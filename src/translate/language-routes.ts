/**
 * Which engine takes a text from one language to another: directly where an engine has the pair, else over
 * one pivot language. Also answers which languages there are.
 */
import type { Engine, PairFeatures } from '../engines/engine.ts';
import { baseLanguage, sameLanguage } from '../lib/language-tag.ts';

export interface Leg {
  readonly engine: Engine;
  readonly source: string;
  readonly target: string;
  readonly features: PairFeatures;
}

export interface Route {
  readonly source: string;
  readonly target: string;
  readonly legs: readonly Leg[];
}

export interface LanguageRoutes {
  readonly all: readonly Route[];
  /** The route between two languages as a caller names them: `en-GB` is served by `en` where there is no better. */
  find(source: string, target: string): Route | undefined;
  /** The languages that can be translated to a target; none when the target is unknown. */
  sourcesFor(target: string): readonly string[];
  /** The target that stands for one that a caller names: `es` for `es-MX`. */
  knownTarget(target: string): string | undefined;
  /** Whether a caller can choose how formal texts in this language are, for some source at least. */
  hasFormality(target: string): boolean;
}

/** The last leg writes the text that is read, so it alone decides how formal it is. */
export function choosesFormality({ legs }: Route): boolean {
  return legs.at(-1)?.features.formality ?? false;
}

export function planRoutes(engines: readonly Engine[]): LanguageRoutes {
  const direct = new Map<string, Leg>();
  for (const engine of engines) {
    for (const pair of engine.pairs()) {
      const key = routeKey(pair.source, pair.target);
      // Engines stand in order of preference.
      if (!direct.has(key)) direct.set(key, { engine, ...pair });
    }
  }
  const routes = new Map<string, Route>();
  const add = (source: string, target: string, legs: readonly Leg[]) =>
    routes.set(routeKey(source, target), { source, target, legs });
  for (const [, leg] of direct) add(leg.source, leg.target, [leg]);

  const legs = [...direct.values()];
  const sources = new Set(legs.map((leg) => leg.source));
  const targets = new Set(legs.map((leg) => leg.target));
  const pivots = pivotsByReach(legs);
  for (const source of sources) {
    for (const target of targets) {
      if (routes.has(routeKey(source, target)) || sameLanguage(source, target)) continue;
      for (const pivot of pivots) {
        const first = direct.get(routeKey(source, pivot));
        const second = direct.get(routeKey(pivot, target));
        if (first === undefined || second === undefined) continue;
        add(source, target, [first, second]);
        break;
      }
    }
  }

  const all = [...routes.values()].toSorted((a, b) =>
    routeKey(a.source, a.target) < routeKey(b.source, b.target) ? -1 : 1,
  );
  const sourcesByTarget = Map.groupBy(all, (route) => route.target);

  return {
    all,
    find(source, target) {
      for (const targetTag of knownSpellings(target, targets)) {
        for (const sourceTag of knownSpellings(source, sources)) {
          const route = routes.get(routeKey(sourceTag, targetTag));
          if (route !== undefined) return route;
        }
      }
      return undefined;
    },
    sourcesFor(target) {
      const found = new Set<string>();
      for (const tag of knownSpellings(target, targets)) {
        for (const route of sourcesByTarget.get(tag) ?? []) found.add(route.source);
      }
      return [...found];
    },
    knownTarget: (target) => knownSpellings(target, targets)[0],
    hasFormality(target) {
      const [known = ''] = knownSpellings(target, targets);
      return (sourcesByTarget.get(known) ?? []).some(choosesFormality);
    },
  };
}

function routeKey(source: string, target: string): string {
  return `${source}>${target}`;
}

/** The language with the most pairs first: the best connected one is the best supported one, too. */
function pivotsByReach(legs: readonly Leg[]): string[] {
  const reach = new Map<string, number>();
  for (const leg of legs) {
    for (const tag of [leg.source, leg.target]) reach.set(tag, (reach.get(tag) ?? 0) + 1);
  }
  return [...reach]
    .toSorted(([tagA, reachA], [tagB, reachB]) => reachB - reachA || (tagA < tagB ? -1 : 1))
    .map(([tag]) => tag);
}

/** The tag itself, then its base language, then any variant of that base: as far as they are known. */
function knownSpellings(tag: string, known: ReadonlySet<string>): string[] {
  const base = baseLanguage(tag);
  const variants = [...known].filter((other) => other !== base && baseLanguage(other) === base).toSorted();
  return [...new Set([tag, base, ...variants])].filter((candidate) => known.has(candidate));
}
