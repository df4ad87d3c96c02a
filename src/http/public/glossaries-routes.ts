/** The team's glossaries: `/v1/glossaries`. Their dictionaries are in dictionary-routes.ts. */
import Type, { type Static } from 'typebox';
import type { Glossaries } from '../../accounts/glossaries/glossaries.ts';
import { ProblemError, problem } from '../../lib/errors.ts';
import { canonicalLanguageTag, maxLanguageTagLength } from '../../lib/language-tag.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { described } from '../described.ts';
import { ifMatch, readCondition } from '../entity-tags.ts';
import { bytesOf } from '../glossaries/dictionary-exchange.ts';
import { newGlossaryForm, sendGlossary, withName } from '../glossaries/glossary-exchange.ts';
import { glossarySchema, newGlossarySchema, showGlossary } from '../glossaries/glossary-shapes.ts';
import { nextCursor, pageQuery, readPage, toPage, withOneMore } from '../pages.ts';
import { sendProblem } from '../problem-reply.ts';
import { nameSchema, readName } from '../read-name.ts';
import { actorOf, callerOf } from './acting.ts';
import { glossaryExample } from './examples.ts';
import { idOf, subjectOf } from './glossary-requests.ts';

const listSchema = Type.Object({
  glossaries: Type.Array(glossarySchema, { description: 'The glossaries, newest first.' }),
  next_cursor: nextCursor,
});
const renameSchema = Type.Object({ name: nameSchema });
const language = Type.String({ maxLength: maxLanguageTagLength });
const listQuery = Type.Object({
  ...pageQuery,
  source_lang: Type.Optional(
    described(language, 'Returns only glossaries with a dictionary for this source language.'),
  ),
  target_lang: Type.Optional(
    described(language, 'Returns only glossaries with a dictionary for this target language.'),
  ),
});

export const glossariesPath = '/v1/glossaries';
const one = `${glossariesPath}/:id`;

export function glossariesRoutes(glossaries: Glossaries): RouteDefinition[] {
  return [
    createRoute(glossaries),
    listRoute(glossaries),
    readRoute(glossaries),
    renameRoute(glossaries),
    deleteRoute(glossaries),
  ];
}

function createRoute(glossaries: Glossaries): RouteDefinition {
  return {
    method: 'POST',
    url: glossariesPath,
    access: 'glossaries',
    bodyLimit: requestLimits.maxGlossaryBodyBytes,
    rawBodyTypes: ['application/json'],
    describes: {
      operationId: 'createGlossary',
      summary: 'Create a glossary, with or without dictionaries',
      description:
        'Creates a glossary. A team may have 1,000 glossaries. If an entry is invalid, the whole request is refused and `detail` names the entry.',
      answerExample: glossaryExample,
      body: newGlossarySchema,
      problems: ['conflict'],
      example: {
        body: {
          name: 'Product terms',
          dictionaries: [
            { source_lang: 'EN', target_lang: 'ES', entries: [{ source: 'house', target: 'casa' }] },
            { source_lang: 'FR', target_lang: 'ES', entries: 'maison,casa', entries_format: 'csv' },
          ],
        },
      },
    },
    schema: { response: { 201: glossarySchema } },
    handler: async (request, reply) => {
      const body = await glossaries.readBody(callerOf(request).teamId, bytesOf(request), newGlossaryForm);
      const named = body.ok ? withName(body.value) : body;
      if (!named.ok) return sendProblem(reply, named.problem);
      const created = await glossaries.create(callerOf(request).teamId, named.value, actorOf(request));
      if (created.ok) reply.code(201).header('location', `${glossariesPath}/${created.value.id}`);
      return sendGlossary(reply, created);
    },
  };
}

function listRoute(glossaries: Glossaries): RouteDefinition {
  return {
    method: 'GET',
    url: glossariesPath,
    access: 'glossaries',
    describes: {
      operationId: 'listGlossaries',
      summary: 'List the glossaries of the team, newest first',
      description: 'Returns the glossaries of the team with their dictionaries, without entries, in pages.',
      answerExample: { glossaries: [glossaryExample], next_cursor: null },
      example: { query: '?source_lang=EN&limit=10' },
    },
    schema: { querystring: listQuery, response: { 200: listSchema } },
    handler: async (request) => {
      const query = request.query as Static<typeof listQuery>;
      const page = readPage(query);
      const filter = {
        sourceLang: readLanguage('source_lang', query.source_lang),
        targetLang: readLanguage('target_lang', query.target_lang),
      };
      const found = await glossaries.list(callerOf(request).teamId, filter, withOneMore(page));
      const { shown, next_cursor } = toPage(found, page);
      return { glossaries: shown.map(showGlossary), next_cursor };
    },
  };
}

function readRoute(glossaries: Glossaries): RouteDefinition {
  return {
    method: 'GET',
    url: one,
    access: 'glossaries',
    describes: {
      operationId: 'readGlossary',
      summary: 'Read a glossary and the list of its dictionaries',
      description:
        'Returns a glossary with its dictionaries, without entries. The `ETag` header contains its version.',
      answerExample: glossaryExample,
    },
    schema: { response: { 200: glossarySchema } },
    handler: async (request, reply) =>
      sendGlossary(reply, await glossaries.find(callerOf(request).teamId, idOf(request))),
  };
}

function renameRoute(glossaries: Glossaries): RouteDefinition {
  return {
    method: 'PATCH',
    url: one,
    access: 'glossaries',
    describes: {
      operationId: 'renameGlossary',
      summary: 'Rename a glossary',
      description: 'Changes the name of a glossary. Its dictionaries are not affected.',
      answerExample: { ...glossaryExample, name: 'Product terms 2027', version: 2 },
      headers: ifMatch,
      problems: ['precondition_failed'],
      example: { body: { name: 'Product terms 2027' } },
    },
    schema: { body: renameSchema, response: { 200: glossarySchema } },
    handler: async (request, reply) => {
      const name = readName((request.body as Static<typeof renameSchema>).name);
      return sendGlossary(reply, await glossaries.rename(subjectOf(request), name, readCondition(request)));
    },
  };
}

function deleteRoute(glossaries: Glossaries): RouteDefinition {
  return {
    method: 'DELETE',
    url: one,
    access: 'glossaries',
    describes: {
      operationId: 'deleteGlossary',
      summary: 'Delete a glossary and its dictionaries',
      description: 'Deletes a glossary and all its dictionaries permanently.',
      headers: ifMatch,
      problems: ['precondition_failed'],
    },
    handler: async (request, reply) => {
      const deleted = await glossaries.delete(subjectOf(request), readCondition(request));
      return deleted.ok ? reply.code(204).send() : sendProblem(reply, deleted.problem);
    },
  };
}

function readLanguage(member: string, value: string | undefined): string | undefined {
  const tag = value === undefined ? undefined : canonicalLanguageTag(value);
  if (value !== undefined && tag === undefined) {
    throw new ProblemError(
      problem('invalid_request', `${member} must be a language code such as EN or PT-BR.`),
    );
  }
  return tag;
}
