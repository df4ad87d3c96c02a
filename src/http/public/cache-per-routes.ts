import type { LanguageRoutes } from '../../translate/routing/language-routes.ts';

/** Never expires: when an engine gets other pairs, there are new routes. */
export function cachePerRoutes<T>(describe: (routes: LanguageRoutes) => T): (routes: LanguageRoutes) => T {
  const answers = new WeakMap<LanguageRoutes, { answer: T }>();
  return (routes) => {
    const known = answers.get(routes) ?? { answer: describe(routes) };
    answers.set(routes, known);
    return known.answer;
  };
}
