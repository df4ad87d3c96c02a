/** One dictionary of a glossary, by its language pair; entries are read and written as JSON, TSV or CSV. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { DictionaryTarget, Glossaries } from '../../accounts/glossaries/glossaries.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import type { RouteDefinition, RouteDescription } from '../define-routes.ts';
import { ifMatch, readCondition } from '../entity-tags.ts';
import {
  bytesOf,
  entriesSchema,
  formatOf,
  mediaTypes,
  pairOf,
  sendDictionary,
  sendEntries,
} from '../glossaries/dictionary-exchange.ts';
import { dictionarySchema, entryArray } from '../glossaries/glossary-shapes.ts';
import { sendProblem } from '../problem-reply.ts';
import { dictionaryExample, entriesExample } from './examples.ts';
import { glossariesPath } from './glossaries-routes.ts';
import { subjectOf } from './glossary-requests.ts';

const bodySchema = Type.Object({ entries: entryArray });
const example = { body: { entries: [{ source: 'house', target: 'casa' }] } };

const url = `${glossariesPath}/:id/dictionaries/:source/:target`;
const access = 'glossaries';

export function dictionaryRoutes(glossaries: Glossaries): RouteDefinition[] {
  const write =
    (change: Glossaries['replaceDictionary']): RouteDefinition['handler'] =>
    async (request, reply) => {
      const target = targetOf(request);
      const entries = await glossaries.readEntryFile(target.teamId, bytesOf(request), formatOf(request));
      return sendDictionary(reply, entries.ok ? await change(target, entries.value) : entries);
    };
  const taking = {
    bodyLimit: requestLimits.maxGlossaryBodyBytes,
    rawBodyTypes: Object.values(mediaTypes),
    schema: { response: { 200: dictionarySchema } },
  };
  return [
    {
      method: 'GET',
      url,
      access,
      schema: { response: { 200: entriesSchema } },
      describes: {
        operationId: 'readDictionary',
        summary: 'Read the entries of a dictionary, in the format of the Accept header',
        description:
          'Returns all entries of a dictionary as JSON, TSV or CSV, depending on the `Accept` header. The default is JSON.',
        answerExample: entriesExample,
        alsoAnswers: [mediaTypes.tsv, mediaTypes.csv],
      },
      handler: readHandler(glossaries),
    },
    {
      method: 'PUT',
      url,
      access,
      ...taking,
      describes: {
        ...describeWrite('replaceDictionary', 'Replace the entries of a dictionary, or create it'),
        description:
          'Replaces all entries of a dictionary, or creates the dictionary. Send JSON, TSV or CSV; the limit is 10 MiB as TSV.',
      },
      handler: write(glossaries.replaceDictionary),
    },
    {
      method: 'PATCH',
      url,
      access,
      ...taking,
      describes: {
        ...describeWrite('mergeEntries', 'Add or change entries of a dictionary'),
        description:
          'Adds new entries and replaces the target terms of existing source terms; all other entries stay unchanged. Send JSON, TSV or CSV.',
      },
      handler: write(glossaries.mergeEntries),
    },
    {
      method: 'DELETE',
      url,
      access,
      describes: {
        operationId: 'deleteDictionary',
        summary: 'Delete a dictionary',
        description: 'Deletes the dictionary of a language pair permanently. The glossary remains.',
        headers: ifMatch,
        problems: ['precondition_failed'],
      },
      handler: deleteHandler(glossaries),
    },
  ];
}

function describeWrite(operationId: string, summary: string): RouteDescription {
  const headers = { ...ifMatch, 'If-None-Match': '"*" creates the dictionary only if it does not exist.' };
  return {
    operationId,
    summary,
    headers,
    body: bodySchema,
    answerExample: dictionaryExample,
    problems: ['conflict', 'precondition_failed'],
    example,
  };
}

function readHandler(glossaries: Glossaries): RouteDefinition['handler'] {
  return async (request, reply) => {
    const { teamId, glossaryId, pair } = targetOf(request);
    return sendEntries(reply, pair, await glossaries.readEntries(teamId, glossaryId, pair));
  };
}

function deleteHandler(glossaries: Glossaries): RouteDefinition['handler'] {
  return async (request, reply) => {
    const deleted = await glossaries.deleteDictionary(targetOf(request));
    return deleted.ok ? reply.code(204).send() : sendProblem(reply, deleted.problem);
  };
}

function targetOf(request: FastifyRequest): DictionaryTarget {
  return { ...subjectOf(request), pair: pairOf(request), condition: readCondition(request) };
}
