import type { LanguageRoutes } from '../../translate/routing/language-routes.ts';

/** Engines don't change while a process runs, so neither does an answer about one set of them. */
export function rememberPerRoutes<T>(describe: (routes: LanguageRoutes) => T): (routes: LanguageRoutes) => T {
  const answers = new WeakMap<LanguageRoutes, { answer: T }>();
  return (routes) => {
    const known = answers.get(routes) ?? { answer: describe(routes) };
    answers.set(routes, known);
    return known.answer;
  };
}
