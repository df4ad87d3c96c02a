/**
 * The options that differ between the units of a call: neighbours as context, and the glossary terms of a unit. They
 * depend on the engine. Most engines use neither, and their units have no options of their own.
 */
import type { GlossaryEntry, TranslateOptions } from '../../engines/engine.ts';
import { inTurns, type Pace } from '../../lib/event-loop-turns.ts';
import type { PreparedText } from '../prepare-texts.ts';
import type { Part, Span, Unit } from '../protection/layout.ts';
import type { Leg, Route } from '../routing/language-routes.ts';
import { type NeighbourContext, neighbourContexts } from './neighbour-contexts.ts';
import type { Passage } from './passages.ts';
import { shownTerms } from './shown-terms.ts';

export interface UnitOptions {
  /** The neighbours of the unit. */
  readonly context?: string | undefined;
  readonly glossary?: readonly GlossaryEntry[] | undefined;
  /** The spans of the terms in `glossary`. */
  readonly shown?: ReadonlySet<Span> | undefined;
  /** Equal only for equal options. */
  readonly key: string;
}

export type OptionsOfUnit = (parts: readonly Part[]) => UnitOptions | undefined;

/** Resolves to undefined if the route uses no options of single units. */
export type UnitOptionsFor = (route: Route) => Promise<OptionsOfUnit | undefined>;

/** Whether the engine of a leg gets the neighbours of a unit. */
export function usesNeighbours({ engine, features }: Leg): boolean {
  return features.context === true && (engine.contextSegments ?? 0) > 0;
}

/** Terms are shown inside tags, so the engine must be trusted with tags. They map the source to the target language. */
function usesTerms({ legs }: Route): boolean {
  const [first] = legs;
  return legs.length === 1 && first?.features.glossary === true && first.features.markup;
}

export function unitOptionsOf(
  texts: readonly PreparedText[],
  marked: readonly PreparedText[],
  passages: readonly Passage[],
  pace: Pace,
): UnitOptionsFor {
  const hasTerms = texts.some((text, i) => text !== marked[i]);
  const contextsOf = rememberContexts(texts, marked, passages, pace);
  return async (route) => {
    const [first] = route.legs;
    const contexts =
      first && passages.length > 0 && usesNeighbours(first) ? await contextsOf(first) : undefined;
    const showsTerms = hasTerms && usesTerms(route);
    if (contexts === undefined && !showsTerms) return undefined;
    return (parts) => join(contexts?.get(parts), showsTerms ? shownTerms(parts) : undefined);
  };
}

function join(
  neighbours: NeighbourContext | undefined,
  terms: ReturnType<typeof shownTerms>,
): UnitOptions | undefined {
  if (neighbours === undefined && terms === undefined) return undefined;
  return {
    context: neighbours?.context,
    glossary: terms?.entries,
    shown: terms?.spans,
    key: JSON.stringify([neighbours?.key ?? '', terms?.entries ?? []]),
  };
}

type ContextByParts = ReadonlyMap<readonly Part[], NeighbourContext>;

/** The units of a call are translated in portions, and all of them need the same contexts. */
function rememberContexts(
  texts: readonly PreparedText[],
  marked: readonly PreparedText[],
  passages: readonly Passage[],
  pace: Pace,
): (leg: Leg) => Promise<ContextByParts> {
  const known = new Map<string, Promise<ContextByParts>>();
  const make = async (leg: Leg) =>
    byMarkedParts(texts, marked, await inTurns(neighbourContexts(passages, leg.engine), pace));
  return (leg) => {
    const contexts = known.get(leg.engine.id) ?? make(leg);
    known.set(leg.engine.id, contexts);
    return contexts;
  };
}

/** Marking terms replaces the units of a text, but keeps their number and order. */
function byMarkedParts(
  texts: readonly PreparedText[],
  marked: readonly PreparedText[],
  contexts: ReadonlyMap<Unit, NeighbourContext>,
): ContextByParts {
  const byParts = new Map<readonly Part[], NeighbourContext>();
  for (const [i, { layout }] of texts.entries()) {
    for (const [position, piece] of layout.entries()) {
      const context = typeof piece === 'string' ? undefined : contexts.get(piece);
      const unit = marked[i]?.layout[position];
      if (context !== undefined && typeof unit === 'object') byParts.set(unit.parts, context);
    }
  }
  return byParts;
}

/** The context of the call, which describes all its texts, comes before the neighbours of this one. */
export function withUnitOptions(
  options: TranslateOptions | undefined,
  own: UnitOptions | undefined,
): TranslateOptions | undefined {
  if (own === undefined) return options;
  const context = [options?.context, own.context].filter(Boolean).join('\n\n');
  return {
    ...options,
    ...(context && { context }),
    ...(own.glossary && { glossary: own.glossary }),
  };
}
