/** The language codes that clients of other dialects send, as the tags of this server. */
import { baseLanguage, canonicalLanguageTag, sameLanguage } from '../../lib/language-tag.ts';
import type { LanguageRoutes } from '../../translate/routing/language-routes.ts';
import { cachePerRoutes } from '../public/cache-per-routes.ts';

/** Used where the code itself is not the tag of a language of an engine. */
const aliases: Readonly<Record<string, string>> = {
  zh: 'zh-Hans',
  'zh-CN': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  zt: 'zh-Hant',
  pb: 'pt-BR',
  no: 'nb',
};

const knownTags = cachePerRoutes(({ all }) => ({
  source: new Set(all.map(({ source }) => source)),
  target: new Set(all.map(({ target }) => target)),
}));

/** Returns undefined if it is not a language of this server, in this direction. */
function findTag(routes: LanguageRoutes, code: string, direction: 'source' | 'target'): string | undefined {
  const tag = canonicalLanguageTag(code.slice(0, 40).replaceAll('_', '-'));
  if (tag === undefined) return undefined;
  const known = knownTags(routes)[direction];
  const meant = known.has(tag) ? tag : (aliases[tag] ?? tag);
  const base = baseLanguage(meant);
  return known.has(meant) || [...known].some((other) => baseLanguage(other) === base) ? meant : undefined;
}

export type FoundLanguages =
  | { readonly ok: true; readonly source: string | undefined; readonly target: string }
  /** A code that this server does not know, or a pair that it does not translate. */
  | { readonly ok: false; readonly unknown: string }
  | { readonly ok: false; readonly source: string; readonly target: string };

/** Without a source, the language of each text is detected. */
export function findLanguages(
  routes: LanguageRoutes,
  sourceCode: string | undefined,
  targetCode: string,
): FoundLanguages {
  // A language that is only a target may be the source of a text that stays as it is.
  const source =
    sourceCode === undefined
      ? undefined
      : (findTag(routes, sourceCode, 'source') ?? findTag(routes, sourceCode, 'target'));
  if (sourceCode !== undefined && source === undefined) return { ok: false, unknown: sourceCode };
  const target = findTag(routes, targetCode, 'target');
  if (target === undefined) return { ok: false, unknown: targetCode };
  if (source === undefined) return { ok: true, source, target };
  const isOffered = sameLanguage(source, target) || routes.find(source, target).length > 0;
  return isOffered ? { ok: true, source, target } : { ok: false, source, target };
}
