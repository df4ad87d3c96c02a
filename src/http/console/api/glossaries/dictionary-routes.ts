/** The entries of a dictionary on the console, read and saved as a whole, and their earlier versions. */
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import {
  type DictionaryVersions,
  mostDifferencesShown,
} from '../../../../accounts/glossaries/dictionary-versions.ts';
import type { Glossaries } from '../../../../accounts/glossaries/glossaries.ts';
import { requestLimits } from '../../../../lib/request-limits.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { ifMatch } from '../../../entity-tags.ts';
import {
  bytesOf,
  entriesSchema,
  formatOf,
  mediaTypes,
  pairOf,
  sendDictionary,
  sendEntries,
} from '../../../glossaries/dictionary-exchange.ts';
import { dictionarySchema, entryArray } from '../../../glossaries/glossary-shapes.ts';
import { sendProblem } from '../../../problem-reply.ts';
import { time } from '../../../time-shapes.ts';
import { idOf, teamOf } from '../acting.ts';
import { dictionaryPath, dictionaryTargetOf } from './glossary-subjects.ts';

/** Query parameters are strings. */
const version = Type.String({ pattern: '^[1-9][0-9]{0,8}$' });
const readQuery = Type.Object({ version: Type.Optional(version) });
const diffQuery = Type.Object({ from: version, to: version });

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const versionsSchema = Type.Object({
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      entry_count: Type.Integer(),
      written_at: time,
      author: Type.Object({ type: textOrNull, name: textOrNull }),
      is_current: Type.Boolean(),
    }),
  ),
});
const diffSchema = Type.Object({
  added: Type.Integer(),
  removed: Type.Integer(),
  changed: Type.Integer(),
  entries: Type.Array(Type.Object({ source: Type.String(), before: textOrNull, after: textOrNull }), {
    description: `the first ${mostDifferencesShown}; null if the entry did not exist`,
  }),
});
const preconditionHeaders = {
  ...ifMatch,
  'If-None-Match': '"*" creates the dictionary only if it does not exist.',
};

export function dictionaryRoutes(glossaries: Glossaries, versions: DictionaryVersions): RouteDefinition[] {
  return [
    readRoute(glossaries, versions),
    writeRoute('PUT', 'replaceDictionary', 'Replace the entries of a dictionary, or create it', glossaries),
    writeRoute('PATCH', 'mergeEntries', 'Add or change entries of a dictionary', glossaries),
    {
      method: 'DELETE',
      url: dictionaryPath,
      access: 'member',
      describes: {
        operationId: 'deleteDictionary',
        summary: 'Delete a dictionary; the glossary keeps its versions',
        headers: ifMatch,
        problems: ['precondition_failed'],
      },
      handler: async (request, reply) => {
        const deleted = await glossaries.deleteDictionary(dictionaryTargetOf(request));
        return deleted.ok ? reply.code(204).send() : sendProblem(reply, deleted.problem);
      },
    },
    versionsRoute(versions),
    diffRoute(versions),
  ];
}

function readRoute(glossaries: Glossaries, versions: DictionaryVersions): RouteDefinition {
  return {
    method: 'GET',
    url: dictionaryPath,
    access: 'viewer',
    describes: {
      operationId: 'readDictionary',
      summary:
        'Read the current entries of a dictionary, or those of a version, in the format of the Accept header',
      alsoAnswers: [mediaTypes.tsv, mediaTypes.csv],
    },
    schema: { querystring: readQuery, response: { 200: entriesSchema } },
    handler: async (request, reply) => {
      const wanted = (request.query as Static<typeof readQuery>).version;
      const [teamId, id, pair] = placeOf(request);
      const found =
        wanted === undefined
          ? await glossaries.readEntries(teamId, id, pair)
          : await versions.read(teamId, id, pair, Number(wanted));
      return sendEntries(reply, pair, found);
    },
  };
}

function writeRoute(
  method: 'PUT' | 'PATCH',
  operation: 'replaceDictionary' | 'mergeEntries',
  summary: string,
  glossaries: Glossaries,
): RouteDefinition {
  return {
    method,
    url: dictionaryPath,
    access: 'member',
    bodyLimit: requestLimits.maxGlossaryBodyBytes,
    rawBodyTypes: Object.values(mediaTypes),
    describes: {
      operationId: operation,
      summary,
      headers: preconditionHeaders,
      body: Type.Object({ entries: entryArray }),
      problems: ['conflict', 'precondition_failed'],
    },
    schema: { response: { 200: dictionarySchema } },
    handler: async (request, reply) => {
      const target = dictionaryTargetOf(request);
      const entries = await glossaries.readEntryFile(target.teamId, bytesOf(request), formatOf(request));
      return sendDictionary(reply, entries.ok ? await glossaries[operation](target, entries.value) : entries);
    },
  };
}

function versionsRoute(versions: DictionaryVersions): RouteDefinition {
  return {
    method: 'GET',
    url: `${dictionaryPath}/versions`,
    access: 'viewer',
    describes: { operationId: 'listVersions', summary: 'List the versions of a dictionary, newest first' },
    schema: { response: { 200: versionsSchema } },
    handler: async (request, reply) => {
      const found = await versions.list(...placeOf(request));
      if (!found.ok) return sendProblem(reply, found.problem);
      return {
        versions: found.value.map((one) => ({
          version: one.version,
          entry_count: one.entryCount,
          written_at: one.writtenAt.toISOString(),
          author: { type: one.authorType, name: one.authorName },
          is_current: one.isCurrent,
        })),
      };
    },
  };
}

function diffRoute(versions: DictionaryVersions): RouteDefinition {
  return {
    method: 'GET',
    url: `${dictionaryPath}/diff`,
    access: 'viewer',
    describes: { operationId: 'diffVersions', summary: 'Compare two versions of a dictionary' },
    schema: { querystring: diffQuery, response: { 200: diffSchema } },
    handler: async (request, reply) => {
      const { from, to } = request.query as Static<typeof diffQuery>;
      const found = await versions.diff(...placeOf(request), { from: Number(from), to: Number(to) });
      return found.ok ? reply.send(found.value) : sendProblem(reply, found.problem);
    },
  };
}

function placeOf(request: FastifyRequest) {
  return [teamOf(request).teamId, idOf(request), pairOf(request)] as const;
}
