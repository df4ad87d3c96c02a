/** Turns texts into texts: finds each text's language, its route, and puts the answers back in order. */
import type { Engine } from '../engines/engine.ts';
import { type Problem, problem } from '../lib/errors.ts';
import {
  answerLanguageTag,
  baseLanguage,
  canonicalLanguageTag,
  languageName,
  sameLanguage,
} from '../lib/language-tag.ts';
import { detectLanguages } from './detection/detect-languages.ts';
import { choosesFormality, type LanguageRoutes, planRoutes, type Route } from './language-routes.ts';
import { type Warning, warn } from './warnings.ts';

export interface TranslationRequest {
  readonly texts: readonly string[];
  readonly targetLang: string;
  readonly sourceLang?: string | undefined;
  /** A formality other than the engine's own: where there is none, `wanted` goes without, `required` refuses. */
  readonly formality?: 'wanted' | 'required' | undefined;
}

export interface Translation {
  readonly text: string;
  readonly source: string;
  /** The engine or engines that a text went through, `none` when it came back as it was. */
  readonly engine: string;
}

export type TranslationOutcome =
  | { ok: true; target: string; translations: Translation[]; warnings: Warning[] }
  | { ok: false; problem: Problem };

export interface Translator {
  readonly routes: LanguageRoutes;
  /** Rejects with `EngineError` when an engine fails and with the signal's reason when that is aborted. */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<TranslationOutcome>;
}

export function createTranslator(engines: readonly Engine[]): Translator {
  const routes = planRoutes(engines);
  return {
    routes,
    async translate(request, signal) {
      const plan = await planCall(routes, request);
      if (!plan.ok) return plan;
      const translations = await carryOut(request.texts, plan.sources, plan.routeBySource, signal);
      return { ok: true, target: plan.target, translations, warnings: warningsOf(request, plan) };
    },
  };
}

interface Plan {
  ok: true;
  /** The target language as the engines know it. */
  target: string;
  /** The language of each text. */
  sources: string[];
  /** No route: the text is in the target language already and comes back as it is. */
  routeBySource: Map<string, Route | undefined>;
}

type Refusal = { ok: false; problem: Problem };

async function planCall(routes: LanguageRoutes, request: TranslationRequest): Promise<Plan | Refusal> {
  const target = canonicalLanguageTag(request.targetLang);
  const candidates = target === undefined ? [] : routes.sourcesFor(target);
  if (target === undefined || candidates.length === 0) return unsupported('target_lang', request.targetLang);

  const sources = await sourcesOfTexts(request, target, candidates);
  if (!Array.isArray(sources)) return sources;

  const routeBySource = new Map<string, Route | undefined>();
  for (const source of new Set(sources)) {
    const route = routes.find(source, target);
    if (route === undefined && !sameLanguage(source, target)) {
      return unsupported('source_lang', source, ` to ${answerLanguageTag(target)}`);
    }
    if (request.formality === 'required' && !hasFormality(routes, route, target)) return noFormality(target);
    routeBySource.set(source, route);
  }
  return { ok: true, target: routes.knownTarget(target) ?? target, sources, routeBySource };
}

/** A text that is in the target language already has no route, and what it may ask for is up to its language. */
function hasFormality(routes: LanguageRoutes, route: Route | undefined, target: string): boolean {
  return route === undefined ? routes.hasFormality(target) : choosesFormality(route);
}

async function sourcesOfTexts(
  request: TranslationRequest,
  target: string,
  candidates: readonly string[],
): Promise<string[] | Refusal> {
  if (request.sourceLang !== undefined) {
    const source = canonicalLanguageTag(request.sourceLang);
    if (source === undefined) return unsupported('source_lang', request.sourceLang);
    return request.texts.map(() => source);
  }
  const detections = await detectLanguages(request.texts, [...candidates, baseLanguage(target)]);
  const index = detections.findIndex(({ kind }) => kind === 'no_route');
  const foreign = detections[index];
  if (foreign !== undefined) return withoutRoute(index, foreign.language, target);
  return detections.map(({ language }) => language);
}

async function carryOut(
  texts: readonly string[],
  sources: readonly string[],
  routeBySource: ReadonlyMap<string, Route | undefined>,
  signal: AbortSignal,
): Promise<Translation[]> {
  const translated = [...texts];
  await Promise.all(
    [...routeBySource].map(async ([source, route]) => {
      if (route === undefined) return;
      const indexes = [...texts.keys()].filter((i) => sources[i] === source && texts[i] !== '');
      const answers = await travel(
        route,
        indexes.map((i) => texts[i] ?? ''),
        signal,
      );
      for (const [position, index] of indexes.entries()) translated[index] = answers[position] ?? '';
    }),
  );
  return translated.map((text, i) => {
    const source = sources[i] ?? '';
    return { text, source, engine: texts[i] === '' ? 'none' : engineNames(routeBySource.get(source)) };
  });
}

function engineNames(route: Route | undefined): string {
  return route === undefined ? 'none' : [...new Set(route.legs.map((leg) => leg.engine.id))].join('+');
}

async function travel(
  route: Route,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  let current = texts;
  for (const { engine, source, target } of route.legs) {
    current = await engine.translate({ source, target, texts: current }, signal);
  }
  return current;
}

function warningsOf(request: TranslationRequest, plan: Plan): Warning[] {
  const routes = [...plan.routeBySource.values()];
  const warnings: Warning[] = [];
  if (routes.includes(undefined)) {
    warnings.push(
      warn('source_equals_target', 'Texts that are in the target language already came back unchanged.'),
    );
  }
  const unformal = routes.find((route) => route !== undefined && !choosesFormality(route));
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

function unsupported(member: string, tag: string, rest = ''): Refusal {
  return {
    ok: false,
    problem: problem(
      'unsupported_language',
      `Value for '${member}' not supported: ${answerLanguageTag(tag)}${rest}. GET /v1/languages lists what is.`,
    ),
  };
}

function noFormality(target: string): Refusal {
  return {
    ok: false,
    problem: problem(
      'invalid_request',
      `formality can't be chosen for target_lang ${answerLanguageTag(target)}. ` +
        'Leave it out, or send prefer_more or prefer_less, which go without it where it is missing.',
    ),
  };
}

function withoutRoute(index: number, language: string, target: string): Refusal {
  const name = `${languageName(language)} (${answerLanguageTag(language)})`;
  return {
    ok: false,
    problem: problem(
      'unsupported_language',
      `text[${index}] seems to be ${name}, which can't be translated to ${answerLanguageTag(target)}. ` +
        'Send source_lang if that is wrong.',
    ),
  };
}
