/** Finds the language of each text and its routes, or returns the reason for a refusal. */

import type { Formality } from '../../engines/engine.ts';
import { type Problem, problem } from '../../lib/errors.ts';
import type { Pace } from '../../lib/event-loop-turns.ts';
import {
  answerLanguageTag,
  baseLanguage,
  canonicalLanguageTag,
  languageName,
  sameLanguage,
} from '../../lib/language-tag.ts';
import { detectLanguages } from '../detection/detect-languages.ts';
import type { GlossaryRequest } from '../glossary/glossary-loader.ts';
import type { TextOptions } from '../prepare-texts.ts';
import { choosesFormality, type LanguageRoutes, type Route } from './language-routes.ts';

export interface TranslationRequest extends TextOptions {
  readonly texts: readonly string[];
  readonly targetLang: string;
  readonly sourceLang?: string | undefined;
  readonly glossary?: GlossaryRequest | undefined;
  readonly formality?: RequestedFormality | undefined;
  /** The text around the texts. It is neither translated nor charged. */
  readonly context?: string | undefined;
  /**
   * Whether sentences keep the start and end that they have in the source, where an engine would normalise
   * them.
   */
  readonly preservesFormatting?: boolean | undefined;
  /** The only engine to use, if the caller names one. */
  readonly engine?: string | undefined;
}

/**
 * A formality other than the engine's default. If `isRequired` and no route supports it, the call is refused.
 */
interface RequestedFormality {
  readonly level: Formality;
  readonly isRequired: boolean;
}

export interface Plan {
  ok: true;
  /** The target language as the engines know it. */
  target: string;
  /** The language of each text. */
  sources: string[];
  /**
   * In order of preference. An empty list means that the text is already in the target language and is
   * returned unchanged.
   */
  routesBySource: Map<string, readonly Route[]>;
}

export type Refusal = { ok: false; problem: Problem };

type PlanRequest = Pick<TranslationRequest, 'targetLang' | 'sourceLang' | 'formality'>;

export async function planCall(
  routes: LanguageRoutes,
  request: PlanRequest,
  words: readonly string[],
  pace: Pace,
): Promise<Plan | Refusal> {
  const target = canonicalLanguageTag(request.targetLang);
  const candidates = target === undefined ? [] : routes.sourcesFor(target);
  if (target === undefined || candidates.length === 0) return unsupported('target_lang', request.targetLang);

  const sources = await sourcesOfTexts(words, request.sourceLang, target, candidates, pace);
  if (!Array.isArray(sources)) return sources;

  const routesBySource = new Map<string, readonly Route[]>();
  for (const source of new Set(sources)) {
    const found = routes.find(source, target);
    if (found.length === 0 && !sameLanguage(source, target)) {
      return unsupported('source_lang', source, ` to ${answerLanguageTag(target)}`);
    }
    const isRequired = request.formality?.isRequired ?? false;
    const able = isRequired ? found.filter(choosesFormality) : found;
    if (isRequired && !hasFormality(routes, found, able, target)) return noFormality(target);
    routesBySource.set(source, able);
  }
  return { ok: true, target: routes.knownTarget(target) ?? target, sources, routesBySource };
}

async function sourcesOfTexts(
  words: readonly string[],
  sourceLang: string | undefined,
  target: string,
  candidates: readonly string[],
  pace: Pace,
): Promise<string[] | Refusal> {
  if (sourceLang !== undefined) {
    const source = canonicalLanguageTag(sourceLang);
    if (source === undefined) return unsupported('source_lang', sourceLang);
    return words.map(() => source);
  }
  const detections = await detectLanguages(words, [...candidates, baseLanguage(target)], pace);
  const index = detections.findIndex(({ kind }) => kind === 'no_route');
  const unroutable = detections[index];
  if (unroutable !== undefined) return withoutRoute(index, unroutable.language, target);
  return detections.map(({ language }) => language);
}

/**
 * A text that is already in the target language has no route; formality support then depends on the target
 * alone.
 */
function hasFormality(
  routes: LanguageRoutes,
  found: readonly Route[],
  able: readonly Route[],
  target: string,
): boolean {
  return found.length === 0 ? routes.hasFormality(target) : able.length > 0;
}

function unsupported(member: string, tag: string, rest = ''): Refusal {
  return {
    ok: false,
    problem: problem(
      'unsupported_language',
      `Value for '${member}' not supported: ${answerLanguageTag(tag)}${rest}. GET /v1/languages lists the supported languages.`,
    ),
  };
}

function noFormality(target: string): Refusal {
  return {
    ok: false,
    problem: problem(
      'invalid_request',
      `formality is not supported for target_lang ${answerLanguageTag(target)}. ` +
        'Omit it, or send prefer_more or prefer_less, which are ignored where formality is not supported.',
    ),
  };
}

function withoutRoute(index: number, language: string, target: string): Refusal {
  const name = `${languageName(language)} (${answerLanguageTag(language)})`;
  return {
    ok: false,
    problem: problem(
      'unsupported_language',
      `text[${index}] was detected as ${name}, which cannot be translated to ${answerLanguageTag(target)}. ` +
        'Send source_lang if the detected language is wrong.',
    ),
  };
}
