/** The team's glossaries on the console: like the public routes, but as a user and always with If-Match. */
import Type, { type Static } from 'typebox';
import type { Glossaries } from '../../../../accounts/glossaries/glossaries.ts';
import { requestLimits } from '../../../../lib/request-limits.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { ifMatch } from '../../../entity-tags.ts';
import { bytesOf } from '../../../glossaries/dictionary-exchange.ts';
import { newGlossaryForm, sendGlossary, withName } from '../../../glossaries/glossary-exchange.ts';
import { glossarySchema, newGlossarySchema, showGlossary } from '../../../glossaries/glossary-shapes.ts';
import { nextCursor, pageQuery, readPage, toPage, withOneMore } from '../../../pages.ts';
import { sendProblem } from '../../../problem-reply.ts';
import { nameSchema, readName } from '../../../read-name.ts';
import { actorOf, idOf, teamOf } from '../acting.ts';
import { glossariesPath, glossaryPath, requiredCondition, subjectOf } from './glossary-subjects.ts';

const listQuery = Type.Object(pageQuery);
const listSchema = Type.Object({ glossaries: Type.Array(glossarySchema), next_cursor: nextCursor });
const renameSchema = Type.Object({ name: nameSchema });

export function glossaryRoutes(glossaries: Glossaries): RouteDefinition[] {
  return [
    {
      method: 'GET',
      url: glossariesPath,
      access: 'viewer',
      describes: { operationId: 'listGlossaries', summary: 'List the glossaries of the team, newest first' },
      schema: { querystring: listQuery, response: { 200: listSchema } },
      handler: async (request) => {
        const page = readPage(request.query as Static<typeof listQuery>);
        const found = await glossaries.list(teamOf(request).teamId, {}, withOneMore(page));
        const { shown, next_cursor } = toPage(found, page);
        return { glossaries: shown.map(showGlossary), next_cursor };
      },
    },
    {
      method: 'POST',
      url: glossariesPath,
      access: 'member',
      bodyLimit: requestLimits.maxGlossaryBodyBytes,
      rawBodyTypes: ['application/json'],
      describes: {
        operationId: 'createGlossary',
        summary: 'Create a glossary, with or without dictionaries',
        body: newGlossarySchema,
        problems: ['conflict'],
      },
      schema: { response: { 201: glossarySchema } },
      handler: async (request, reply) => {
        const body = await glossaries.readBody(teamOf(request).teamId, bytesOf(request), newGlossaryForm);
        const named = body.ok ? withName(body.value) : body;
        if (!named.ok) return sendProblem(reply, named.problem);
        const created = await glossaries.create(teamOf(request).teamId, named.value, actorOf(request));
        return sendGlossary(reply.code(201), created);
      },
    },
    {
      method: 'GET',
      url: glossaryPath,
      access: 'viewer',
      describes: { operationId: 'readGlossary', summary: 'Read a glossary and the list of its dictionaries' },
      schema: { response: { 200: glossarySchema } },
      handler: async (request, reply) =>
        sendGlossary(reply, await glossaries.find(teamOf(request).teamId, idOf(request))),
    },
    {
      method: 'PATCH',
      url: glossaryPath,
      access: 'member',
      describes: {
        operationId: 'renameGlossary',
        summary: 'Rename a glossary',
        headers: ifMatch,
        problems: ['precondition_failed'],
      },
      schema: { body: renameSchema, response: { 200: glossarySchema } },
      handler: async (request, reply) => {
        const name = readName((request.body as Static<typeof renameSchema>).name);
        return sendGlossary(
          reply,
          await glossaries.rename(subjectOf(request), name, requiredCondition(request)),
        );
      },
    },
    {
      method: 'DELETE',
      url: glossaryPath,
      access: 'member',
      describes: {
        operationId: 'deleteGlossary',
        summary: 'Delete a glossary, its dictionaries and their versions',
        headers: ifMatch,
        problems: ['precondition_failed'],
      },
      handler: async (request, reply) => {
        const deleted = await glossaries.delete(subjectOf(request), requiredCondition(request));
        return deleted.ok ? reply.code(204).send() : sendProblem(reply, deleted.problem);
      },
    },
  ];
}
