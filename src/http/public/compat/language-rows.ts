/** This server's languages under the names that the client libraries use. */
import { baseLanguage, canonicalLanguageTag } from '../../../lib/language-tag.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';

/** Targets that the libraries do not send without a region, although an engine may offer them without one. */
const regionsOf: Readonly<Record<string, readonly string[]>> = {
  en: ['en-GB', 'en-US'],
  pt: ['pt-BR', 'pt-PT'],
};

/** What DeepL answers for a language that was asked for without a region. */
const usualRegionOf: Readonly<Record<string, string>> = { en: 'en-US', pt: 'pt-BR' };

/**
 * The target of a call as the libraries expect it in the answer: with the region that they sent, although the engine may know
 * the language only without one.
 */
export function answeredTarget(asked: string | undefined, target: string): string {
  const tag = asked === undefined ? undefined : canonicalLanguageTag(asked);
  if (tag !== undefined && tag !== baseLanguage(tag)) return tag;
  return usualRegionOf[target] ?? target;
}

/** Without regions: no library lists or sends a region for a source language. */
export function sourceLanguages({ all }: LanguageRoutes): string[] {
  return sortedUnique(all.map((route) => baseLanguage(route.source)));
}

export function targetLanguages({ all }: LanguageRoutes): string[] {
  return sortedUnique(all.flatMap(({ target }) => regionsOf[target] ?? [target]));
}

function sortedUnique(tags: readonly string[]): string[] {
  return [...new Set(tags)].toSorted();
}
