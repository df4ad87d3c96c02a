/** Finds the language of texts to rephrase and its routes, or returns the reason for a refusal. */
import type { Pace } from '../../lib/event-loop-turns.ts';
import { baseLanguage, canonicalLanguageTag, sameLanguage } from '../../lib/language-tag.ts';
import type { Refusal } from '../../lib/outcome.ts';
import { detectLanguages } from '../detection/detect-languages.ts';
import * as refusals from '../refusals.ts';
import type { Plan, PlanRequest } from './plan-call.ts';
import type { RephraseRoutes } from './rephrase-routes.ts';

type Found = { ok: true; language: string; sources: string[] } | Refusal;

export async function planRephrasing(
  routes: RephraseRoutes,
  { targetLang, sourceLang }: PlanRequest,
  words: readonly string[],
  pace: Pace,
): Promise<Plan | Refusal> {
  if (routes.languages.length === 0) return refusals.noRephrasing;
  const named = targetLang ?? sourceLang;
  const member = targetLang === undefined ? 'source_lang' : 'target_lang';
  const found =
    named === undefined
      ? await detectOne(words, routes.languages, pace)
      : await checkNamed(words, { named, member, sourceLang }, pace);
  if (!found.ok) return found;
  const able = routes.find(found.language);
  const [first] = able;
  if (first === undefined)
    return refusals.unsupportedLanguage(member, named ?? found.language, ' for rephrasing');
  const routesBySource = new Map(found.sources.map((source) => [source, able]));
  return { ok: true, target: first.target, sources: found.sources, routesBySource };
}

/** A text that is clearly in another language would be translated, or come back as nonsense. */
async function checkNamed(
  words: readonly string[],
  { named, member, sourceLang }: { named: string; member: string; sourceLang: string | undefined },
  pace: Pace,
): Promise<Found> {
  const language = canonicalLanguageTag(named);
  if (language === undefined) return refusals.unsupportedLanguage(member, named);
  if (sourceLang !== undefined) {
    const source = canonicalLanguageTag(sourceLang);
    if (source === undefined || !sameLanguage(source, language))
      return refusals.otherLanguages(sourceLang, language);
    return { ok: true, language, sources: words.map(() => source) };
  }
  const detections = await detectLanguages(words, [baseLanguage(language)], pace);
  const index = detections.findIndex(({ kind }) => kind === 'no_route');
  const foreign = detections[index];
  if (foreign !== undefined) return refusals.inAnotherLanguage(index, foreign.language, language);
  return { ok: true, language, sources: detections.map((detection) => detection.language) };
}

/** A call has one target language in the ledger, so all texts must have the same. */
async function detectOne(words: readonly string[], languages: readonly string[], pace: Pace): Promise<Found> {
  const detections = await detectLanguages(words, languages, pace);
  const index = detections.findIndex(({ kind }) => kind === 'no_route');
  const unknown = detections[index];
  if (unknown !== undefined) return refusals.notRephrased(index, unknown.language);
  const [language = '', ...others] = new Set(detections.map((detection) => detection.language));
  if (others.length > 0) return refusals.severalLanguages([language, ...others]);
  return { ok: true, language, sources: words.map(() => baseLanguage(language)) };
}
