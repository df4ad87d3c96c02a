/** The keys of a team, with their recent calls per day. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { KeyManager, TeamKeys } from '../../../accounts/keys.ts';
import { expiryForOwners } from '../../../accounts/refusals.ts';
import { refuseScopes, scopesByRole } from '../../../accounts/role-scopes.ts';
import { keyModes } from '../../../auth/key-format.ts';
import { defaultScopes, scopes } from '../../../auth/scopes.ts';
import { done, mapOutcome, refusedWith } from '../../../lib/outcome.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import type { UsageReports } from '../../../metering/usage-report.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { keyLimitMembers, readKeyLimits } from '../../key-limit-shapes.ts';
import {
  createdKeySchema,
  keyChangesSchema,
  keyRecord,
  keySchema,
  maxWait,
  readKeyChanges,
  showCreatedKey,
} from '../../key-shapes.ts';
import { nameSchema, readName } from '../../read-name.ts';
import { route } from '../../route.ts';
import { actorOf, teamOf } from './request-user.ts';

const listSchema = Type.Object({
  days: Type.Array(Type.String(), { description: 'the days that the numbers in calls_per_day are for' }),
  keys: Type.Array(Type.Object({ ...keyRecord, calls_per_day: Type.Array(Type.Integer()) })),
});
const createSchema = Type.Object({
  name: nameSchema,
  mode: Type.Enum([...keyModes]),
  scopes: Type.Optional(Type.Array(Type.Enum([...scopes]), { minItems: 1, maxItems: scopes.length })),
  max_wait_seconds: Type.Optional(maxWait),
  ...keyLimitMembers,
});

const path = '/api/teams/:team/keys';
const one = `${path}/:id` as const;

/** More keys than a person reads in one list; the public API lists all of them in pages. */
const maxKeysShown = 500;
const daysShown = 30;
const dayMs = 86_400_000;

export function keyRoutes(keys: TeamKeys, reports: UsageReports): RouteDefinition[] {
  return [
    route('GET', path, 'viewer', {
      operationId: 'listKeys',
      operators: ['support', 'read-only'],
      summary: 'List the keys of the team, newest first',
      response: { 200: listSchema },
      handler: async (request) => done(await keysWithCalls(keys, reports, teamOf(request).teamId)),
    }),
    route('POST', path, 'member', {
      operationId: 'createKey',
      needsProof: true,
      summary: 'Create a key; only this response contains the key itself',
      problems: ['conflict'],
      body: createSchema,
      response: { 201: createdKeySchema },
      handler: async (request) => {
        const { name, mode, scopes: wanted = defaultScopes, max_wait_seconds: maxWaitSeconds } = request.body;
        const refusal = refuseScopes(teamOf(request).role, wanted);
        if (refusal !== undefined) return refusedWith(refusal);
        const key = {
          name: readName(name),
          mode,
          scopes: wanted,
          maxWaitSeconds,
          limits: readKeyLimits(request.body),
        };
        return mapOutcome(await keys.create(managerOf(request), key, actorOf(request)), showCreatedKey);
      },
    }),
    route('PATCH', one, 'member', {
      operationId: 'changeKey',
      summary: 'Rename a key, or change its limits or how long its calls wait',
      body: keyChangesSchema,
      response: { 200: keySchema },
      handler: async (request) => {
        const changes = readKeyChanges(request.body);
        // Nobody can undo the end of a key, so it needs the role that revoking needs.
        if (changes.expiresAt !== undefined && teamOf(request).role !== 'owner') return expiryForOwners;
        return mapOutcome(
          await keys.change(managerOf(request), request.params.id, changes, actorOf(request)),
          toWire,
        );
      },
    }),
    route('DELETE', one, 'owner', {
      operationId: 'revokeKey',
      needsProof: true,
      summary: 'Revoke a key permanently, on every node at once',
      handler: (request) => keys.revoke(managerOf(request), request.params.id, confirmed, actorOf(request)),
    }),
  ];
}

async function keysWithCalls(keys: TeamKeys, reports: UsageReports, teamId: string) {
  const days = lastDays(new Date());
  const [found, usage] = await Promise.all([
    keys.list(teamId, {}, { limit: maxKeysShown, before: undefined }),
    reports.usage(teamId, new Date(days[0] ?? ''), new Date(), ['key', 'day']),
  ]);
  const calls = new Map(usage?.rows.map(({ group, calls }) => [`${group.key} ${group.day}`, calls]));
  const callsPerDay = (id: string) => days.map((day) => calls.get(`${id} ${day}`) ?? 0);
  return { days, keys: found.map((key) => ({ ...toWire(key), calls_per_day: callsPerDay(key.id) })) };
}

/** The last 30 days in UTC, oldest first. */
function lastDays(now: Date): string[] {
  return Array.from({ length: daysShown }, (_, i) =>
    new Date(now.getTime() - (daysShown - 1 - i) * dayMs).toISOString().slice(0, 10),
  );
}

/** Losing the last key that can create keys is safe here: the team can create another one on the console. */
const confirmed: ReadonlySet<string> = new Set(['last']);

function managerOf(request: FastifyRequest): KeyManager {
  const { teamId, role } = teamOf(request);
  return { teamId, scopes: scopesByRole[role] };
}
