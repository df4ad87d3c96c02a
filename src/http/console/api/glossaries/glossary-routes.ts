/** The team's glossaries on the console: like the public routes, but as a user and always with If-Match. */
import Type from 'typebox';
import type { Glossaries } from '../../../../accounts/glossaries/glossaries.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { dictionaryRoutes } from '../../../glossaries/dictionary-routes.ts';
import { type GlossaryListener, glossaryRoutes } from '../../../glossaries/glossary-routes.ts';
import { glossarySchema, showGlossary } from '../../../glossaries/glossary-shapes.ts';
import { listPage, nextCursor, pageQuery } from '../../../pages.ts';
import { route } from '../../../route.ts';
import { actorOf, teamOf } from '../request-user.ts';
import { requiredCondition } from '../required-condition.ts';

export const glossariesPath = '/api/teams/:team/glossaries';

const listSchema = Type.Object({ glossaries: Type.Array(glossarySchema), next_cursor: nextCursor });

const listener: GlossaryListener = {
  path: glossariesPath,
  access: { read: 'viewer', change: 'member' },
  operators: ['read-only'],
  hasLocation: false,
  teamIdOf: (request) => teamOf(request).teamId,
  actorOf,
  conditionOf: (request) => requiredCondition(request, ', or If-None-Match: * to create a dictionary'),
};

export function consoleGlossaryRoutes(glossaries: Glossaries): RouteDefinition[] {
  return [
    route('GET', glossariesPath, 'any role', {
      operationId: 'listGlossaries',
      operators: ['read-only'],
      summary: 'List the glossaries of the team, newest first',
      query: Type.Object(pageQuery),
      response: { 200: listSchema },
      handler: (request) =>
        listPage(
          'glossaries',
          request.query,
          (page) => glossaries.list(teamOf(request).teamId, {}, page),
          showGlossary,
        ),
    }),
    ...glossaryRoutes(glossaries, listener),
    ...dictionaryRoutes(glossaries, listener),
  ];
}
