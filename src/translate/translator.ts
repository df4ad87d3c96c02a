/**
 * Translates the texts of a call: separates the parts to translate from the parts to keep, finds the language
 * and routes, and assembles the answers.
 */
import type { RouteRule } from '../config/config-file.ts';
import type { Engine } from '../engines/engine.ts';
import { countCodePoints } from '../lib/code-points.ts';
import { mainThread, type Pace } from '../lib/event-loop-turns.ts';
import { answerLanguageTag, canonicalLanguageTag } from '../lib/language-tag.ts';
import type { Refusal } from '../lib/outcome.ts';
import type { TranslationCache } from './cache/translation-cache.ts';
import { applyGlossaries, openGlossaries, type TextsWithTerms } from './glossary/apply-glossaries.ts';
import type { FoundTerm } from './glossary/find-terms.ts';
import type { GlossaryLoader } from './glossary/glossary-loader.ts';
import { warnAboutSuspiciousTranslations } from './guard/suspicious-translations.ts';
import { countPlainTexts, type PreparedText, prepareTexts } from './prepare-texts.ts';
import type { Unit } from './protection/layout.ts';
import { unknownEngine } from './refusals.ts';
import { choosesFormality, type LanguageRoutes, type Leg, planRoutes } from './routing/language-routes.ts';
import { type Plan, planCall, type TranslationRequest } from './routing/plan-call.ts';
import type { Work } from './scheduling/work.ts';
import type { EngineSupervisor } from './supervision/engine-supervisor.ts';
import { translateAlongRoutes, type UnitTranslation } from './translate-along-routes.ts';
import { type TranslatedPart, translateInParts } from './translate-in-parts.ts';
import {
  assembleText,
  countUnits,
  partlyTranslated,
  type TranslatedUnits,
  type TranslateParts,
  translateUnits,
} from './translate-units.ts';
import { type Warning, warn } from './warnings.ts';

export type { TranslationRequest } from './routing/plan-call.ts';
export type { TranslatedPart } from './translate-in-parts.ts';

export interface Translation {
  readonly text: string;
  readonly source: string;
  /** The engine or engines that the text went through; `none` when it was returned unchanged. */
  readonly engine: string;
  /** The number of characters charged. */
  readonly characters: number;
  /** The glossary terms that were applied, in text order. */
  readonly terms: readonly FoundTerm[];
}

/** A request whose texts have been parsed and counted. */
export interface PreparedRequest {
  ok: true;
  readonly request: TranslationRequest;
  readonly texts: readonly PreparedText[];
  readonly characters: number;
  /** The characters of the context, once for each text that it may be sent with. Not charged. */
  readonly contextCharacters?: number;
  /** The entries of a glossary that is part of the request. */
  readonly ownEntries?: Uint8Array | undefined;
}

export type TranslationOutcome =
  | { ok: true; target: string; translations: Translation[]; warnings: Warning[] }
  | Refusal;

/** The team that owns the texts, and the engines that may see them. */
export interface TeamRights {
  readonly teamId: string;
  /** The engines that the team may use, in its order of preference; undefined means all engines. */
  readonly engines?: readonly string[] | undefined;
}

export interface Preview {
  ok: true;
  readonly target: string;
  /** The language of each text. */
  readonly sources: readonly string[];
}

export interface TeamWork extends Work, TeamRights {
  /** Whether translations may be read from and written to the cache. */
  readonly usesCache?: boolean | undefined;
  /** Disables cache writes; the cache may still be read. */
  readonly keepsNothing?: boolean | undefined;
  /**
   * Called before engines are used, possibly several times. If it rejects, no engine is used, and
   * `translate` rejects with its reason.
   */
  readonly askEngines?: (() => Promise<void>) | undefined;
}

/** A call before any work is done for it. The request is undefined while its body has not been read. */
export interface Arrival extends TeamRights, Pick<TeamWork, 'deadlineMs' | 'usesCache'> {
  readonly request?: Pick<TranslationRequest, 'sourceLang' | 'targetLang' | 'engine'>;
}

export interface CharacterCount {
  ok: true;
  readonly characters: number | undefined;
}

export interface PreparingWork {
  readonly teamId: string;
  readonly signal?: AbortSignal | undefined;
}

