/**
 * Turns texts into texts: takes each apart into what is translated and what is kept, finds its language and routes,
 * and puts the answers together again.
 */
import type { Engine } from '../engines/engine.ts';
import { countCodePoints } from '../lib/code-points.ts';
import { type Problem, problem } from '../lib/errors.ts';
import { mainThread, type Pace } from '../lib/event-loop-turns.ts';
import { answerLanguageTag } from '../lib/language-tag.ts';
import type { TranslationCache } from './cache/translation-cache.ts';
import { applyGlossaries, openGlossaries } from './glossary/apply-glossaries.ts';
import type { FoundTerm } from './glossary/find-terms.ts';
import type { GlossaryLoader } from './glossary/glossary-loader.ts';
import { warnOfDoubts } from './guard/doubtful-texts.ts';
import { countPlainTexts, type PreparedText, prepareTexts } from './prepare-texts.ts';
import {
  choosesFormality,
  type LanguageRoutes,
  planRoutes,
  type RouteRule,
} from './routing/language-routes.ts';
import { type Plan, planCall, type Refusal, type TranslationRequest } from './routing/plan-call.ts';
import type { Work } from './scheduling/engine-queue.ts';
import type { EngineSupervisor } from './supervision/engine-supervisor.ts';
import { translateAlongRoutes } from './translate-along-routes.ts';
import {
  countUnits,
  partlyTranslated,
  putTogether,
  type TranslatedUnits,
  type TranslateParts,
  translateUnits,
} from './translate-units.ts';
import { type Warning, warn } from './warnings.ts';

export type { TranslationRequest } from './routing/plan-call.ts';

export interface Translation {
  readonly text: string;
  readonly source: string;
  /** The engine or engines that a text went through, `none` when it came back as it was. */
  readonly engine: string;
  /** What it costs. */
  readonly characters: number;
  /** The terms of glossaries that were applied, in the order of the text. */
  readonly terms: readonly FoundTerm[];
}

/** A request whose texts are taken apart, and counted. */
export interface PreparedRequest {
  ok: true;
  readonly request: TranslationRequest;
  readonly texts: readonly PreparedText[];
  readonly characters: number;
  /** Of the context, once for each text that engines may be sent it with: not charged. */
  readonly contextCharacters?: number;
  /** The entries of a glossary that the request brings along. */
  readonly ownEntries?: Uint8Array | undefined;
}

export type TranslationOutcome =
  | { ok: true; target: string; translations: Translation[]; warnings: Warning[] }
  | { ok: false; problem: Problem };

/** Whose texts they are, and which engines may see them. */
export interface TeamRights {
  readonly teamId: string;
  /** The engines that the team may use, in its order of preference; undefined: all of them. */
  readonly engines?: readonly string[] | undefined;
}

export interface Preview {
  ok: true;
  readonly target: string;
  /** The language of each text. */
  readonly sources: readonly string[];
}

/** On whose behalf, and with which engines. */
export interface TeamWork extends Work, TeamRights {
  /** Whether translations may come from the cache and go there. */
  readonly usesCache?: boolean | undefined;
  /** Nothing goes to the cache, though it may be read. */
  readonly keepsNothing?: boolean | undefined;
  /** Before the first engine is asked. Where it rejects, none is, and `translate` rejects with its reason. */
  readonly askEngines?: (() => Promise<void>) | undefined;
}

/** A call of which nothing is known but who makes it. */
export interface Arrival extends TeamRights, Pick<TeamWork, 'deadlineMs' | 'usesCache'> {}

export interface CharacterCount {
  ok: true;
  readonly characters: number | undefined;
}

/** On whose behalf texts are taken apart, and for how long. */
export interface PreparingWork {
  readonly teamId: string;
  readonly signal?: AbortSignal | undefined;
}

