import { ProblemError, problem } from '../../../lib/errors.ts';
import { isUuid } from '../../../lib/uuid-v7.ts';
import type { RouteDefinition } from '../../define-routes.ts';

const malformed = problem(
  'invalid_request',
  'The glossary id in the path is malformed: it must be a UUID. List your glossaries to find it.',
);

/** The libraries distinguish a malformed id (400) from an unknown one (404). */
export function refuseMalformedId(route: RouteDefinition): RouteDefinition {
  if (!route.url.includes(':id')) return route;
  return {
    ...route,
    preValidation: async (request) => {
      if (!isUuid((request.params as { id: string }).id)) throw new ProblemError(malformed);
    },
  };
}
