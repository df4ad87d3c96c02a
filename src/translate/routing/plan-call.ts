/** Finds the language of each text and its routes, or returns the reason for a refusal. */

import type { Formality, RephraseOptions } from '../../engines/engine.ts';
import type { Pace } from '../../lib/event-loop-turns.ts';
import {
  answerLanguageTag,
  baseLanguage,
  canonicalLanguageTag,
  type LanguagePair,
  sameLanguage,
} from '../../lib/language-tag.ts';
import type { Refusal } from '../../lib/outcome.ts';
import { detectLanguages } from '../detection/detect-languages.ts';
import type { GlossaryRequest } from '../glossary/glossary-loader.ts';
import type { TextOptions } from '../prepare-texts.ts';
import * as refusals from '../refusals.ts';
import { choosesFormality, followsInstructions, type LanguageRoutes, type Route } from './language-routes.ts';

export interface TranslationRequest extends TextOptions {
  readonly texts: readonly string[];
  /** Only a call that rephrases may omit it: its texts then stay in their own language. */
  readonly targetLang?: string | undefined;
  readonly sourceLang?: string | undefined;
  readonly glossary?: GlossaryRequest | undefined;
  readonly formality?: RequestedFormality | undefined;
  /** The text around the texts. It is neither translated nor charged. */
  readonly context?: string | undefined;
  readonly instructions?: RequestedInstructions | undefined;
  /**
   * For texts that follow each other in a document: the texts before and after them. If undefined, the texts are
   * independent of each other.
   */
  readonly around?: { readonly before: readonly string[]; readonly after: readonly string[] } | undefined;
  /**
   * Whether sentences keep the start and end that they have in the source, where an engine would normalise
   * them.
   */
  readonly preservesFormatting?: boolean | undefined;
  /** The only engine to use, if the caller names one. */
  readonly engine?: string | undefined;
  /** How many other wordings of each translation are wanted. Each is charged like a translation. */
  readonly alternatives?: number | undefined;
  /** The texts are rephrased in their own language, not translated. */
  readonly rephrase?: RephraseOptions | undefined;
}

/**
 * A formality other than the engine's default. If `isRequired` and no route supports it, the call is refused.
 */
interface RequestedFormality {
  readonly level: Formality;
  readonly isRequired: boolean;
}

/**
 * What the team asks of the wording. If `isRequired`, only engines that follow instructions are used, and without
 * one the call is refused.
 */
export interface RequestedInstructions {
  readonly texts: readonly string[];
  /** A stored list of style rules, whose instructions come after `texts`. */
  readonly styleId?: string | undefined;
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

export interface PlanRequest extends Pick<TranslationRequest, 'targetLang' | 'sourceLang' | 'formality'> {
  /** The instructions that texts in this language must be translated with; empty if they may be ignored. */
  requiredInstructions?(source: string): readonly string[];
}

export async function planCall(
  routes: LanguageRoutes,
  request: PlanRequest,
  words: readonly string[],
  pace: Pace,
): Promise<Plan | Refusal> {
  const { targetLang = '' } = request;
  const target = canonicalLanguageTag(targetLang);
  const candidates = target === undefined ? [] : routes.sourcesFor(target);
  if (target === undefined || candidates.length === 0)
    return refusals.unsupportedLanguage('target_lang', targetLang);

  const sources = await sourcesOfTexts(words, request.sourceLang, target, candidates, pace);
  if (!Array.isArray(sources)) return sources;

  const routesBySource = new Map<string, readonly Route[]>();
  for (const source of new Set(sources)) {
    const found = routes.find(source, target);
    if (found.length === 0 && !sameLanguage(source, target)) {
      return refusals.unsupportedLanguage('source_lang', source, ` to ${answerLanguageTag(target)}`);
    }
    const able = ableRoutes(routes, found, { source, target }, request);
    if (!Array.isArray(able)) return able;
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
    if (source === undefined) return refusals.unsupportedLanguage('source_lang', sourceLang);
    return words.map(() => source);
  }
  const detections = await detectLanguages(words, [...candidates, baseLanguage(target)], pace);
  const index = detections.findIndex(({ kind }) => kind === 'no_route');
  const unroutable = detections[index];
  if (unroutable !== undefined) return refusals.noRoute(index, unroutable.language, target);
  return detections.map(({ language }) => language);
}

/**
 * The routes that support everything that is required, or why there is none. A text that is already in the target
 * language has no route; whether it is refused then depends on the target alone.
 */
function ableRoutes(
  routes: LanguageRoutes,
  found: readonly Route[],
  { source, target }: LanguagePair,
  request: PlanRequest,
): Route[] | Refusal {
  let able = [...found];
  if (request.formality?.isRequired) {
    able = able.filter(choosesFormality);
    const isSupported = found.length === 0 ? routes.hasFormality(target) : able.length > 0;
    if (!isSupported) return refusals.noFormality(target);
  }
  const instructions = request.requiredInstructions?.(source) ?? [];
  if (instructions.length > 0) {
    able = able.filter((route) => followsInstructions(route, instructions));
    const isSupported = found.length === 0 ? routes.followsInstructions(target) : able.length > 0;
    if (!isSupported) return refusals.noInstructions(target);
  }
  return able;
}