export interface Translator {
  /** The routes over the engines that a team may use. */
  routesFor(engines: readonly string[] | undefined): LanguageRoutes;
  /** Whether a call is shed whatever it asks for, because the queues of all of its engines are too long. */
  shedsOnArrival(arrival: Arrival): boolean;
  /**
   * What a request would cost, where that takes next to no work to find out; undefined for texts with markup, and with a
   * context, which is sent with each part of a text.
   */
  count(request: TranslationRequest): CharacterCount | Refusal;
  /** Takes the texts apart, which tells what each of them costs. Rejects with the signal's reason when that is aborted. */
  prepare(request: TranslationRequest, work: PreparingWork): Promise<PreparedRequest | Refusal>;
  /** Whether the request can be carried out, and between which languages, without asking an engine for anything. */
  preview(prepared: PreparedRequest, work: TeamRights): Promise<Preview | Refusal>;
  /** Rejects with `EngineError` when an engine fails and with the signal's reason when that is aborted. */
  translate(prepared: PreparedRequest, work: TeamWork): Promise<TranslationOutcome>;
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
    shedsOnArrival({ teamId, engines: allowed, deadlineMs, usesCache }) {
      // The cache may have what no engine has time for.
      if (usesCache && cache !== undefined) return false;
      return supervisor.shedsFor(teamId, routesFor(allowed).firstLegs, deadlineMs);
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
      const options = { formality: request.formality?.level, context: request.context };
      const translateParts: TranslateParts = (routes, units) =>
        translateAlongRoutes(
          supervisor,
          routes,
          units,
          { ...work, options },
          work.usesCache ? cache : undefined,
        );
      const translatedUnits = await translateUnits(marked.texts, plan, translateParts, pace);
      const translations: Translation[] = [];
      for (const [i, text] of marked.texts.entries()) {
        if (pace.isOver) await pace.next();
        const source = plan.sources[i] ?? '';
        const { characters } = text;
        translations.push({
          ...putTogether(text, translatedUnits, request),
          source,
          characters,
          terms: marked.terms[i] ?? [],
        });
      }
      const warnings = [
        ...warningsOf(plan, request, translatedUnits),
        ...marked.warnings,
        ...partlyTranslated(marked.texts, translatedUnits),
        ...(await warnOfDoubts(request.texts, translations, plan.target, pace)),
      ];
      return { ok: true, target: plan.target, translations, warnings };
    },
  };

  async function makeReady(prepared: PreparedRequest, work: TeamRights, pace: Pace) {
    const { request, texts } = prepared;
    const allowed = enginesFor(request, work, engines);
    if (allowed !== undefined && allowed.length === 0) return { ok: false as const, problem: unknownEngine };
    const glossaries = await openGlossaries(parts.glossaries, prepared, { teamId: work.teamId, pace });
    if (!glossaries.ok) return glossaries;
    const words = texts.map((text) => text.words);
    const plan = await planCall(routesFor(allowed), request, words, pace);
    if (!plan.ok) return plan;
    const marked = await applyGlossaries(glossaries.value, texts, plan, request);
    return marked.ok ? { ok: true as const, plan, marked: marked.value } : marked;
  }
}

/** There are as many plans as there are different lists of engines among the teams: few, or none. */
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
  { engine }: TranslationRequest,
  { engines: allowed }: TeamRights,
  all: readonly Engine[],
): readonly string[] | undefined {
  if (engine === undefined) return allowed;
  return (allowed ?? all.map(({ id }) => id)).filter((id) => id === engine);
}

const unknownEngine = problem(
  'invalid_request',
  "Value for 'engine' not supported: the team has no such engine. GET /v1/languages lists what it has.",
);

function warningsOf(plan: Plan, request: TranslationRequest, translatedUnits: TranslatedUnits): Warning[] {
  const warnings: Warning[] = [];
  if ([...plan.routesBySource.values()].some((routes) => routes.length === 0)) {
    warnings.push(
      warn('source_equals_target', 'Texts that are in the target language already came back unchanged.'),
    );
  }
  const unformal = [...translatedUnits.values()].find(({ route }) => !choosesFormality(route))?.route;
  if (request.formality !== undefined && unformal !== undefined) {
    warnings.push(
      warn(
        'formality_not_supported',
        `Formality can't be chosen for ${answerLanguageTag(unformal.target)}; it was ignored.`,
      ),
    );
  }
  return warnings;
}
