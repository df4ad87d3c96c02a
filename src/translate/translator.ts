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
import { requestLimits } from '../lib/request-limits.ts';
import type { TranslationCache } from './cache/translation-cache.ts';
import { countNeighbours } from './context/neighbour-contexts.ts';
import type { Passage } from './context/passages.ts';
import { preparePassages } from './context/prepare-passages.ts';
import { unitOptionsOf, usesNeighbours } from './context/unit-options.ts';
import { findAlternatives } from './find-alternatives.ts';
import { applyGlossaries, openGlossaries, type TextsWithTerms } from './glossary/apply-glossaries.ts';
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
import type { Unit } from './protection/layout.ts';
import { tooManyWithAlternatives, unknownEngine } from './refusals.ts';
import {
  choosesFormality,
  followsInstructions,
  type LanguageRoutes,
  type Leg,
  planRoutes,
} from './routing/language-routes.ts';
import { type Plan, planCall, type TranslationRequest } from './routing/plan-call.ts';
import { planRephrasing } from './routing/plan-rephrasing.ts';
import type { Route } from './routing/route.ts';
import type { Work } from './scheduling/work.ts';
import type { EngineSupervisor } from './supervision/engine-supervisor.ts';
import { translateAlongRoutes, type UnitTranslation } from './translate-along-routes.ts';
import { type TranslatedPart, translateInParts } from './translate-in-parts.ts';
import {
  assembleText,
  countUnits,
  partlyTranslated,
  type TranslatedUnits,
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
  /** The number of characters charged: those of the text, and once more for each alternative. */
  readonly characters: number;
  /** Other wordings, if they were requested. */
  readonly alternatives?: readonly string[] | undefined;
  /** The glossary terms that were applied, in text order. */
  readonly terms: readonly FoundTerm[];
}

/** A request whose texts have been parsed and counted. */
export interface PreparedRequest {
  ok: true;
  readonly request: TranslationRequest;
  readonly texts: readonly PreparedText[];
  /** What the call costs at most: alternatives that an engine does not give are not charged. */
  readonly characters: number;
  /** The units that may be context for each other; undefined if no engine of the request uses neighbours. */
  readonly passages?: readonly Passage[] | undefined;
  /**
   * The characters of the context, of neighbours and of instructions, once for each text that they may be sent with. Not
   * charged.
   */
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
  readonly request?: Pick<TranslationRequest, 'sourceLang' | 'targetLang' | 'engine' | 'rephrase'>;
}

export interface CharacterCount {
  ok: true;
  readonly characters: number | undefined;
}

export interface PreparingWork extends TeamRights {
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
   * a request with a context, instructions or neighbours, which are sent with each part of a text.
   */
  count(request: TranslationRequest, rights: TeamRights): CharacterCount | Refusal;
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
  readonly readStyleRules?: ReadStyleRules;
  readonly rules?: readonly RouteRule[];
}

