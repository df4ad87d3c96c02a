/** Collects the units to translate from the texts of a call, and assembles the translated texts. */
import type { Pace } from '../lib/event-loop-turns.ts';
import type { LanguagePair } from '../lib/language-tag.ts';
import { separatorBetween } from '../lib/sentences.ts';
import type { PreparedText } from './prepare-texts.ts';
import {
  compose,
  hasWords,
  isSpan,
  type Layout,
  type Part,
  type Unit,
  unitsOf,
} from './protection/layout.ts';
import { preserveFormatting } from './protection/preserve-formatting.ts';
import type { Leg, Route } from './routing/language-routes.ts';
import type { Plan } from './routing/plan-call.ts';
import type { UnitTranslation } from './translate-along-routes.ts';

export type TranslateParts = (
  routes: readonly Route[],
  units: readonly Unit['parts'][],
) => Promise<UnitTranslation[]>;
export type TranslatedUnits = ReadonlyMap<Unit, UnitTranslation>;

export async function translateUnits(
  texts: readonly PreparedText[],
  { sources, routesBySource }: Pick<Plan, 'sources' | 'routesBySource'>,
  translateParts: TranslateParts,
  pace: Pace,
): Promise<TranslatedUnits> {
  const translations = new Map<Unit, UnitTranslation>();
  await Promise.all(
    [...routesBySource].map(async ([source, routes]) => {
      if (routes.length === 0) return;
      const units = texts
        .filter((_, i) => sources[i] === source)
        .flatMap(({ layout }) => unitsOf(layout).filter(needsEngine));
      if (units.length === 0) return;
      for (const [unit, answer] of await translateInPortions(units, routes, translateParts, pace))
        translations.set(unit, answer);
    }),
  );
  return translations;
}

/** A call with markup has many units. Preparing all of them in one step would delay other calls. */
const unitsAtOnce = 500;

async function translateInPortions(
  units: readonly Unit[],
  routes: readonly Route[],
  translateParts: TranslateParts,
  pace: Pace,
): Promise<(readonly [Unit, UnitTranslation])[]> {
  const portions: Promise<(readonly [Unit, UnitTranslation])[]>[] = [];
  for (let start = 0; start < units.length; start += unitsAtOnce) {
    if (pace.isOver) await pace.next();
    const portion = units.slice(start, start + unitsAtOnce);
    const translations = translatePortion(portion, routes, translateParts);
    // Prevents an unhandled rejection while the next portion is prepared; `Promise.all` below reports the
    // error.
    translations.catch(() => undefined);
    portions.push(translations);
  }
  return (await Promise.all(portions)).flat();
}

async function translatePortion(
  units: readonly Unit[],
  routes: readonly Route[],
  translateParts: TranslateParts,
) {
  const answers = await translateParts(
    routes,
    units.map(({ parts }) => parts),
  );
  return units.flatMap((unit, i) => {
    const answer = answers[i];
    return answer === undefined ? [] : [[unit, answer] as const];
  });
}

/** The maximum number of texts that an engine gets, if none of them needs a retry. */
export function countUnits(texts: readonly PreparedText[]): number {
  return texts.reduce((sum, { layout }) => sum + unitsOf(layout).filter(needsEngine).length, 0);
}

/** A unit that consists only of spans needs no translation. */
function needsEngine({ parts }: Unit): boolean {
  return !parts.some(isSpan) || hasWords(parts);
}

/** Returns the assembled text and the engine or engines that it went through; `none` when it is unchanged. */
export function assembleText(
  { source, layout }: PreparedText,
  translations: TranslatedUnits,
  { preservesFormatting = false }: { preservesFormatting?: boolean | undefined },
  languages: LanguagePair,
): { text: string; engine: string; isRuleBased: boolean } {
  const legs = legsOf(layout, translations);
  const engine = enginesOf(legs);
  if (engine === 'none') return { text: source, engine, isRuleBased: false };
  const separated = withSeparators(layout, translations, languages);
  const isRuleBased = legs.some((leg) => leg.engine.isRuleBased === true);
  return { text: composeTranslated(separated, translations, preservesFormatting), engine, isRuleBased };
}

/**
 * The same for a part of a text: a slice of its layout. `before` is the unit before the slice, because the
 * whitespace between two units depends on both.
 */
export function assemblePart(
  layout: Layout,
  before: Unit | undefined,
  translations: TranslatedUnits,
  { preservesFormatting = false }: { preservesFormatting?: boolean | undefined },
  languages: LanguagePair,
): { text: string; engine: string } {
  const separated =
    before === undefined
      ? withSeparators(layout, translations, languages)
      : withSeparators([before, ...layout], translations, languages).slice(1);
  return {
    text: composeTranslated(separated, translations, preservesFormatting),
    engine: enginesOf(legsOf(layout, translations)),
  };
}

function enginesOf(legs: readonly Leg[]): string {
  return legs.length === 0 ? 'none' : [...new Set(legs.map(({ engine }) => engine.id))].join('+');
}

/** Of each route once: there may be tens of thousands of units, but they share a few routes. */
function legsOf(layout: Layout, translations: TranslatedUnits): readonly Leg[] {
  const routes = new Set<Route>();
  for (const { route } of translationsOf(layout, translations)) routes.add(route);
  return [...routes].flatMap(({ legs }) => legs);
}

function composeTranslated(layout: Layout, translations: TranslatedUnits, preserves: boolean): string {
  return compose(layout, (unit) => {
    const parts = translations.get(unit)?.parts;
    return parts !== undefined && preserves ? preserveFormatting(unit.parts, parts) : parts;
  });
}

/** Whitespace between two units is what separates sentences; its place is empty if there is none. */
function withSeparators(layout: Layout, translations: TranslatedUnits, languages: LanguagePair): Layout {
  const answerOf = (piece: Layout[number] | undefined) =>
    typeof piece === 'object' ? translations.get(piece)?.parts : undefined;
  return layout.map((piece, i) => {
    if (typeof piece !== 'string' || piece.trim() !== '') return piece;
    const [before, after] = [answerOf(layout[i - 1]), answerOf(layout[i + 1])];
    if (before === undefined || after === undefined) return piece;
    return separatorBetween([visibleText(before), visibleText(after)], piece, languages);
  });
}

/** What readers see of an answer, without its tags. */
function visibleText(parts: readonly Part[]): string {
  const texts = parts.map((part) => {
    if (!isSpan(part)) return part;
    return part.kind === 'word' && typeof part.replacement === 'string' ? part.replacement : '';
  });
  return texts.join('').trim();
}

/** The indexes of the texts with words that were left untranslated. */
export function partlyTranslated(texts: readonly PreparedText[], translations: TranslatedUnits): number[] {
  return [...texts.keys()].filter((i) =>
    translationsOf(texts[i]?.layout ?? [], translations).some(({ isWhole }) => !isWhole),
  );
}

export function translationsOf(
  layout: PreparedText['layout'],
  translations: TranslatedUnits,
): UnitTranslation[] {
  const found: UnitTranslation[] = [];
  for (const unit of unitsOf(layout)) {
    const translation = translations.get(unit);
    if (translation !== undefined) found.push(translation);
  }
  return found;
}
