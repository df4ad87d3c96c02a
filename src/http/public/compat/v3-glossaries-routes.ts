/** Glossaries with any number of dictionaries: `/v3/glossaries`. See also v3-dictionary-routes.ts. */
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Glossaries, Glossary } from '../../../accounts/glossaries/glossaries.ts';
import { type Outcome, refused } from '../../../lib/outcome.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { withName } from '../../glossaries/glossary-exchange.ts';
import { sendProblem } from '../../problem-reply.ts';
import { actorOf, callerOf } from '../acting.ts';
import { idOf, subjectOf } from '../glossary-requests.ts';
import { v3GlossaryExample } from './examples.ts';
import { type GlossaryParts, readGlossaryBody, takesGlossary } from './glossary-bodies.ts';
import { sendAll } from './glossary-lists.ts';
import { editV3Schema, newV3Schema, showInV3, v3Schema } from './glossary-views.ts';

const url = '/v3/glossaries';
export const v3GlossaryPath = `${url}/:id`;
const listSchema = Type.Object({
  glossaries: Type.Array(v3Schema, { description: 'The glossaries, newest first.' }),
});

export const exampleDictionary = {
  source_lang: 'EN',
  target_lang: 'ES',
  entries: 'house\tcasa',
  entries_format: 'tsv',
};

export function v3GlossariesRoutes(parts: GlossaryParts): RouteDefinition[] {
  const { glossaries } = parts;
  return [
    listRoute(glossaries),
    createRoute(parts),
    readRoute(glossaries),
    editRoute(parts),
    deleteRoute(glossaries),
  ];
}

function listRoute(glossaries: Glossaries): RouteDefinition {
  return {
    method: 'GET',
    url,
    access: 'translate',
    describes: {
      operationId: 'listV3Glossaries',
      summary: 'List all glossaries of the team',
      description:
        'Returns all glossaries of the team with their dictionaries, without entries, newest first and without pages.',
      answerExample: { glossaries: [v3GlossaryExample] },
    },
    schema: { response: { 200: listSchema } },
    handler: async (_request, reply) => sendAll(reply, glossaries, showInV3),
  };
}

function createRoute(parts: GlossaryParts): RouteDefinition {
  return {
    method: 'POST',
    url,
    access: 'glossaries',
    ...takesGlossary,
    describes: {
      operationId: 'createV3Glossary',
      summary: 'Create a glossary with any number of dictionaries',
      description:
        'Creates a glossary with its dictionaries, in the format of the DeepL API. `GET /v2/glossary-language-pairs` lists the language pairs.',
      answerExample: v3GlossaryExample,
      body: newV3Schema,
      problems: ['unsupported_language', 'conflict'],
      example: { body: { name: 'Product terms', dictionaries: [exampleDictionary] } },
    },
    schema: { response: { 201: v3Schema } },
    handler: async (request, reply) => {
      const read = await readGlossaryBody(parts, request, 'list');
      const named = read.ok ? withName(read.value) : read;
      if (!named.ok) return sendProblem(reply, named.problem);
      const { teamId } = callerOf(request);
      const created = await parts.glossaries.create(teamId, named.value, actorOf(request));
      return sendGlossary(created.ok ? reply.code(201) : reply, created);
    },
  };
}

function readRoute(glossaries: Glossaries): RouteDefinition {
  return {
    method: 'GET',
    url: v3GlossaryPath,
    access: 'translate',
    describes: {
      operationId: 'readV3Glossary',
      summary: 'Read a glossary and the list of its dictionaries',
      description: 'Returns a glossary with its dictionaries, without entries.',
      answerExample: v3GlossaryExample,
    },
    schema: { response: { 200: v3Schema } },
    handler: async (request, reply) =>
      sendGlossary(reply, await glossaries.find(callerOf(request).teamId, idOf(request))),
  };
}

const nothingToChange = refused(
  'invalid_request',
  'The body changes nothing. Send name, dictionaries, or both.',
);

function editRoute(parts: GlossaryParts): RouteDefinition {
  return {
    method: 'PATCH',
    url: v3GlossaryPath,
    access: 'glossaries',
    ...takesGlossary,
    describes: {
      operationId: 'editV3Glossary',
      summary: 'Rename a glossary, and add or change entries of its dictionaries',
      description:
        'Changes the name, merges entries into dictionaries, or both. Either the whole change is made or none of it.',
      answerExample: { ...v3GlossaryExample, name: 'Product terms 2027' },
      body: editV3Schema,
      problems: ['unsupported_language', 'conflict'],
      example: { body: { name: 'Product terms 2027', dictionaries: [exampleDictionary] } },
    },
    schema: { response: { 200: v3Schema } },
    handler: async (request, reply) => {
      const read = await readGlossaryBody(parts, request, 'list');
      if (!read.ok) return sendProblem(reply, read.problem);
      const { name, dictionaries } = read.value;
      const changesNothing = name === undefined && dictionaries.length === 0;
      if (changesNothing) return sendProblem(reply, nothingToChange.problem);
      return sendGlossary(reply, await parts.glossaries.edit(subjectOf(request), read.value));
    },
  };
}

function deleteRoute(glossaries: Glossaries): RouteDefinition {
  return {
    method: 'DELETE',
    url: v3GlossaryPath,
    access: 'glossaries',
    describes: {
      operationId: 'deleteV3Glossary',
      summary: 'Delete a glossary and its dictionaries',
      description: 'Deletes a glossary and all its dictionaries permanently.',
    },
    handler: async (request, reply) => {
      const deleted = await glossaries.delete(subjectOf(request));
      return deleted.ok ? reply.code(204).send() : sendProblem(reply, deleted.problem);
    },
  };
}

function sendGlossary(reply: FastifyReply, outcome: Outcome<Glossary>): FastifyReply {
  return outcome.ok ? reply.send(showInV3(outcome.value)) : sendProblem(reply, outcome.problem);
}
