/** The team's keys: `/v1/keys`. The plain key is only in the response to its creation. */
import Type from 'typebox';
import type { TeamKeys } from '../../accounts/keys.ts';
import { keyModes } from '../../auth/key-format.ts';
import { defaultScopes, scopes } from '../../auth/scopes.ts';
import { mapOutcome } from '../../lib/outcome.ts';
import { requestLimits } from '../../lib/request-limits.ts';
import { toWire } from '../../lib/wire-shape.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { keyLimitMembers, readKeyLimits } from '../key-limit-shapes.ts';
import {
  createdKeySchema,
  keyChangesSchema,
  keySchema,
  maxWait,
  readKeyChanges,
  showCreatedKey,
} from '../key-shapes.ts';
import { listPage, nextCursor, pageQuery } from '../pages.ts';
import { nameSchema, readName } from '../read-name.ts';
import { invalidRequest } from '../refusals.ts';
import { route } from '../route.ts';
import { createdKeyExample, keyExample } from './examples.ts';
import { actorOf, callerOf } from './request-caller.ts';

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
  max_wait_seconds: Type.Optional(maxWait),
  ...keyLimitMembers,
});
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
const one = `${path}/:id` as const;

export function keysRoutes(keys: TeamKeys): RouteDefinition[] {
  return [
    route('POST', path, 'keys', {
      bodyLimit: requestLimits.maxSmallBodyBytes,
      operationId: 'createKey',
      summary: 'Create a key; only this response contains the key itself',
      description:
        'Creates an API key for the team. The mode and the scopes of a key cannot be changed later. A team has at most 200 active keys unless the operator sets another limit. A key may have limits of its own, below those of the team; a key with limits cannot create keys.',
      answerExample: createdKeyExample,
      problems: ['conflict'],
      example: { body: { name: 'Web shop', mode: 'live', scopes: ['translate'] } },
      body: createSchema,
      response: { 201: createdKeySchema },
      handler: async (request, reply) => {
        const {
          name,
          mode = 'live',
          scopes = defaultScopes,
          max_wait_seconds: maxWaitSeconds,
        } = request.body;
        const key = {
          name: readName(name),
          mode,
          scopes,
          maxWaitSeconds,
          limits: readKeyLimits(request.body),
        };
        const created = await keys.create(callerOf(request), key, actorOf(request));
        if (created.ok) reply.header('location', `${path}/${created.value.id}`);
        return mapOutcome(created, showCreatedKey);
      },
    }),
    route('GET', path, 'keys', {
      operationId: 'listKeys',
      summary: 'List the keys of the team, newest first',
      description:
        'Returns the active and revoked keys of the team, in pages. The keys themselves are never shown.',
      answerExample: { keys: [keyExample], next_cursor: null },
      example: { query: '?state=active&limit=10' },
      query: listQuery,
      response: { 200: listSchema },
      handler: (request) => {
        const { state, mode } = request.query;
        const filter = { isRevoked: state && state === 'revoked', mode };
        const { teamId } = callerOf(request);
        return listPage('keys', request.query, (page) => keys.list(teamId, filter, page), toWire);
      },
    }),
    route('GET', one, 'keys', {
      operationId: 'readKey',
      summary: 'Read a key',
      description: 'Returns the name, mode, scopes and last use of a key, but not the key itself.',
      answerExample: keyExample,
      response: { 200: keySchema },
      handler: async (request) =>
        mapOutcome(await keys.find(callerOf(request).teamId, request.params.id), toWire),
    }),
    route('PATCH', one, 'keys', {
      operationId: 'changeKey',
      summary: 'Rename a key, or change its limits or how long its calls wait',
      description:
        'Changes the members that the body has. To change the mode or the scopes, create another key. A node may use the previous waiting time, rate, networks, engines and language pairs for some seconds; the expiry and the budget count at once. A changed limit ends the streamed calls of the key. A key with limits cannot change those of others.',
      answerExample: { ...keyExample, name: 'Web shop, old' },
      example: { body: { name: 'Web shop, old' } },
      body: keyChangesSchema,
      response: { 200: keySchema },
      handler: async (request) => {
        refuseFixedMembers(request.body);
        const changes = readKeyChanges(request.body);
        return mapOutcome(
          await keys.change(callerOf(request), request.params.id, changes, actorOf(request)),
          toWire,
        );
      },
    }),
    route('DELETE', one, 'keys', {
      operationId: 'revokeKey',
      summary: 'Revoke a key permanently, on every node at once',
      description:
        'Revokes a key. Calls with the key that start after the response get 401 `key_revoked`. To revoke the calling key or the last key with the `keys` scope, set `confirm`; otherwise the call gets 409 `conflict`.',
      problems: ['conflict'],
      query: confirmQuery,
      handler: (request) => {
        const { confirm = [] } = request.query;
        const confirmed = new Set([confirm].flat().flatMap((words) => words.split(',')));
        return keys.revoke(callerOf(request), request.params.id, confirmed, actorOf(request));
      },
    }),
  ];
}

/** If a change of scopes were silently ignored, the caller would believe that the key is now restricted. */
function refuseFixedMembers(body: object): void {
  const fixed = ['scopes', 'mode'].find((member) => Object.hasOwn(body, member));
  if (fixed === undefined) return;
  throw invalidRequest(`The ${fixed} of a key cannot be changed. Create another key instead.`);
}
