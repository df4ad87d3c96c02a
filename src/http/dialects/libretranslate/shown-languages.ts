/** Languages in answers: ISO 639-1 in lower case, and `zh-Hans` where an engine says only `zh`. */
import { languageName } from '../../../lib/language-tag.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';
import { cachePerRoutes } from '../../public/cache-per-routes.ts';

export function showCode(tag: string): string {
  return tag === 'zh' ? 'zh-Hans' : tag;
}

const letter = /\p{L}/u;

/** The detector decides and gives no probability: 100 if it had letters to decide by, otherwise 0. */
export function showDetected(tag: string, text: string): { confidence: number; language: string } {
  return { confidence: letter.test(text) ? 100 : 0, language: showCode(tag) };
}

/** As in LibreTranslate, every language is also a target of itself. */
export const showLanguages = cachePerRoutes(({ all }: LanguageRoutes) => {
  const targets = new Map<string, Set<string>>();
  const targetsOf = (tag: string) => {
    const code = showCode(tag);
    const known = targets.get(code) ?? new Set([code]);
    targets.set(code, known);
    return known;
  };
  for (const { source, target } of all) {
    targetsOf(source).add(showCode(target));
    targetsOf(target);
  }
  return [...targets]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, known]) => ({ code, name: languageName(code), targets: [...known].toSorted() }));
});
