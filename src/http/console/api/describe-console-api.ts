/** The OpenAPI document of the console's own API, the source of the dashboard's types. Calls no handler. */
import { describeApi } from '../../open-api.ts';
import { type ConsoleApiParts, consoleRoutes } from './console-api.ts';
import { documentRoutes } from './document-routes.ts';

export function describeConsoleApi(): object {
  const parts = {} as ConsoleApiParts;
  return describeApi([...consoleRoutes(parts), ...documentRoutes(parts)], '0');
}
