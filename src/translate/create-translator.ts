/**
 * Translates the texts of a call: separates the parts to translate from the parts to keep, finds the language
 * and routes, and assembles the answers.
 */
import type { RouteRule } from '../config/config-file.ts';
import type { Engine, TranslateOptions } from '../engines/engine.ts';
import { mainThread, type Pace } from '../lib/event-loop-turns.ts';
import { allowsPair } from '../lib/key-language-pair.ts';
import { canonicalLanguageTag } from '../lib/language-tag.ts';
import type { Refusal } from '../lib/outcome.ts';
import type { TranslationCache } from './cache/translation-cache.ts';
import { callWarnings } from './call-warnings.ts';
import { unitOptionsOf } from './context/unit-options.ts';
import { findAlternatives } from './find-alternatives.ts';
import { applyGlossaries, openGlossaries, type TextsWithTerms } from './glossary/apply-glossaries.ts';
import type { GlossaryLoader } from './glossary/glossary-loader.ts';
import { instructionsFor, type ReadStyleRules } from './instructions/gather-instructions.ts';
import { createPreparation } from './prepare-request.ts';
import type { Unit } from './protection/layout.ts';
import { enginesNotOfKey, pairNotOfKey, unknownEngine } from './refusals.ts';
import type { Leg } from './routing/language-routes.ts';
import { type Plan, planCall } from './routing/plan-call.ts';
import { planRephrasing } from './routing/plan-rephrasing.ts';
import type { Route } from './routing/route.ts';
import { type AllowedEngines, createTeamRoutes } from './routing/team-routes.ts';
import type { Work } from './scheduling/work.ts';
import type { EngineSupervisor } from './supervision/engine-supervisor.ts';
import { translateAlongRoutes, type UnitTranslation } from './translate-along-routes.ts';
import { joinParts, translateInParts } from './translate-in-parts.ts';
import { assembleText, translateUnits } from './translate-units.ts';
import type {
  Arrival,
  PreparedRequest,
  TeamRights,
  TeamWork,
  Translation,
  Translator,
} from './translator.ts';

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
  const teamRoutes = createTeamRoutes(engines, rules);
  const { routesFor, enginesFor } = teamRoutes;
  const preparation = createPreparation(engines, teamRoutes, parts.readStyleRules);
  return {
    routesFor,
    shedsOnArrival(arrival) {
      // The cache may have translations for which no engine has time.
      if (arrival.usesCache && cache !== undefined) return false;
      return supervisor.shedsFor(arrival.teamId, firstLegsOf(arrival), arrival.deadlineMs);
    },
    count: preparation.count,
    prepare: preparation.prepare,
    async preview(prepared, work) {
      const ready = await makeReady(prepared, work, mainThread.paceFor(work.teamId));
      if (!ready.ok) return ready;
      const { target, sources, routesBySource } = ready.plan;
      const areUnchanged = sources.map((source) => routesBySource.get(source)?.length === 0);
      return { ok: true, target, sources, areUnchanged };
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
      const warnings = await callWarnings(prepared, ready, translatedUnits, translations, pace);
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
        askedAlternatives: more.asked,
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
            warnings: await callWarnings(prepared, ready, translatedUnits, translations, pace),
          };
        },
      };
    },
  };

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
    const routes = routesFor(enginesFor(request, rights.engines));
    const source = canonicalLanguageTag(request.sourceLang ?? '');
    const target = canonicalLanguageTag(request.targetLang ?? '');
    if (request.rephrase !== undefined)
      return routes.rephrase.find(target ?? '').flatMap(({ legs: [only] }) => only ?? []);
    if (source === undefined || target === undefined) return [];
    return routes.find(source, target).flatMap(({ legs: [first] }) => first ?? []);
  }

  async function makeReady(prepared: PreparedRequest, work: TeamRights, pace: Pace) {
    const { request, texts } = prepared;
    if (enginesFor(request, teamEnginesOf(work))?.length === 0) return unknownEngine;
    const glossaries = await openGlossaries(parts.glossaries, prepared, { teamId: work.teamId, pace });
    if (!glossaries.ok) return glossaries;
    const plan = await planWithin(prepared, work, pace);
    if (!plan.ok) return plan;
    const marked = await applyGlossaries(glossaries.value, texts, plan, request);
    return marked.ok ? { ok: true as const, plan, marked: marked.value } : marked;
  }

  /** A call that the team may make and its key may not is forbidden, whatever the reason within the key's engines is. */
  async function planWithin(
    prepared: PreparedRequest,
    work: TeamRights,
    pace: Pace,
  ): Promise<Plan | Refusal> {
    const { ofKey } = work;
    const plan = await planWith(prepared, work.engines, pace);
    if (!plan.ok) {
      if (ofKey?.teamEngines === undefined) return plan;
      const ofTeam = await planWith(prepared, ofKey.teamEngines.ids, pace);
      return ofTeam.ok ? enginesNotOfKey : plan;
    }
    const pairs = ofKey?.languagePairs;
    if (pairs === undefined) return plan;
    for (const [source, routes] of plan.routesBySource) {
      // A text that is already in the target language is not translated.
      if (routes.length > 0 && !allowsPair(pairs, { source, target: plan.target }))
        return pairNotOfKey(source, plan.target);
    }
    return plan;
  }

  function planWith(prepared: PreparedRequest, engineIds: AllowedEngines, pace: Pace) {
    const { request, texts } = prepared;
    const words = texts.map((text) => text.words);
    const routes = routesFor(enginesFor(request, engineIds));
    const requiredInstructions = (source: string) =>
      request.instructions?.isRequired ? instructionsFor(prepared, source) : [];
    return request.rephrase === undefined
      ? planCall(routes, { ...request, requiredInstructions }, words, pace)
      : planRephrasing(routes.rephrase, request, words, pace);
  }
}

/** All of the team's, where its key may use only some of them. */
function teamEnginesOf({ engines, ofKey }: TeamRights): AllowedEngines {
  return ofKey?.teamEngines === undefined ? engines : ofKey.teamEngines.ids;
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