export function createTranslator(parts: TranslatorParts): Translator {
  const { engines, supervisor, cache, rules = [] } = parts;
  const routesFor = rememberRoutes(engines, rules);
  const anyUsesNeighbours = engines.some(({ contextSegments = 0 }) => contextSegments > 0);
  return {
    routesFor,
    shedsOnArrival(arrival) {
      // The cache may have translations for which no engine has time.
      if (arrival.usesCache && cache !== undefined) return false;
      return supervisor.shedsFor(arrival.teamId, firstLegsOf(arrival), arrival.deadlineMs);
    },
    count(request, rights) {
      const { texts, markup, context, instructions, sentenceEnds } = request;
      const isSplit = sentenceEnds !== undefined && neighbourLegsOf(request, rights).length > 0;
      if (markup !== undefined || context || instructions !== undefined || isSplit)
        return { ok: true, characters: undefined };
      const counted = countPlainTexts(texts);
      return counted.ok ? withAlternatives(counted.characters, request, rights) : counted;
    },
    async prepare(request, { signal, ...rights }) {
      const { teamId } = rights;
      const pace = mainThread.paceFor(teamId, signal);
      const own = await request.glossary?.readEntries?.(pace);
      if (own?.ok === false) return own;
      const gathered = await gatherInstructions(parts.readStyleRules, request, teamId);
      if (!gathered.ok) return gathered;
      const instructions = gathered.value;
      const prepared = await prepareTexts(request.texts, request, pace);
      if (!prepared.ok) return prepared;
      const { texts } = prepared;
      const once = texts.reduce((sum, text) => sum + text.characters, 0);
      const counted = withAlternatives(once, request, rights);
      if (!counted.ok) return counted;
      const { characters } = counted;
      const legs = neighbourLegsOf(request, rights);
      const passages = legs.length > 0 ? await preparePassages(request, texts, pace) : undefined;
      const sentWithEach = [request.context ?? '', ...instructions.map((each) => each.text)];
      const perUnit = sentWithEach.reduce((sum, text) => sum + countCodePoints(text), 0);
      const contextOnce = perUnit * countUnits(texts) + (await countNeighbours(passages, legs, pace));
      const contextCharacters = contextOnce * (1 + mostAlternatives(request, rights));
      const ownEntries = own?.value;
      return { ok: true, request, texts, characters, passages, contextCharacters, instructions, ownEntries };
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
      const translateParts = alongRoutes(prepared, marked, work, pace);
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
      const warnings = await allWarnings(prepared, ready, translatedUnits, translations, pace);
      const { target } = plan;
      if (request.alternatives === undefined) return { ok: true, target, translations, warnings };
      const more = await findAlternatives({
        texts: marked.texts,
        translations,
        translatedUnits,
        request,
        count: request.alternatives,
        target,
        work,
        translateParts,
        pace,
      });
      return {
        ok: true,
        target,
        translations: translations.map((translation, i) =>
          chargedWith(translation, more.alternatives[i] ?? []),
        ),
        warnings: [...warnings, ...more.warnings],
      };
    },
    async openParts(prepared, work) {
      const pace = mainThread.paceFor(work.teamId, work.signal);
      const ready = await makeReady(prepared, work, pace);
      if (!ready.ok) return ready;
      const { request, texts } = prepared;
      const { plan, marked } = ready;
      const translatedUnits = new Map<Unit, UnitTranslation>();
      const translateParts = alongRoutes(prepared, marked, work, pace);
      const toTranslate = { request, prepared: texts, texts: marked.texts, plan, translateParts, pace };
      return {
        ok: true,
        target: plan.target,
        parts: translateInParts(toTranslate, translatedUnits),
        async summarize(parts) {
          const translations = joinParts(parts, marked.terms);
          return {
            translations,
            warnings: await allWarnings(prepared, ready, translatedUnits, translations, pace),
          };
        },
      };
    },
  };

  /** How many alternatives a text may get and be charged for. */
  function mostAlternatives(request: TranslationRequest, rights: Partial<TeamRights> = {}): number {
    const { alternatives = 0 } = request;
    if (alternatives === 0) return 0;
    return routesFor(enginesFor(request, rights, engines)).giveAlternatives ? alternatives : 0;
  }

  /** Alternatives count towards every limit, since the burst of characters covers no larger call. */
  function withAlternatives(once: number, request: TranslationRequest, rights?: TeamRights) {
    const alternatives = mostAlternatives(request, rights);
    const characters = once * (1 + alternatives);
    if (characters > requestLimits.maxCharactersPerCall) return tooManyWithAlternatives(once, alternatives);
    return { ok: true as const, characters };
  }

  /** Work of its own, such as that of an alternative, replaces the work and adds to the options of the call. */
  function alongRoutes(prepared: PreparedRequest, marked: TextsWithTerms, work: TeamWork, pace: Pace) {
    const unitOptionsFor = unitOptionsOf(prepared.texts, marked.texts, prepared.passages ?? [], pace);
    const usedCache = work.usesCache ? cache : undefined;
    return (routes: readonly Route[], units: readonly Unit['parts'][], ownWork?: Work) => {
      const options = { ...optionsOf(prepared, routes[0]?.source ?? ''), ...ownWork?.options };
      const whole = { ...work, ...ownWork, options, unitOptionsFor };
      return translateAlongRoutes(supervisor, routes, units, whole, usedCache);
    };
  }

  function firstLegsOf({ request, ...rights }: Arrival): readonly Leg[] {
    if (request === undefined) return routesFor(rights.engines).firstLegs;
    const routes = routesFor(enginesFor(request, rights, engines));
    const source = canonicalLanguageTag(request.sourceLang ?? '');
    const target = canonicalLanguageTag(request.targetLang ?? '');
    if (request.rephrase !== undefined)
      return routes.rephrase.find(target ?? '').flatMap(({ legs: [only] }) => only ?? []);
    if (source === undefined || target === undefined) return [];
    return routes.find(source, target).flatMap(({ legs: [first] }) => first ?? []);
  }

  /** The legs that a request may use and that get neighbours. Its source language may not be known yet. */
  function neighbourLegsOf(request: TranslationRequest, rights: TeamRights): readonly Leg[] {
    const target = canonicalLanguageTag(request.targetLang ?? '');
    if (!anyUsesNeighbours || target === undefined || request.rephrase !== undefined) return [];
    const routes = routesFor(enginesFor(request, rights, engines));
    const source = canonicalLanguageTag(request.sourceLang ?? '');
    const sources = source === undefined ? routes.sourcesFor(target) : [source];
    return sources
      .flatMap((each) => routes.find(each, target))
      .flatMap(({ legs: [first] }) => (first !== undefined && usesNeighbours(first) ? first : []));
  }

  async function makeReady(prepared: PreparedRequest, work: TeamRights, pace: Pace) {
    const { request, texts } = prepared;
    const allowed = enginesFor(request, work, engines);
    if (allowed !== undefined && allowed.length === 0) return unknownEngine;
    const glossaries = await openGlossaries(parts.glossaries, prepared, { teamId: work.teamId, pace });
    if (!glossaries.ok) return glossaries;
    const words = texts.map((text) => text.words);
    const routes = routesFor(allowed);
    const needsInstructions = (source: string) =>
      (request.instructions?.isRequired ?? false) && instructionsFor(prepared, source).length > 0;
    const plan =
      request.rephrase === undefined
        ? await planCall(routes, { ...request, needsInstructions }, words, pace)
        : await planRephrasing(routes.rephrase, request, words, pace);
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
  { engines: allowed }: Pick<TeamRights, 'engines'>,
  all: readonly Engine[],
): readonly string[] | undefined {
  if (engine === undefined) return allowed;
  return (allowed ?? all.map(({ id }) => id)).filter((id) => id === engine);
}

/** An alternative costs as much as the translation. */
function chargedWith(translation: Translation, alternatives: readonly string[]): Translation {
  const characters = translation.characters * (1 + alternatives.length);
  return { ...translation, alternatives, characters };
}

/** The options for texts in one language; each engine gets those that it supports. */
function optionsOf(prepared: PreparedRequest, source: string): TranslateOptions {
  const { formality, context, rephrase } = prepared.request;
  return { formality: formality?.level, context, rephrase, instructions: instructionsFor(prepared, source) };
}

async function allWarnings(
  prepared: PreparedRequest,
  { plan, marked }: { plan: Plan; marked: TextsWithTerms },
  translatedUnits: TranslatedUnits,
  translations: readonly Translation[],
  pace: Pace,
): Promise<Warning[]> {
  const { texts, rephrase } = prepared.request;
  return [
    ...warningsOf(plan, prepared, translatedUnits),
    ...marked.warnings,
    ...partlyTranslated(
      marked.texts,
      translatedUnits,
      rephrase === undefined ? 'partly_translated' : 'partly_rephrased',
    ),
    ...(await warnAboutSuspiciousTranslations(texts, translations, plan.target, pace)),
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
