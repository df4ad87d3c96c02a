/** Finds each text's language and the routes from there, or says what is in the way. */
import { type Problem, problem } from '../lib/errors.ts';
import {
  answerLanguageTag,
  baseLanguage,
  canonicalLanguageTag,
  languageName,
  sameLanguage,
} from '../lib/language-tag.ts';
import { detectLanguages } from './detection/detect-languages.ts';
import type { LanguageRoutes, Route } from './language-routes.ts';

export interface TranslationRequest {
  readonly texts: readonly string[];
  readonly targetLang: string;
  readonly sourceLang?: string | undefined;
  /** Whether the caller asked for a formality other than the engine's own. */
  readonly wantsFormality: boolean;
  /** The one engine that the caller asks for. */
  readonly engine?: string | undefined;
}

export interface Plan {
  ok: true;
  /** The target language as the engines know it. */
  target: string;
  /** The language of each text. */
  sources: string[];
  /** In order of preference. None: the text is in the target language already and comes back as it is. */
  routesBySource: Map<string, readonly Route[]>;
}

export type Refusal = { ok: false; problem: Problem };

export async function planCall(routes: LanguageRoutes, request: TranslationRequest): Promise<Plan | Refusal> {
  const target = canonicalLanguageTag(request.targetLang);
  const candidates = target === undefined ? [] : routes.sourcesFor(target);
  if (target === undefined || candidates.length === 0) return unsupported('target_lang', request.targetLang);

  const sources = await sourcesOfTexts(request, target, candidates);
  if (!Array.isArray(sources)) return sources;

  const routesBySource = new Map<string, readonly Route[]>();
  for (const source of new Set(sources)) {
    const found = routes.find(source, target);
    if (found.length === 0 && !sameLanguage(source, target)) {
      return unsupported('source_lang', source, ` to ${answerLanguageTag(target)}`);
    }
    routesBySource.set(source, found);
  }
  return { ok: true, target: routes.knownTarget(target) ?? target, sources, routesBySource };
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

function unsupported(member: string, tag: string, rest = ''): Refusal {
  return {
    ok: false,
    problem: problem(
      'unsupported_language',
      `Value for '${member}' not supported: ${answerLanguageTag(tag)}${rest}. GET /v1/languages lists what is.`,
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
