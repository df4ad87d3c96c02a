/**
 * Finds the engines that translate from one language to another, in order of preference: directly where an
 * engine has the pair, then through one pivot language. Also lists the available languages.
 */
import type { RouteRule } from '../../config/config-file.ts';
import type { Engine } from '../../engines/engine.ts';
import { countCodePoints } from '../../lib/code-points.ts';
import { sameLanguage } from '../../lib/language-tag.ts';
import { planRephraseRoutes, type RephraseRoutes } from './rephrase-routes.ts';
import type { Leg, Route } from './route.ts';
import { covers, inOrder, knownSpellings } from './route-matching.ts';

export type { Leg, Route } from './route.ts';

export interface LanguageRoutes {
  /** The preferred route of each pair. */
  readonly all: readonly Route[];
  /** The first legs of all routes. */
  readonly firstLegs: readonly Leg[];
  /**
   * The routes between two languages as a caller names them. `en-GB` falls back to `en` where nothing closer
   * exists.
   */
  find(source: string, target: string): readonly Route[];
  /** The languages that can be translated to a target; empty when the target is unknown. */
  sourcesFor(target: string): readonly string[];
  /** The supported target for the one that a caller names: `es` for `es-MX`. */
  knownTarget(target: string): string | undefined;
  /** Whether formality can be chosen for this target, from at least one source language. */
  hasFormality(target: string): boolean;
  /** Whether at least one route gives alternatives. */
  readonly giveAlternatives: boolean;
  readonly rephrase: RephraseRoutes;
  /** Whether an engine follows instructions for this target, from at least one source language. */
  followsInstructions(target: string): boolean;
}

/** The last leg writes the final text, so only this leg determines its formality. */
export function choosesFormality({ legs }: Route): boolean {
  return legs.at(-1)?.features.formality ?? false;
}

/** Through a pivot, another wording would need another translation of both legs. */
export function givesAlternatives({ legs: [first, second] }: Route): boolean {
  return second === undefined && (first?.features.alternatives ?? false);
}

/**
 * The last leg writes the final text, so only its engine can follow what is asked of the wording. An engine follows all
 * instructions or none: if it takes fewer than there are, any choice among them would be wrong for somebody.
 */
export function followsInstructions({ legs }: Route, instructions: readonly string[] = []): boolean {
  const { instructions: follows = false, instructionLimit } = legs.at(-1)?.features ?? {};
  if (!follows || instructionLimit === undefined) return follows;
  const { count, characters } = instructionLimit;
  return instructions.length <= count && instructions.every((each) => countCodePoints(each) <= characters);
}

/** The first matching rule applies; without one, the order of `engines` is the order of preference. */
export function planRoutes(engines: readonly Engine[], rules: readonly RouteRule[] = []): LanguageRoutes {
  const legs = engines.flatMap((engine) => engine.pairs().map((pair): Leg => ({ engine, ...pair })));
  const legsByPair = Map.groupBy(legs, (leg) => routeKey(leg.source, leg.target));
  const sources = new Set(legs.map((leg) => leg.source));
  const targets = new Set(legs.map((leg) => leg.target));
  const pivots = pivotsByReach(legs);

  const routes = new Map<string, readonly Route[]>();
  for (const source of sources) {
    for (const target of targets) {
      if (sameLanguage(source, target)) continue;
      const rule = rules.find(({ from, to }) => covers(from, source) && covers(to, target));
      const legsOf = (a: string, b: string) => inOrder(legsByPair.get(routeKey(a, b)) ?? [], rule?.engines);
      const direct = legsOf(source, target).map((leg) => [leg]);
      const isElsewhere = ({ engine }: Leg) => !direct.some(([leg]) => leg?.engine === engine);
      const overPivot = pivotLegs(source, target, rule?.pivot ?? pivots, legsOf, isElsewhere);
      const choices = [...direct, ...overPivot];
      if (choices.length === 0) continue;
      routes.set(
        routeKey(source, target),
        choices.map((legs) => ({ source, target, legs })),
      );
    }
  }

  const all = [...routes.values()]
    .flatMap(([first]) => first ?? [])
    .toSorted((a, b) => (routeKey(a.source, a.target) < routeKey(b.source, b.target) ? -1 : 1));
  const allChoices = [...routes.values()].flat();
  const targetsOf = (choices: readonly Route[]) => new Set(choices.map((route) => route.target));
  const instructed = targetsOf(allChoices.filter((route) => followsInstructions(route)));
  // Also by an engine that is not the preferred one: it is chosen where formality is required.
  const formal = targetsOf(allChoices.filter(choosesFormality));
  const sourcesByTarget = Map.groupBy(all, (route) => route.target);

  const firstLegs = allChoices.flatMap(({ legs: [first] }) => first ?? []);

  return {
    all,
    firstLegs: [...new Set(firstLegs)],
    find(source, target) {
      for (const targetTag of knownSpellings(target, targets)) {
        for (const sourceTag of knownSpellings(source, sources)) {
          const found = routes.get(routeKey(sourceTag, targetTag));
          if (found !== undefined) return found;
        }
      }
      return [];
    },
    sourcesFor(target) {
      const found = new Set<string>();
      for (const tag of knownSpellings(target, targets)) {
        for (const route of sourcesByTarget.get(tag) ?? []) found.add(route.source);
      }
      return [...found];
    },
    knownTarget: (target) => knownSpellings(target, targets)[0],
    hasFormality: (target) => formal.has(knownSpellings(target, targets)[0] ?? ''),
    giveAlternatives: [...routes.values()].flat().some(givesAlternatives),
    rephrase: planRephraseRoutes(engines, rules),
    followsInstructions: (target) => instructed.has(knownSpellings(target, targets)[0] ?? ''),
  };
}

function routeKey(source: string, target: string): string {
  return `${source}>${target}`;
}

type LegsOf = (source: string, target: string) => readonly Leg[];

/**
 * Uses the first pivot that connects both languages, with the preferred engine on each leg. Excludes engines
 * that have the direct pair: when the direct pair fails, two pairs of the same engine are no better, and the
 * same text would sometimes get a different translation.
 */
function pivotLegs(
  source: string,
  target: string,
  pivots: string | false | readonly string[],
  legsOf: LegsOf,
  isElsewhere: (leg: Leg) => boolean,
): Leg[][] {
  for (const pivot of pivots === false ? [] : [pivots].flat()) {
    const first = legsOf(source, pivot).find(isElsewhere);
    const second = legsOf(pivot, target).find(isElsewhere);
    if (first !== undefined && second !== undefined) return [[first, second]];
  }
  return [];
}

/**
 * The language with the most pairs comes first: the best connected language is also the best supported one.
 */
function pivotsByReach(legs: readonly Leg[]): string[] {
  const reach = new Map<string, number>();
  for (const leg of legs) {
    for (const tag of [leg.source, leg.target]) reach.set(tag, (reach.get(tag) ?? 0) + 1);
  }
  return [...reach]
    .toSorted(([tagA, reachA], [tagB, reachB]) => reachB - reachA || (tagA < tagB ? -1 : 1))
    .map(([tag]) => tag);
}
