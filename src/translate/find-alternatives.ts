/**
 * Finds other wordings of translations. They come from the engine that translated the text, after the translation:
 * whatever happens to them, the call has its translations. Only alternatives that are returned are charged.
 */
import { EngineError } from '../engines/engine.ts';
import type { Pace } from '../lib/event-loop-turns.ts';
import { suspicionOf } from './guard/translation-plausibility.ts';
import type { PreparedText } from './prepare-texts.ts';
import type { Unit } from './protection/layout.ts';
import { givesAlternatives } from './routing/language-routes.ts';
import type { TranslationRequest } from './routing/plan-call.ts';
import type { Route } from './routing/route.ts';
import type { Work } from './scheduling/work.ts';
import { type UnitTranslation, withShareOfTime } from './translate-along-routes.ts';
import { assembleText, type TranslatedUnits, translateUnits, translationsOf } from './translate-units.ts';
import { type Warning, warnAboutTexts } from './warnings.ts';

/** The share of the remaining time that alternatives get, so that the call is answered even without them. */
const shareOfTime = 0.8;

interface AlternativesWanted {
  readonly texts: readonly PreparedText[];
  readonly translations: readonly { readonly text: string; readonly source: string }[];
  readonly translatedUnits: TranslatedUnits;
  readonly request: TranslationRequest;
  /** How many for each text. */
  readonly count: number;
  readonly target: string;
  readonly work: Work;
  readonly translateParts: (
    routes: readonly Route[],
    units: readonly Unit['parts'][],
    work: Work,
  ) => Promise<UnitTranslation[]>;
  readonly pace: Pace;
}

interface Alternatives {
  /** For each text, without duplicates. */
  readonly alternatives: readonly string[][];
  readonly asked: AskedAlternatives;
  /** About texts whose engine cannot write alternatives. */
  readonly warnings: readonly Warning[];
}

export interface AskedAlternatives {
  /** How many for each text. */
  readonly count: number;
  /** The indexes of the texts whose engine was asked. */
  readonly texts: readonly number[];
}

/** Made from the answer, which for a repeat may have fewer alternatives than were found. */
export function warnAboutFewerAlternatives(
  { count, texts }: AskedAlternatives,
  answered: readonly { readonly alternatives?: readonly string[] | undefined }[],
): Warning[] {
  return warnAboutTexts(
    'fewer_alternatives',
    texts.filter((i) => (answered[i]?.alternatives?.length ?? 0) < count),
  );
}

/** Rejects with the signal's reason when the call is over. */
export async function findAlternatives(wanted: AlternativesWanted): Promise<Alternatives> {
  const { texts, translations, translatedUnits, count, pace } = wanted;
  const routes = texts.map((text) => routesOf(text, translatedUnits));
  const isAble = ([first, second]: readonly Route[] = []) =>
    first !== undefined && second === undefined && givesAlternatives(first);
  const able = [...texts.keys()].filter((i) => isAble(routes[i]));
  const unable = [...texts.keys()].filter((i) => routes[i]?.length !== 0 && !isAble(routes[i]));
  const rounds = await askRounds(
    wanted,
    Map.groupBy(able, (i) => routes[i]?.[0] as Route),
  );
  const alternatives: string[][] = [];
  for (const [i, { text }] of translations.entries()) {
    const wordings = new Set<string>();
    for (const units of rounds) {
      if (pace.isOver) await pace.next();
      const wording = wordingOf(wanted, i, units);
      if (wording !== undefined && wording !== text) wordings.add(wording);
    }
    alternatives.push([...wordings]);
  }
  return {
    alternatives,
    asked: { count, texts: able },
    warnings: warnAboutTexts('alternatives_not_supported', unable),
  };
}

/** The distinct routes that the units of a text took. */
function routesOf({ layout }: PreparedText, translatedUnits: TranslatedUnits): Route[] {
  return [...new Set(translationsOf(layout, translatedUnits).map(({ route }) => route))];
}

/** One map of units for each alternative, without the units whose engine failed. */
async function askRounds(
  wanted: AlternativesWanted,
  textsByRoute: ReadonlyMap<Route, readonly number[]>,
): Promise<TranslatedUnits[]> {
  // A signal that is already aborted fires no event.
  wanted.work.signal.throwIfAborted();
  const { done, ...limited } = withShareOfTime(wanted.work, shareOfTime);
  try {
    return await Promise.all(
      Array.from({ length: wanted.count }, async (_, n) => {
        const options = { ...limited.options, alternative: n + 1 };
        const parts = [...textsByRoute].map(([route, indexes]) =>
          askRoute(wanted, route, indexes, { ...limited, options }),
        );
        return new Map((await Promise.all(parts)).flatMap((units) => [...units]));
      }),
    );
  } finally {
    done();
  }
}

async function askRoute(
  { texts, translateParts, pace }: AlternativesWanted,
  route: Route,
  indexes: readonly number[],
  work: Work,
): Promise<TranslatedUnits> {
  const asked = indexes.flatMap((i) => texts[i] ?? []);
  const plan = {
    sources: asked.map(() => route.source),
    routesBySource: new Map([[route.source, [route]]]),
  };
  try {
    return await translateUnits(asked, plan, (routes, units) => translateParts(routes, units, work), pace);
  } catch (error) {
    // Also when the share of time is over. The end of the call has another reason.
    if (error instanceof EngineError) return new Map();
    throw error;
  }
}

/** Undefined unless every unit of the text has a whole, plausible answer. */
function wordingOf(
  { texts, translations, request, target }: AlternativesWanted,
  index: number,
  units: TranslatedUnits,
): string | undefined {
  const text = texts[index];
  const translation = translations[index];
  if (text === undefined || translation === undefined) return undefined;
  const { source } = translation;
  const answers = translationsOf(text.layout, units);
  if (answers.length === 0 || !answers.every(({ isWhole }) => isWhole)) return undefined;
  const { text: wording } = assembleText(text, units, request, { source, target });
  return suspicionOf(text.source, wording, { source, target }) === undefined ? wording : undefined;
}
