/** Glossaries with one language pair: `/v2/glossaries`. All other glossaries are hidden here. */
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Glossaries, Glossary } from '../../../accounts/glossaries/glossaries.ts';
import { type Outcome, refused } from '../../../lib/outcome.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { withName } from '../../glossaries/glossary-exchange.ts';
import { refuseLargeAnswer } from '../../large-exchanges.ts';
import { sendProblem } from '../../problem-reply.ts';
import { actorOf, callerOf } from '../acting.ts';
import { idOf, subjectOf } from '../glossary-requests.ts';
import { v2GlossaryExample } from './examples.ts';
import { type GlossaryParts, readGlossaryBody, takesGlossary } from './glossary-bodies.ts';
import { sendAll } from './glossary-lists.ts';
import { newV2Schema, onlyDictionary, showInV2, v2Schema } from './glossary-views.ts';

const url = '/v2/glossaries';
const one = `${url}/:id`;
const listSchema = Type.Object({
  glossaries: Type.Array(v2Schema, { description: 'The glossaries, newest first.' }),
});
const tsvType = 'text/tab-separated-values';

export function v2GlossariesRoutes(parts: GlossaryParts): RouteDefinition[] {
  const { glossaries } = parts;
  return [listRoute(glossaries), createRoute(parts), ...oneRoutes(glossaries), entriesRoute(glossaries)];
}

function listRoute(glossaries: Glossaries): RouteDefinition {
  return {
    method: 'GET',
    url,
    access: 'translate',
    describes: {
      operationId: 'listV2Glossaries',
      summary: 'List the glossaries with one language pair',
      description:
        'Returns all glossaries of the team that have exactly one dictionary, newest first and without pages. Other glossaries are only on `/v3`.',
      answerExample: { glossaries: [v2GlossaryExample] },
    },
    schema: { response: { 200: listSchema } },
    handler: async (_request, reply) => sendAll(reply, glossaries, showInV2),
  };
}

function createRoute(parts: GlossaryParts): RouteDefinition {
  const body = {
    name: 'Product terms',
    source_lang: 'EN',
    target_lang: 'ES',
    entries: 'house\tcasa',
    entries_format: 'tsv',
  };
  return {
    method: 'POST',
    url,
    access: 'glossaries',
    ...takesGlossary,
    describes: {
      operationId: 'createV2Glossary',
      summary: 'Create a glossary with one language pair',
      description:
        'Creates a glossary with one dictionary, in the format of the DeepL API. `GET /v2/glossary-language-pairs` lists the language pairs.',
      answerExample: v2GlossaryExample,
      body: newV2Schema,
      problems: ['unsupported_language', 'conflict'],
      example: { body },
    },
    schema: { response: { 201: v2Schema } },
    handler: async (request, reply) => {
      const read = await readGlossaryBody(parts, request, 'single');
      const named = read.ok ? withName(read.value) : read;
      if (!named.ok) return sendProblem(reply, named.problem);
      const { teamId } = callerOf(request);
      const created = await parts.glossaries.create(teamId, named.value, actorOf(request));
      return sendGlossary(created.ok ? reply.code(201) : reply, created);
    },
  };
}

function oneRoutes(glossaries: Glossaries): RouteDefinition[] {
  return [
    {
      method: 'GET',
      url: one,
      access: 'translate',
      describes: {
        operationId: 'readV2Glossary',
        summary: 'Read a glossary with one language pair',
        description:
          'Returns a glossary that has exactly one dictionary, without its entries. Any other glossary gets 404.',
        answerExample: v2GlossaryExample,
      },
      schema: { response: { 200: v2Schema } },
      handler: async (request, reply) =>
        sendGlossary(reply, await glossaries.find(callerOf(request).teamId, idOf(request))),
    },
    {
      method: 'DELETE',
      url: one,
      access: 'glossaries',
      describes: {
        operationId: 'deleteV2Glossary',
        summary: 'Delete a glossary with one language pair',
        description:
          'Deletes a glossary that has exactly one dictionary permanently. Any other glossary gets 404.',
        problems: ['precondition_failed'],
      },
      handler: async (request, reply) => {
        const found = await findSingle(glossaries, callerOf(request).teamId, idOf(request));
        const deleted = found.ok ? await glossaries.delete(subjectOf(request), [found.value.version]) : found;
        return deleted.ok ? reply.code(204).send() : sendProblem(reply, deleted.problem);
      },
    },
  ];
}

function entriesRoute(glossaries: Glossaries): RouteDefinition {
  return {
    method: 'GET',
    url: `${one}/entries`,
    access: 'translate',
    describes: {
      operationId: 'readV2GlossaryEntries',
      summary: 'Read the entries of a glossary with one language pair, as TSV',
      description: 'Returns one line for each entry: the source term, a tab and the target term.',
      answers: tsvType,
    },
    handler: async (request, reply) => {
      const { teamId } = callerOf(request);
      const found = await findSingle(glossaries, teamId, idOf(request));
      if (!found.ok) return sendProblem(reply, found.problem);
      const { sourceLang: source = '', targetLang: target = '' } = onlyDictionary(found.value) ?? {};
      const entries = await glossaries.readEntries(teamId, found.value.id, { source, target });
      if (!entries.ok) return sendProblem(reply, entries.problem);
      const { tsv } = entries.value;
      const refusal = refuseLargeAnswer(reply, tsv.length);
      if (refusal !== undefined) return sendProblem(reply, refusal);
      // Without the final newline: the libraries write newlines only between entries.
      return reply.type(`${tsvType}; charset=utf-8`).send(tsv.subarray(0, -1));
    },
  };
}

const notSingle = refused(
  'not_found',
  'This glossary does not have exactly one dictionary. Read it with GET /v3/glossaries/{id}.',
);

async function findSingle(glossaries: Glossaries, teamId: string, id: string): Promise<Outcome<Glossary>> {
  const found = await glossaries.find(teamId, id);
  return found.ok && onlyDictionary(found.value) === undefined ? notSingle : found;
}

function sendGlossary(reply: FastifyReply, outcome: Outcome<Glossary>): FastifyReply {
  if (!outcome.ok) return sendProblem(reply, outcome.problem);
  const shown = showInV2(outcome.value);
  return shown === undefined ? sendProblem(reply, notSingle.problem) : reply.send(shown);
}
