/** The OpenAPI document of the console's own API, the source of the dashboard's types. Calls no handler. */
import { describeApi } from '../../open-api.ts';
import { type ConsoleApiParts, consoleRoutes } from './console-api.ts';
import { consoleDocumentRoutes } from './document-routes.ts';

export function describeConsoleApi(): object {
  const parts = {} as ConsoleApiParts;
  const routes = [...consoleRoutes(parts), ...consoleDocumentRoutes(parts)];
  // Examples are for callers of the public API, who have some of the same routes.
  return describeApi(
    routes.map(({ example: _, answerExample: __, ...route }) => route),
    '0',
  );
}