export interface Translator {
  /** The routes that use only the engines a team may use. */
  routesFor(engines: readonly string[] | undefined): LanguageRoutes;
  /**
   * Whether a call is shed regardless of its texts, because the queues of all engines that might translate them are
   * too long.
   */
  shedsOnArrival(arrival: Arrival): boolean;
  /**
   * The cost of a request, if it can be counted with almost no work. Undefined for texts with markup, and for
   * a request with a context, which is sent with each part of a text.
   */
  count(request: TranslationRequest): CharacterCount | Refusal;
  /**
   * Parses the texts and counts what each of them costs. Rejects with the signal's reason when it is aborted.
   */
  prepare(request: TranslationRequest, work: PreparingWork): Promise<PreparedRequest | Refusal>;
  /** Checks whether the request can be served, and between which languages, without using an engine. */
  preview(prepared: PreparedRequest, work: TeamRights): Promise<Preview | Refusal>;
  /** Rejects with `EngineError` when an engine fails, and with the signal's reason when it is aborted. */
  translate(prepared: PreparedRequest, work: TeamWork): Promise<TranslationOutcome>;
  /** The same part by part. No engine is used before the first part is requested. */
  openParts(prepared: PreparedRequest, work: TeamWork): Promise<OpenParts | Refusal>;
}

export interface OpenParts {
  ok: true;
  readonly target: string;
  /** In the order of the texts. Rejects like `translate`. */
  readonly parts: AsyncGenerator<TranslatedPart>;
  /** The whole translations, once all parts have been read. */
  summarize(parts: readonly TranslatedPart[]): Promise<{ translations: Translation[]; warnings: Warning[] }>;
}

export interface TranslatorParts {
  readonly engines: readonly Engine[];
  readonly supervisor: EngineSupervisor;
  readonly cache?: TranslationCache;
  readonly glossaries?: GlossaryLoader;
  readonly rules?: readonly RouteRule[];
}

export function createTranslator(parts: TranslatorParts): Translator {
  const { engines, supervisor, cache, rules = [] } = parts;
  const routesFor = rememberRoutes(engines, rules);
  return {
    routesFor,
    shedsOnArrival(arrival) {
      // The cache may have translations for which no engine has time.
      if (arrival.usesCache && cache !== undefined) return false;
      return supervisor.shedsFor(arrival.teamId, firstLegsOf(arrival), arrival.deadlineMs);
    },
    count({ texts, markup, context }) {
      return markup === undefined && !context ? countPlainTexts(texts) : { ok: true, characters: undefined };
    },
    async prepare(request, { teamId, signal }) {
      const pace = mainThread.paceFor(teamId, signal);
      const own = await request.glossary?.readEntries?.(pace);
      if (own?.ok === false) return own;
      const prepared = await prepareTexts(request.texts, request, pace);
      if (!prepared.ok) return prepared;
      const characters = prepared.texts.reduce((sum, text) => sum + text.characters, 0);
      const { texts } = prepared;
      const contextCharacters = countCodePoints(request.context ?? '') * countUnits(texts);
      return { ok: true, request, texts, characters, contextCharacters, ownEntries: own?.value };
    },
    async preview(prepared, work) {
      const ready = await makeReady(prepared, work, mainThread.paceFor(work.teamId));
      if (!ready.ok) return ready;
      const { target, sources } = ready.plan;
      return { ok: true, target, sources };
    },
    async translate(prepared, work) {
      const pace = mainThread.paceFor(work.teamId, work.signal);
      const ready = await makeReady(prepared, work, pace);
      if (!ready.ok) return ready;
      const { plan, marked } = ready;
      const { request } = prepared;
      const translatedUnits = await translateUnits(marked.texts, plan, alongRoutes(request, work), pace);
      const translations: Translation[] = [];
      for (const [i, text] of marked.texts.entries()) {
        if (pace.isOver) await pace.next();
        const source = plan.sources[i] ?? '';
        const { characters } = text;
        translations.push({
          ...assembleText(text, translatedUnits, request, { source, target: plan.target }),
          source,
          characters,
          terms: marked.terms[i] ?? [],
        });
      }
      const warnings = await allWarnings(request, ready, translatedUnits, translations, pace);
      return { ok: true, target: plan.target, translations, warnings };
    },
    async openParts(prepared, work) {
      const pace = mainThread.paceFor(work.teamId, work.signal);
      const ready = await makeReady(prepared, work, pace);
      if (!ready.ok) return ready;
      const { request, texts } = prepared;
      const { plan, marked } = ready;
      const translatedUnits = new Map<Unit, UnitTranslation>();
      const translateParts = alongRoutes(request, work);
      const toTranslate = { request, prepared: texts, texts: marked.texts, plan, translateParts, pace };
      return {
        ok: true,
        target: plan.target,
        parts: translateInParts(toTranslate, translatedUnits),
        async summarize(parts) {
          const translations = joinParts(parts, marked.terms);
          return {
            translations,
            warnings: await allWarnings(request, ready, translatedUnits, translations, pace),
          };
        },
      };
    },
  };

  function alongRoutes(request: TranslationRequest, work: TeamWork): TranslateParts {
    const options = { formality: request.formality?.level, context: request.context };
    const usedCache = work.usesCache ? cache : undefined;
    return (routes, units) =>
      translateAlongRoutes(supervisor, routes, units, { ...work, options }, usedCache);
  }

  function firstLegsOf({ request, ...rights }: Arrival): readonly Leg[] {
    if (request === undefined) return routesFor(rights.engines).firstLegs;
    const routes = routesFor(enginesFor(request, rights, engines));
    const source = canonicalLanguageTag(request.sourceLang ?? '');
    const target = canonicalLanguageTag(request.targetLang);
    if (source === undefined || target === undefined) return [];
    return routes.find(source, target).flatMap(({ legs: [first] }) => first ?? []);
  }

  async function makeReady(prepared: PreparedRequest, work: TeamRights, pace: Pace) {
    const { request, texts } = prepared;
    const allowed = enginesFor(request, work, engines);
    if (allowed !== undefined && allowed.length === 0) return unknownEngine;
    const glossaries = await openGlossaries(parts.glossaries, prepared, { teamId: work.teamId, pace });
    if (!glossaries.ok) return glossaries;
    const words = texts.map((text) => text.words);
    const plan = await planCall(routesFor(allowed), request, words, pace);
    if (!plan.ok) return plan;
    const marked = await applyGlossaries(glossaries.value, texts, plan, request);
    return marked.ok ? { ok: true as const, plan, marked: marked.value } : marked;
  }
}

