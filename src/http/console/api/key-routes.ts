/** The keys of a team, with their recent calls per day. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { refuseScopes, scopesByRole } from '../../../accounts/role-scopes.ts';
import type { KeyManager, TeamKeys } from '../../../accounts/team-keys.ts';
import { keyModes } from '../../../auth/key-format.ts';
import { defaultScopes, scopes } from '../../../auth/scopes.ts';
import type { UsageReports } from '../../../metering/usage-report.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { createdKeySchema, keyRecord, keySchema } from '../../key-shapes.ts';
import { sendProblem } from '../../problem-reply.ts';
import { nameSchema, readName } from '../../read-name.ts';
import { actorOf, idOf, teamOf } from './acting.ts';

const listSchema = Type.Object({
  days: Type.Array(Type.String(), { description: 'the days that the numbers in calls_per_day are for' }),
  keys: Type.Array(Type.Object({ ...keyRecord, calls_per_day: Type.Array(Type.Integer()) })),
});
const createSchema = Type.Object({
  name: nameSchema,
  mode: Type.Enum([...keyModes]),
  scopes: Type.Optional(Type.Array(Type.Enum([...scopes]), { minItems: 1, maxItems: scopes.length })),
});
const renameSchema = Type.Object({ name: nameSchema });

const path = '/api/teams/:team/keys';
const one = `${path}/:id`;

/** More keys than a person reads in one list; the public API lists all of them in pages. */
const maxKeysShown = 500;
const daysShown = 30;
const dayMs = 86_400_000;

export function keyRoutes(keys: TeamKeys, reports: UsageReports): RouteDefinition[] {
  return [listRoute(keys, reports), createRoute(keys), renameRoute(keys), revokeRoute(keys)];
}

function listRoute(keys: TeamKeys, reports: UsageReports): RouteDefinition {
  return {
    method: 'GET',
    url: path,
    access: 'viewer',
    describes: { operationId: 'listKeys', summary: 'List the keys of the team, newest first' },
    schema: { response: { 200: listSchema } },
    handler: async (request) => {
      const { teamId } = teamOf(request);
      const days = lastDays(new Date());
      const from = new Date(days[0] ?? '');
      const [found, usage] = await Promise.all([
        keys.list(teamId, {}, { limit: maxKeysShown, before: undefined }),
        reports.usage(teamId, from, new Date(), ['key', 'day']),
      ]);
      const calls = new Map(usage?.rows.map(({ group, calls }) => [`${group.key} ${group.day}`, calls]));
      return {
        days,
        keys: found.map((key) => ({
          ...key,
          calls_per_day: days.map((day) => calls.get(`${key.id} ${day}`) ?? 0),
        })),
      };
    },
  };
}

/** The last 30 days in UTC, oldest first. */
function lastDays(now: Date): string[] {
  return Array.from({ length: daysShown }, (_, i) =>
    new Date(now.getTime() - (daysShown - 1 - i) * dayMs).toISOString().slice(0, 10),
  );
}

function createRoute(keys: TeamKeys): RouteDefinition {
  return {
    method: 'POST',
    url: path,
    access: 'member',
    describes: {
      operationId: 'createKey',
      summary: 'Create a key; only this response contains the key itself',
      problems: ['conflict'],
    },
    schema: { body: createSchema, response: { 201: createdKeySchema } },
    handler: async (request, reply) => {
      const body = request.body as Static<typeof createSchema>;
      const wanted = body.scopes ?? defaultScopes;
      const refusal = refuseScopes(teamOf(request).role, wanted);
      if (refusal !== undefined) return sendProblem(reply, refusal);
      const key = { name: readName(body.name), mode: body.mode, scopes: wanted };
      const created = await keys.create(keeperOf(request), key, actorOf(request));
      if (!created.ok) return sendProblem(reply, created.problem);
      const { plain, ...shown } = created.value;
      return reply.code(201).send({ ...shown, key: plain });
    },
  };
}

function renameRoute(keys: TeamKeys): RouteDefinition {
  return {
    method: 'PATCH',
    url: one,
    access: 'member',
    describes: { operationId: 'renameKey', summary: 'Rename a key' },
    schema: { body: renameSchema, response: { 200: keySchema } },
    handler: async (request, reply) => {
      const name = readName((request.body as Static<typeof renameSchema>).name);
      const renamed = await keys.rename(keeperOf(request), idOf(request), name, actorOf(request));
      return renamed.ok ? reply.send(renamed.value) : sendProblem(reply, renamed.problem);
    },
  };
}

function revokeRoute(keys: TeamKeys): RouteDefinition {
  return {
    method: 'DELETE',
    url: one,
    access: 'owner',
    describes: { operationId: 'revokeKey', summary: 'Revoke a key permanently, on every node at once' },
    handler: async (request, reply): Promise<FastifyReply> => {
      const revoked = await keys.revoke(keeperOf(request), idOf(request), confirmed, actorOf(request));
      return revoked.ok ? reply.code(204).send() : sendProblem(reply, revoked.problem);
    },
  };
}

/** Losing the last key that can create keys is safe here: the team can create another one on the console. */
const confirmed: ReadonlySet<string> = new Set(['last']);

function keeperOf(request: FastifyRequest): KeyManager {
  const { teamId, role } = teamOf(request);
  return { teamId, scopes: scopesByRole[role] };
}
