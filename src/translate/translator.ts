/** Turns texts into texts: finds each text's language, its routes, and puts the answers back in order. */
import type { Engine } from '../engines/engine.ts';
import { type Problem, problem } from '../lib/errors.ts';
import { answerLanguageTag } from '../lib/language-tag.ts';
import type { TranslationCache } from './cache/translation-cache.ts';
import { type Carried, carryOut } from './carry-out.ts';
import type { EngineBoard } from './engine-board.ts';
import {
  choosesFormality,
  type LanguageRoutes,
  planRoutes,
  type Route,
  type RouteRule,
} from './language-routes.ts';
import { type Plan, planCall, type TranslationRequest } from './plan-call.ts';
import type { Work } from './scheduling/lane.ts';
import { type Warning, warn } from './warnings.ts';

export type { TranslationRequest } from './plan-call.ts';

export interface Translation {
  readonly text: string;
  readonly source: string;
  /** The engine or engines that a text went through, `none` when it came back as it was. */
  readonly engine: string;
}

export type TranslationOutcome =
  | { ok: true; target: string; translations: Translation[]; warnings: Warning[] }
  | { ok: false; problem: Problem };

/** On whose behalf, and with which engines. */
export interface TeamWork extends Work {
  /** The engines that the team may use, in its order of preference; undefined: all of them. */
  readonly engines?: readonly string[] | undefined;
  /** Whether translations may come from the cache and go there. */
  readonly usesCache?: boolean | undefined;
}

export interface Translator {
  /** The routes over the engines that a team may use. */
  routesFor(engines: readonly string[] | undefined): LanguageRoutes;
  /** Rejects with `EngineError` when an engine fails and with the signal's reason when that is aborted. */
  translate(request: TranslationRequest, work: TeamWork): Promise<TranslationOutcome>;
}

export interface TranslatorParts {
  readonly engines: readonly Engine[];
  readonly board: EngineBoard;
  readonly cache?: TranslationCache;
  readonly rules?: readonly RouteRule[];
}

export function createTranslator({ engines, board, cache, rules = [] }: TranslatorParts): Translator {
  const routesFor = rememberRoutes(engines, rules);
  return {
    routesFor,
    async translate(request, work) {
      const allowed = enginesFor(request, work, engines);
      if (allowed !== undefined && allowed.length === 0) return { ok: false, problem: unknownEngine };
      const plan = await planCall(routesFor(allowed), request);
      if (!plan.ok) return plan;
      const cacheUse = cache && work.usesCache ? { cache, options: optionsOf(request) } : undefined;
      const carry: Carry = (routes, texts) => carryOut(board, routes, texts, work, cacheUse);
      const { translations, taken } = await carryAll(request.texts, plan, carry);
      return { ok: true, target: plan.target, translations, warnings: warningsOf(request, plan, taken) };
    },
  };
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
  { engines: allowed }: TeamWork,
  all: readonly Engine[],
): readonly string[] | undefined {
  if (engine === undefined) return allowed;
  return (allowed ?? all.map(({ id }) => id)).filter((id) => id === engine);
}

const unknownEngine = problem(
  'invalid_request',
  "Value for 'engine' not supported: the team has no such engine. GET /v1/languages lists what it has.",
);

/** What decides a translation besides its text, languages and engine. */
function optionsOf({ formality }: TranslationRequest): string {
  return JSON.stringify({ formality });
}

type Carry = (routes: readonly Route[], texts: readonly string[]) => Promise<Carried>;

async function carryAll(texts: readonly string[], plan: Plan, carry: Carry) {
  const { sources, routesBySource } = plan;
  const translated = [...texts];
  const takenBySource = new Map<string, Route>();
  await Promise.all(
    [...routesBySource].map(async ([source, routes]) => {
      const indexes = [...texts.keys()].filter((i) => sources[i] === source && texts[i] !== '');
      if (routes.length === 0 || indexes.length === 0) return;
      const asked = indexes.map((i) => texts[i] ?? '');
      const { route, texts: answers } = await carry(routes, asked);
      takenBySource.set(source, route);
      for (const [position, index] of indexes.entries()) translated[index] = answers[position] ?? '';
    }),
  );
  const translations = translated.map((text, i) => {
    const source = sources[i] ?? '';
    return { text, source, engine: texts[i] === '' ? 'none' : engineNames(takenBySource.get(source)) };
  });
  return { translations, taken: [...takenBySource.values()] };
}

function engineNames(route: Route | undefined): string {
  return route === undefined ? 'none' : [...new Set(route.legs.map((leg) => leg.engine.id))].join('+');
}

function warningsOf(request: TranslationRequest, plan: Plan, taken: readonly Route[]): Warning[] {
  const warnings: Warning[] = [];
  if ([...plan.routesBySource.values()].some((routes) => routes.length === 0)) {
    warnings.push(
      warn('source_equals_target', 'Texts that are in the target language already came back unchanged.'),
    );
  }
  const unformal = taken.find((route) => !choosesFormality(route));
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
