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

interface ShownLanguage {
  readonly code: string;
  readonly name: string;
  readonly targets: readonly string[];
}
type TargetsByCode = Map<string, Set<string>>;

/** As in LibreTranslate, every language is also a target of itself. */
export const showLanguages = cachePerRoutes((routes: LanguageRoutes) => show(findTargets(routes)));

/**
 * Mastodon and Discourse look for these codes in the list, and do not offer a language without them. Calls may always
 * use them (language-codes.ts).
 */
const olderCodes = { zh: 'zh-Hans', no: 'nb' };

export const showLanguagesWithOlderCodes = cachePerRoutes((routes: LanguageRoutes) => {
  const targets = findTargets(routes);
  for (const [older, code] of Object.entries(olderCodes)) {
    const known = targets.get(code);
    if (known === undefined || targets.has(older)) continue;
    for (const each of targets.values()) if (each.has(code)) each.add(older);
    targets.set(older, new Set(known));
  }
  return show(targets);
});

function findTargets({ all }: LanguageRoutes): TargetsByCode {
  const targets: TargetsByCode = new Map();
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
  return targets;
}

function show(targets: TargetsByCode): ShownLanguage[] {
  return [...targets]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, known]) => ({ code, name: languageName(code), targets: [...known].toSorted() }));
}
