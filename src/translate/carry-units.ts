/** From the texts of a call to the units that are translated, and back to texts. */
import type { Pace } from '../lib/event-loop-turns.ts';
import type { Carried } from './carry-out.ts';
import type { Route } from './language-routes.ts';
import type { Plan } from './plan-call.ts';
import type { PreparedText } from './prepare-texts.ts';
import { compose, isSpan, type Unit, unitsOf } from './protection/layout.ts';
import { preserveFormatting } from './protection/preserve-formatting.ts';
import { hasWords } from './protection/verify.ts';
import { namedTexts, type Warning, warn } from './warnings.ts';

export type Carry = (routes: readonly Route[], units: readonly Unit['parts'][]) => Promise<Carried[]>;
export type CarriedUnits = ReadonlyMap<Unit, Carried>;

export async function carryUnits(
  texts: readonly PreparedText[],
  { sources, routesBySource }: Plan,
  carry: Carry,
  pace: Pace,
): Promise<CarriedUnits> {
  const carried = new Map<Unit, Carried>();
  await Promise.all(
    [...routesBySource].map(async ([source, routes]) => {
      if (routes.length === 0) return;
      const units = texts
        .filter((_, i) => sources[i] === source)
        .flatMap(({ layout }) => unitsOf(layout).filter(needsEngine));
      if (units.length === 0) return;
      for (const [unit, answer] of await carryInPortions(units, routes, carry, pace))
        carried.set(unit, answer);
    }),
  );
  return carried;
}

/** A call has many units where it has markup. To prepare them all in one go would hold everybody else up. */
const unitsAtOnce = 500;

async function carryInPortions(
  units: readonly Unit[],
  routes: readonly Route[],
  carry: Carry,
  pace: Pace,
): Promise<(readonly [Unit, Carried])[]> {
  const portions: Promise<(readonly [Unit, Carried])[]>[] = [];
  for (let start = 0; start < units.length; start += unitsAtOnce) {
    if (pace.isOver) await pace.next();
    const portion = units.slice(start, start + unitsAtOnce);
    const carried = carryPortion(portion, routes, carry);
    // It may fail while the next one is prepared; whoever waits for all of them hears of it.
    carried.catch(() => undefined);
    portions.push(carried);
  }
  return (await Promise.all(portions)).flat();
}

async function carryPortion(units: readonly Unit[], routes: readonly Route[], carry: Carry) {
  const answers = await carry(
    routes,
    units.map(({ parts }) => parts),
  );
  return units.flatMap((unit, i) => {
    const answer = answers[i];
    return answer === undefined ? [] : [[unit, answer] as const];
  });
}

/** How many texts an engine gets at most, if it answers each of them well. */
export function countUnits(texts: readonly PreparedText[]): number {
  return texts.reduce((sum, { layout }) => sum + unitsOf(layout).filter(needsEngine).length, 0);
}

/** A unit of nothing but spans is ready as it is. */
function needsEngine({ parts }: Unit): boolean {
  return !parts.some(isSpan) || hasWords(parts);
}

/** The text again, and the engine or engines that it went through: `none` when it came back as it was. */
export function putTogether(
  { source, layout }: PreparedText,
  carried: CarriedUnits,
  { preservesFormatting = false }: { preservesFormatting?: boolean | undefined },
): { text: string; engine: string } {
  const legs = carriedOf(layout, carried).flatMap(({ route }) => route.legs);
  if (legs.length === 0) return { text: source, engine: 'none' };
  const text = compose(layout, (unit) => {
    const parts = carried.get(unit)?.parts;
    return parts !== undefined && preservesFormatting ? preserveFormatting(unit.parts, parts) : parts;
  });
  return { text, engine: [...new Set(legs.map(({ engine }) => engine.id))].join('+') };
}

export function partlyTranslated(texts: readonly PreparedText[], carried: CarriedUnits): Warning[] {
  const indexes = [...texts.keys()].filter((i) =>
    carriedOf(texts[i]?.layout ?? [], carried).some(({ isWhole }) => !isWhole),
  );
  if (indexes.length === 0) return [];
  const detail = `Words in ${namedTexts(indexes)} came back untranslated, so that everything around them could be kept.`;
  return [warn('partly_translated', detail)];
}

function carriedOf(layout: PreparedText['layout'], carried: CarriedUnits): Carried[] {
  return unitsOf(layout).flatMap((unit) => carried.get(unit) ?? []);
}
