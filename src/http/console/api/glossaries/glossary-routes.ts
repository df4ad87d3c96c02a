/** The team's glossaries on the console: like the public routes, but as a user and always with If-Match. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Glossaries } from '../../../../accounts/glossaries/glossaries.ts';
import type { Condition } from '../../../../lib/conditions.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { readCondition } from '../../../entity-tags.ts';
import { dictionaryRoutes } from '../../../glossaries/dictionary-routes.ts';
import { type GlossaryListener, glossaryRoutes } from '../../../glossaries/glossary-routes.ts';
import { glossarySchema, showGlossary } from '../../../glossaries/glossary-shapes.ts';
import { listPage, nextCursor, pageQuery } from '../../../pages.ts';
import { invalidRequest } from '../../../refusals.ts';
import { route } from '../../../route.ts';
import { actorOf, teamOf } from '../request-user.ts';

export const glossariesPath = '/api/teams/:team/glossaries';

const listSchema = Type.Object({ glossaries: Type.Array(glossarySchema), next_cursor: nextCursor });

const listener: GlossaryListener = {
  path: glossariesPath,
  access: { read: 'viewer', change: 'member' },
  hasLocation: false,
  teamIdOf: (request) => teamOf(request).teamId,
  actorOf,
  conditionOf: requiredCondition,
};

export function consoleGlossaryRoutes(glossaries: Glossaries): RouteDefinition[] {
  return [
    route('GET', glossariesPath, 'viewer', {
      operationId: 'listGlossaries',
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

/** A page always knows what it read; without the condition, a save could undo another user's change. */
function requiredCondition(request: FastifyRequest): Condition {
  const condition = readCondition(request);
  if (condition !== undefined) return condition;
  throw invalidRequest(
    'Send If-Match with the ETag that you read, or If-None-Match: * to create a dictionary.',
  );
}
