import { mainThread } from '../../lib/event-loop-turns.ts';
import { detectLanguages } from '../../translate/detection/detect-languages.ts';
import type { LanguageRoutes } from '../../translate/routing/language-routes.ts';
import { cachePerRoutes } from '../public/cache-per-routes.ts';

const allLanguages = cachePerRoutes(({ all }: LanguageRoutes) => [
  ...new Set(all.flatMap(({ source, target }) => [source, target])),
]);

/** The language of a text, by its beginning. It may be one that no engine knows. */
export async function detectOne(text: string, routes: LanguageRoutes, teamId: string): Promise<string> {
  const [detected] = await detectLanguages([text], allLanguages(routes), mainThread.paceFor(teamId));
  return detected?.language || 'en';
}
