/** The entries of a dictionary on the console, now and in earlier versions. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import {
  type DictionaryVersions,
  mostDifferencesShown,
} from '../../../../accounts/glossaries/dictionary-versions.ts';
import type { Glossaries } from '../../../../accounts/glossaries/glossaries.ts';
import { mapOutcome } from '../../../../lib/outcome.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import {
  entriesSchema,
  mediaTypes,
  pairOf,
  toEntriesAnswer,
} from '../../../glossaries/dictionary-exchange.ts';
import { route } from '../../../route.ts';
import { time } from '../../../time-shapes.ts';
import { teamOf } from '../request-user.ts';
import { glossariesPath } from './glossary-routes.ts';

/** Query parameters are strings. */
const version = Type.String({ pattern: '^[1-9][0-9]{0,8}$' });

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

const path = `${glossariesPath}/:id/dictionaries/:source/:target` as const;

export function dictionaryVersionRoutes(
  glossaries: Glossaries,
  versions: DictionaryVersions,
): RouteDefinition[] {
  return [
    route('GET', path, 'viewer', {
      operationId: 'readDictionary',
      operators: ['read-only'],
      summary:
        'Read the current entries of a dictionary, or those of a version, in the format of the Accept header',
      alsoAnswers: [mediaTypes.tsv, mediaTypes.csv],
      query: Type.Object({ version: Type.Optional(version) }),
      response: { 200: entriesSchema },
      handler: async (request, reply) => {
        const { version: wanted } = request.query;
        const place = placeOf(request);
        const found = await (wanted === undefined
          ? glossaries.readEntries(...place)
          : versions.read(...place, Number(wanted)));
        return toEntriesAnswer(reply, pairOf(request), found);
      },
    }),
    route('GET', `${path}/versions`, 'viewer', {
      operationId: 'listVersions',
      operators: ['read-only'],
      summary: 'List the versions of a dictionary, newest first',
      response: { 200: versionsSchema },
      handler: async (request) =>
        mapOutcome(await versions.list(...placeOf(request)), (found) => ({
          versions: found.map(({ authorType, authorName, ...version }) => ({
            ...toWire(version),
            author: { type: authorType, name: authorName },
          })),
        })),
    }),
    route('GET', `${path}/diff`, 'viewer', {
      operationId: 'diffVersions',
      operators: ['read-only'],
      summary: 'Compare two versions of a dictionary',
      query: Type.Object({ from: version, to: version }),
      response: { 200: diffSchema },
      handler: async (request) => {
        const { from, to } = request.query;
        return versions.diff(...placeOf(request), { from: Number(from), to: Number(to) });
      },
    }),
  ];
}

function placeOf(request: FastifyRequest<{ Params: { id: string } }>) {
  return [teamOf(request).teamId, request.params.id, pairOf(request)] as const;
}