/** One plan exists for each distinct list of engines among the teams, so there are usually few. */
const maxPlans = 200;

function rememberRoutes(engines: readonly Engine[], rules: readonly RouteRule[]) {
  const plans = new Map<string, LanguageRoutes>();
  return (allowed: readonly string[] | undefined): LanguageRoutes => {
    const key = allowed?.join(' ') ?? '*';
    let plan = plans.get(key);
    if (plan === undefined) {
      plan = planRoutes(inOrder(engines, allowed), rules);
      if (plans.size >= maxPlans) plans.clear();
      plans.set(key, plan);
    }
    return plan;
  };
}

function inOrder(engines: readonly Engine[], ids: readonly string[] | undefined): readonly Engine[] {
  return ids === undefined ? engines : ids.flatMap((id) => engines.filter((engine) => engine.id === id));
}

function enginesFor(
  { engine }: Pick<TranslationRequest, 'engine'>,
  { engines: allowed }: TeamRights,
  all: readonly Engine[],
): readonly string[] | undefined {
  if (engine === undefined) return allowed;
  return (allowed ?? all.map(({ id }) => id)).filter((id) => id === engine);
}

async function allWarnings(
  request: TranslationRequest,
  { plan, marked }: { plan: Plan; marked: TextsWithTerms },
  translatedUnits: TranslatedUnits,
  translations: readonly Translation[],
  pace: Pace,
): Promise<Warning[]> {
  return [
    ...warningsOf(plan, request, translatedUnits),
    ...marked.warnings,
    ...partlyTranslated(marked.texts, translatedUnits),
    ...(await warnAboutSuspiciousTranslations(request.texts, translations, plan.target, pace)),
  ];
}

function joinParts(
  parts: readonly TranslatedPart[],
  terms: readonly (readonly FoundTerm[])[],
): Translation[] {
  return [...Map.groupBy(parts, ({ index }) => index)].map(([index, ofText]) => {
    const engines = new Set(ofText.map(({ engine }) => engine).filter((engine) => engine !== 'none'));
    return {
      text: ofText.map(({ text }) => text).join(''),
      source: ofText[0]?.source ?? '',
      engine: engines.size === 0 ? 'none' : [...engines].join('+'),
      characters: ofText.reduce((sum, { characters }) => sum + characters, 0),
      terms: terms[index] ?? [],
    };
  });
}

function warningsOf(plan: Plan, request: TranslationRequest, translatedUnits: TranslatedUnits): Warning[] {
  const warnings: Warning[] = [];
  if ([...plan.routesBySource.values()].some((routes) => routes.length === 0)) {
    warnings.push(warn('source_equals_target'));
  }
  const withoutFormality = [...translatedUnits.values()].find(({ route }) => !choosesFormality(route))?.route;
  if (request.formality !== undefined && withoutFormality !== undefined) {
    warnings.push(warn('formality_not_supported', answerLanguageTag(withoutFormality.target)));
  }
  return warnings;
}
