/** Routes that both listeners have to change a dictionary of a glossary, with entries as JSON, TSV or CSV. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { DictionaryTarget, Glossaries } from '../../accounts/glossaries/glossaries.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { ifMatch, tagged } from '../entity-tags.ts';
import { route } from '../route.ts';
import { bytesOf, formatOf, mediaTypes, pairOf } from './dictionary-exchange.ts';
import { dictionaryExample } from './glossary-examples.ts';
import type { GlossaryListener } from './glossary-routes.ts';
import { dictionarySchema, entryArray, showDictionary } from './glossary-shapes.ts';

type RequestForDictionary = FastifyRequest<{ Params: { id: string } }>;

export function dictionaryRoutes(glossaries: Glossaries, listener: GlossaryListener): RouteDefinition[] {
  const { path, access, teamIdOf, actorOf, conditionOf } = listener;
  const url = `${path}/:id/dictionaries/:source/:target` as `${string}/:id/dictionaries/:source/:target`;
  const targetOf = (request: RequestForDictionary): DictionaryTarget => ({
    teamId: teamIdOf(request),
    glossaryId: request.params.id,
    actor: actorOf(request),
    pair: pairOf(request),
    condition: conditionOf(request),
  });
  const write = (
    method: 'PUT' | 'PATCH',
    operationId: 'replaceDictionary' | 'mergeEntries',
    summary: string,
    description: string,
  ) =>
    route(method, url, access.change, {
      bodyLimit: requestLimits.maxGlossaryBodyBytes,
      rawBodyTypes: Object.values(mediaTypes),
      operationId,
      summary,
      description,
      headers: { ...ifMatch, 'If-None-Match': '"*" creates the dictionary only if it does not exist.' },
      documentedBody: Type.Object({ entries: entryArray }),
      answerExample: dictionaryExample,
      problems: ['conflict', 'precondition_failed'],
      example: { body: { entries: [{ source: 'house', target: 'casa' }] } },
      response: { 200: dictionarySchema },
      handler: async (request, reply) => {
        const target = targetOf(request);
        const entries = await glossaries.readEntryFile(target.teamId, bytesOf(request), formatOf(request));
        if (!entries.ok) return entries;
        return tagged(reply, await glossaries[operationId](target, entries.value), showDictionary);
      },
    });
  return [
    write(
      'PUT',
      'replaceDictionary',
      'Replace the entries of a dictionary, or create it',
      'Replaces all entries of a dictionary, or creates the dictionary. Send JSON, TSV or CSV; the limit is 10 MiB as TSV.',
    ),
    write(
      'PATCH',
      'mergeEntries',
      'Add or change entries of a dictionary',
      'Adds new entries and replaces the target terms of existing source terms; all other entries stay unchanged. Send JSON, TSV or CSV.',
    ),
    route('DELETE', url, access.change, {
      operationId: 'deleteDictionary',
      summary: 'Delete a dictionary',
      description: 'Deletes the dictionary of a language pair permanently. The glossary remains.',
      headers: ifMatch,
      problems: ['precondition_failed'],
      handler: async (request) => glossaries.deleteDictionary(targetOf(request)),
    }),
  ];
}
