/** The languages of this server as the client libraries name them. */
import { baseLanguage } from '../../../lib/language-tag.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';

/** Targets that the libraries refuse to send without a region, although an engine may write them without one. */
const regionsOf: Readonly<Record<string, readonly string[]>> = {
  en: ['en-GB', 'en-US'],
  pt: ['pt-BR', 'pt-PT'],
};

/** Without regions: no library lists or sends one for a source. */
export function sourceLanguages({ all }: LanguageRoutes): string[] {
  return sortedOnce(all.map((route) => baseLanguage(route.source)));
}

export function targetLanguages({ all }: LanguageRoutes): string[] {
  return sortedOnce(all.flatMap(({ target }) => regionsOf[target] ?? [target]));
}

function sortedOnce(tags: readonly string[]): string[] {
  return [...new Set(tags)].toSorted();
}
