import type { LanguageRoutes } from '../../translate/routing/language-routes.ts';

/** Never expires: engines do not change while the process runs, so neither does a response about them. */
export function cachePerRoutes<T>(describe: (routes: LanguageRoutes) => T): (routes: LanguageRoutes) => T {
  const answers = new WeakMap<LanguageRoutes, { answer: T }>();
  return (routes) => {
    const known = answers.get(routes) ?? { answer: describe(routes) };
    answers.set(routes, known);
    return known.answer;
  };
}
