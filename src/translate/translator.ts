/**
 * Translates the texts of a call: separates the parts to translate from the parts to keep, finds the language
 * and routes, and assembles the answers.
 */
import type { RouteRule } from '../config/config-file.ts';
import type { Engine, TranslateOptions } from '../engines/engine.ts';
import { countCodePoints } from '../lib/code-points.ts';
import { mainThread, type Pace } from '../lib/event-loop-turns.ts';
import { answerLanguageTag, canonicalLanguageTag } from '../lib/language-tag.ts';
import type { Refusal } from '../lib/outcome.ts';
import type { TranslationCache } from './cache/translation-cache.ts';
import { applyGlossaries, openGlossaries } from './glossary/apply-glossaries.ts';
import type { FoundTerm } from './glossary/find-terms.ts';
import type { GlossaryLoader } from './glossary/glossary-loader.ts';
import { warnAboutSuspiciousTranslations } from './guard/suspicious-translations.ts';
import {
  gatherInstructions,
  type Instruction,
  instructionsFor,
  type ReadStyleRules,
} from './instructions/gather-instructions.ts';
import { countPlainTexts, type PreparedText, prepareTexts } from './prepare-texts.ts';
import { unknownEngine } from './refusals.ts';
import {
  choosesFormality,
  followsInstructions,
  type LanguageRoutes,
  type Leg,
  planRoutes,
} from './routing/language-routes.ts';
import { type Plan, planCall, type TranslationRequest } from './routing/plan-call.ts';
import type { Work } from './scheduling/work.ts';
import type { EngineSupervisor } from './supervision/engine-supervisor.ts';
import { translateAlongRoutes } from './translate-along-routes.ts';
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
  /** The characters of the context and the instructions, once for each text that they may be sent with. Not charged. */
  readonly contextCharacters?: number;
  readonly instructions?: readonly Instruction[];
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
   * a request with a context or instructions, which are sent with each part of a text.
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
}

export interface TranslatorParts {
  readonly engines: readonly Engine[];
  readonly supervisor: EngineSupervisor;
  readonly cache?: TranslationCache;
  readonly glossaries?: GlossaryLoader;
  readonly readStyleRules?: ReadStyleRules;
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
    count({ texts, markup, context, instructions }) {
      const isPlain = markup === undefined && !context && instructions === undefined;
      return isPlain ? countPlainTexts(texts) : { ok: true, characters: undefined };
    },
    async prepare(request, { teamId, signal }) {
      const pace = mainThread.paceFor(teamId, signal);
      const own = await request.glossary?.readEntries?.(pace);
      if (own?.ok === false) return own;
      const gathered = await gatherInstructions(parts.readStyleRules, request, teamId);
      if (!gathered.ok) return gathered;
      const instructions = gathered.value;
      const prepared = await prepareTexts(request.texts, request, pace);
      if (!prepared.ok) return prepared;
      const characters = prepared.texts.reduce((sum, text) => sum + text.characters, 0);
      const { texts } = prepared;
      const sentWithEach = [request.context ?? '', ...instructions.map((each) => each.text)];
      const perUnit = sentWithEach.reduce((sum, text) => sum + countCodePoints(text), 0);
      const contextCharacters = perUnit * countUnits(texts);
      return {
        ok: true,
        request,
        texts,
        characters,
        contextCharacters,
        instructions,
        ownEntries: own?.value,
      };
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
      const translateParts: TranslateParts = (routes, units) =>
        translateAlongRoutes(
          supervisor,
          routes,
          units,
          { ...work, options: optionsOf(prepared, routes[0]?.source ?? '') },
          work.usesCache ? cache : undefined,
        );
      const translatedUnits = await translateUnits(marked.texts, plan, translateParts, pace);
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
      const warnings = [
        ...warningsOf(plan, prepared, translatedUnits),
        ...marked.warnings,
        ...partlyTranslated(marked.texts, translatedUnits),
        ...(await warnAboutSuspiciousTranslations(request.texts, translations, plan.target, pace)),
      ];
      return { ok: true, target: plan.target, translations, warnings };
    },
  };

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
    const needsInstructions = (source: string) =>
      (request.instructions?.isRequired ?? false) && instructionsFor(prepared, source).length > 0;
    const plan = await planCall(routesFor(allowed), { ...request, needsInstructions }, words, pace);
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

/** The options for texts in one language; each engine gets those that it supports. */
function optionsOf(prepared: PreparedRequest, source: string): TranslateOptions {
  const { formality, context } = prepared.request;
  return { formality: formality?.level, context, instructions: instructionsFor(prepared, source) };
}

function warningsOf(plan: Plan, prepared: PreparedRequest, translatedUnits: TranslatedUnits): Warning[] {
  const { request } = prepared;
  const warnings: Warning[] = [];
  if ([...plan.routesBySource.values()].some((routes) => routes.length === 0)) {
    warnings.push(warn('source_equals_target'));
  }
  const withoutFormality = [...translatedUnits.values()].find(({ route }) => !choosesFormality(route))?.route;
  if (request.formality !== undefined && withoutFormality !== undefined) {
    warnings.push(warn('formality_not_supported', answerLanguageTag(withoutFormality.target)));
  }
  // There may be tens of thousands of units, but they share a few routes.
  const usedRoutes = new Set([...translatedUnits.values()].map(({ route }) => route));
  const ignoresInstructions = [...usedRoutes].find(
    (route) => !followsInstructions(route) && instructionsFor(prepared, route.source).length > 0,
  );
  if (ignoresInstructions !== undefined) {
    warnings.push(warn('instructions_not_supported', answerLanguageTag(ignoresInstructions.target)));
  }
  return warnings;
}
