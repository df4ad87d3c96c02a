/** The team's keys: `/v1/keys`. The plain key is only in the response to its creation. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { KeyRecord } from '../../accounts/keys.ts';
import type { TeamKeys } from '../../accounts/team-keys.ts';
import { keyModes } from '../../auth/key-format.ts';
import { defaultScopes, scopes } from '../../auth/scopes.ts';
import { ProblemError, problem } from '../../lib/errors.ts';
import type { Outcome } from '../../lib/outcome.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { createdKeySchema, keySchema } from '../key-shapes.ts';
import { nextCursor, pageQuery, readPage, toPage, withOneMore } from '../pages.ts';
import { sendProblem } from '../problem-reply.ts';
import { nameSchema, readName } from '../read-name.ts';
import { actorOf, callerOf } from './acting.ts';
import { createdKeyExample, keyExample } from './examples.ts';

const listSchema = Type.Object({
  keys: Type.Array(keySchema, { description: 'The keys, newest first.' }),
  next_cursor: nextCursor,
});

const createSchema = Type.Object({
  name: nameSchema,
  mode: Type.Optional(
    Type.Enum([...keyModes], {
      description:
        '`test` reports the usage of the key as test traffic; its calls are translated and charged like any other. Default: `live`.',
    }),
  ),
  scopes: Type.Optional(
    Type.Array(Type.Enum([...scopes]), {
      minItems: 1,
      maxItems: 2 * scopes.length,
      description:
        'What the key may do. The calling key must have each of these scopes. Default: `["translate"]`.',
    }),
  ),
});
const renameSchema = Type.Object({ name: nameSchema });
const listQuery = Type.Object({
  ...pageQuery,
  state: Type.Optional(
    Type.Enum(['active', 'revoked'], { description: 'Returns only active or only revoked keys.' }),
  ),
  mode: Type.Optional(Type.Enum([...keyModes], { description: 'Returns only keys with this mode.' })),
});
const confirmQuery = Type.Object({
  confirm: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 10 })], {
      description:
        '`self` confirms that the calling key revokes itself, `last` that the last active key with the `keys` scope is revoked. Separate both with a comma.',
    }),
  ),
});

const path = '/v1/keys';
const one = `${path}/:id`;

export function keysRoutes(keys: TeamKeys): RouteDefinition[] {
  return [createRoute(keys), listRoute(keys), readRoute(keys), renameRoute(keys), revokeRoute(keys)];
}

function createRoute(keys: TeamKeys): RouteDefinition {
  return {
    method: 'POST',
    url: path,
    access: 'keys',
    bodyLimit: requestLimits.maxSmallBodyBytes,
    describes: {
      operationId: 'createKey',
      summary: 'Create a key; only this response contains the key itself',
      description:
        'Creates an API key for the team. The mode and the scopes of a key cannot be changed later. A team has at most 200 active keys unless the operator sets another limit.',
      answerExample: createdKeyExample,
      problems: ['conflict'],
      example: { body: { name: 'Web shop', mode: 'live', scopes: ['translate'] } },
    },
    schema: { body: createSchema, response: { 201: createdKeySchema } },
    handler: async (request, reply) => {
      const body = request.body as Static<typeof createSchema>;
      const key = {
        name: readName(body.name),
        mode: body.mode ?? 'live',
        scopes: body.scopes ?? defaultScopes,
      };
      const created = await keys.create(callerOf(request), key, actorOf(request));
      if (!created.ok) return sendProblem(reply, created.problem);
      const { plain, ...shown } = created.value;
      return reply
        .code(201)
        .header('location', `${path}/${shown.id}`)
        .send({ ...shown, key: plain });
    },
  };
}

function listRoute(keys: TeamKeys): RouteDefinition {
  return {
    method: 'GET',
    url: path,
    access: 'keys',
    describes: {
      operationId: 'listKeys',
      summary: 'List the keys of the team, newest first',
      description:
        'Returns the active and revoked keys of the team, in pages. The keys themselves are never shown.',
      answerExample: { keys: [keyExample], next_cursor: null },
      example: { query: '?state=active&limit=10' },
    },
    schema: { querystring: listQuery, response: { 200: listSchema } },
    handler: async (request) => {
      const query = request.query as Static<typeof listQuery>;
      const page = readPage(query);
      const filter = {
        isRevoked: query.state === undefined ? undefined : query.state === 'revoked',
        mode: query.mode,
      };
      const found = await keys.list(callerOf(request).teamId, filter, withOneMore(page));
      const { shown, next_cursor } = toPage(found, page);
      return { keys: shown, next_cursor };
    },
  };
}

function readRoute(keys: TeamKeys): RouteDefinition {
  return {
    method: 'GET',
    url: one,
    access: 'keys',
    describes: {
      operationId: 'readKey',
      summary: 'Read a key',
      description: 'Returns the name, mode, scopes and last use of a key, but not the key itself.',
      answerExample: keyExample,
    },
    schema: { response: { 200: keySchema } },
    handler: async (request, reply) =>
      sendKey(reply, await keys.find(callerOf(request).teamId, idOf(request))),
  };
}

function renameRoute(keys: TeamKeys): RouteDefinition {
  return {
    method: 'PATCH',
    url: one,
    access: 'keys',
    describes: {
      operationId: 'renameKey',
      summary: 'Rename a key',
      description: 'Changes the name of a key. To change the mode or the scopes, create another key.',
      answerExample: { ...keyExample, name: 'Web shop, old' },
      example: { body: { name: 'Web shop, old' } },
    },
    schema: { body: renameSchema, response: { 200: keySchema } },
    handler: async (request, reply) => {
      const body = request.body as Static<typeof renameSchema>;
      refuseFixedMembers(body);
      const newName = readName(body.name);
      return sendKey(reply, await keys.rename(callerOf(request), idOf(request), newName, actorOf(request)));
    },
  };
}

function revokeRoute(keys: TeamKeys): RouteDefinition {
  return {
    method: 'DELETE',
    url: one,
    access: 'keys',
    describes: {
      operationId: 'revokeKey',
      summary: 'Revoke a key permanently, on every node at once',
      description:
        'Revokes a key. Calls with the key that start after the response get 401 `key_revoked`. To revoke the calling key or the last key with the `keys` scope, set `confirm`; otherwise the call gets 409 `conflict`.',
      problems: ['conflict'],
    },
    schema: { querystring: confirmQuery },
    handler: async (request, reply) => {
      const { confirm = [] } = request.query as Static<typeof confirmQuery>;
      const confirmed = new Set([confirm].flat().flatMap((words) => words.split(',')));
      const revoked = await keys.revoke(callerOf(request), idOf(request), confirmed, actorOf(request));
      return revoked.ok ? reply.code(204).send() : sendProblem(reply, revoked.problem);
    },
  };
}

function sendKey(reply: FastifyReply, outcome: Outcome<KeyRecord>): FastifyReply {
  return outcome.ok ? reply.send(outcome.value) : sendProblem(reply, outcome.problem);
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** If a change of scopes were silently ignored, the caller would believe that the key is now restricted. */
function refuseFixedMembers(body: object): void {
  const fixed = ['scopes', 'mode'].find((member) => Object.hasOwn(body, member));
  if (fixed === undefined) return;
  throw new ProblemError(
    problem('invalid_request', `The ${fixed} of a key cannot be changed. Create another key instead.`),
  );
}
