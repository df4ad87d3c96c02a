/** Glossary routes that both listeners have. Their lists differ, and so does reading a dictionary. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Glossaries } from '../../accounts/glossaries/glossaries.ts';
import type { PackedBody } from '../../accounts/glossaries/pack-entries.ts';
import { missingName } from '../../accounts/glossaries/refusals.ts';
import type { Actor } from '../../lib/actor.ts';
import type { Condition } from '../../lib/conditions.ts';
import type { LimitedOperatorRole } from '../../lib/operator-role.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import type { Access, RouteDefinition } from '../define-routes.ts';
import { ifMatch, tagged } from '../entity-tags.ts';
import { nameSchema, readName } from '../read-name.ts';
import { route } from '../route.ts';
import { bytesOf } from './dictionary-exchange.ts';
import { glossaryExample } from './glossary-examples.ts';
import { glossarySchema, newGlossarySchema, showGlossary } from './glossary-shapes.ts';

/** Where a listener has the routes, who may use them, and how it reads who asks and on which condition. */
export interface GlossaryListener {
  readonly path: string;
  readonly access: Readonly<Record<'read' | 'change', Access>>;
  /** On the console: the operators who may read, besides full ones. */
  readonly operators?: readonly LimitedOperatorRole[];
  /** Whether the response to a creation has a `Location` header. */
  readonly hasLocation: boolean;
  teamIdOf(request: FastifyRequest): string;
  actorOf(request: FastifyRequest): Actor;
  conditionOf(request: FastifyRequest): Condition;
}

type RequestForGlossary = FastifyRequest<{ Params: { id: string } }>;

export function withName({ name, dictionaries }: PackedBody): Outcome<PackedBody & { name: string }> {
  return name === undefined ? missingName : done({ name, dictionaries });
}

export function glossaryRoutes(glossaries: Glossaries, listener: GlossaryListener): RouteDefinition[] {
  const { path, access, teamIdOf, actorOf, conditionOf } = listener;
  const one = `${path}/:id` as `${string}/:id`;
  const subjectOf = (request: RequestForGlossary) => ({
    teamId: teamIdOf(request),
    glossaryId: request.params.id,
    actor: actorOf(request),
  });
  const changing = { headers: ifMatch, problems: ['precondition_failed'] } as const;
  return [
    route('POST', path, access.change, {
      bodyLimit: requestLimits.maxGlossaryBodyBytes,
      rawBodyTypes: ['application/json'],
      operationId: 'createGlossary',
      summary: 'Create a glossary, with or without dictionaries',
      description:
        'Creates a glossary. A team may have 1,000 glossaries. If an entry is invalid, the whole request is refused and `detail` names the entry.',
      answerExample: glossaryExample,
      documentedBody: newGlossarySchema,
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
      response: { 201: glossarySchema },
      handler: async (request, reply) => {
        const teamId = teamIdOf(request);
        const form = { encoding: 'json', layout: 'list' } as const;
        const body = await glossaries.readBody(teamId, bytesOf(request), form);
        const named = body.ok ? withName(body.value) : body;
        if (!named.ok) return named;
        const created = await glossaries.create(teamId, named.value, actorOf(request));
        if (created.ok && listener.hasLocation) reply.header('location', `${path}/${created.value.id}`);
        return tagged(reply, created, showGlossary);
      },
    }),
    route('GET', one, access.read, {
      operationId: 'readGlossary',
      operators: listener.operators ?? [],
      summary: 'Read a glossary and the list of its dictionaries',
      description:
        'Returns a glossary with its dictionaries, without entries. The `ETag` header contains its version.',
      answerExample: glossaryExample,
      response: { 200: glossarySchema },
      handler: async (request, reply) =>
        tagged(reply, await glossaries.find(teamIdOf(request), request.params.id), showGlossary),
    }),
    route('PATCH', one, access.change, {
      ...changing,
      operationId: 'renameGlossary',
      summary: 'Rename a glossary',
      description: 'Changes the name of a glossary. Its dictionaries are not affected.',
      answerExample: { ...glossaryExample, name: 'Product terms 2027', version: 2 },
      example: { body: { name: 'Product terms 2027' } },
      body: Type.Object({ name: nameSchema }),
      response: { 200: glossarySchema },
      handler: async (request, reply) => {
        const name = readName(request.body.name);
        const renamed = await glossaries.rename(subjectOf(request), name, conditionOf(request));
        return tagged(reply, renamed, showGlossary);
      },
    }),
    route('DELETE', one, access.change, {
      ...changing,
      operationId: 'deleteGlossary',
      summary: 'Delete a glossary and its dictionaries',
      description: 'Deletes a glossary and all its dictionaries permanently.',
      handler: async (request) => glossaries.delete(subjectOf(request), conditionOf(request)),
    }),
  ];
}
