/** Everybody with an account, in pages by address. Operators end sessions and create links to new passwords. */
import Type from 'typebox';
import { maxEmailLength } from '../../../../accounts/users/email.ts';
import type { ListedUser, OperatorUsers, UserFilter } from '../../../../accounts/users/operator-users.ts';
import { cleanLine } from '../../../../lib/names.ts';
import { done, mapOutcome } from '../../../../lib/outcome.ts';
import { isUuid } from '../../../../lib/uuid-v7.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { nextCursor, readLimit } from '../../../pages.ts';
import { invalidCursor, invalidRequest } from '../../../refusals.ts';
import { route } from '../../../route.ts';
import { time, timeOrNull } from '../../../time-shapes.ts';
import { actorOf, sessionOf } from '../request-user.ts';
import { linkSchema, operatorRoleOrNull, role } from '../shapes.ts';

export interface OperatorUserParts {
  readonly operatorUsers: OperatorUsers;
}

/** Fits the longest address, in base64. */
const maxCursorLength = 500;

const path = '/api/operator/users';
const query = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 300, description: 'part of the address, or the id' })),
  limit: Type.Optional(Type.String({ maxLength: 10 })),
  cursor: Type.Optional(Type.String({ maxLength: maxCursorLength })),
});
const userSchema = Type.Object({
  id: Type.String(),
  email: Type.String(),
  operator_role: operatorRoleOrNull,
  created_at: time,
  last_signed_in_at: Type.Union(timeOrNull.anyOf, { description: 'null if it is more than 30 days ago' }),
  open_sessions: Type.Integer(),
  has_second_factor: Type.Boolean(),
  teams: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role }), {
    description: 'at most ten, by name',
  }),
  team_count: Type.Integer(),
});

export function userRoutes({ operatorUsers }: OperatorUserParts): RouteDefinition[] {
  return [
    route('GET', path, 'operator', {
      operationId: 'searchUsers',
      operators: ['support', 'read-only'],
      summary: 'List all users by address, or search for users',
      query,
      response: { 200: Type.Object({ users: Type.Array(userSchema), next_cursor: nextCursor }) },
      handler: async (request) => {
        const { search, limit, cursor } = request.query;
        const shownAtOnce = readLimit(limit);
        // Reads one extra row to learn whether there is a next page.
        const page = { limit: shownAtOnce + 1, after: readCursor(cursor) };
        const found = await operatorUsers.list(readSearch(search), page);
        const shown = found.slice(0, shownAtOnce);
        const last = found.length > shownAtOnce ? shown.at(-1) : undefined;
        return done({
          users: shown.map(showUser),
          next_cursor: last === undefined ? null : writeCursor(last),
        });
      },
    }),
    route('POST', `${path}/:id/end-sessions`, 'operator', {
      operationId: 'endSessionsOfUser',
      operators: ['support'],
      summary: 'End all sessions of a user, except the one that asks',
      description: 'Only a full operator ends those of operators.',
      response: { 200: Type.Object({ ended: Type.Integer() }) },
      handler: (request) =>
        operatorUsers.endSessions(request.params.id, sessionOf(request), actorOf(request)),
    }),
    route('POST', `${path}/:id/password-reset`, 'operator', {
      operationId: 'resetPasswordOfUser',
      operators: ['support'],
      needsProof: true,
      summary: 'Create a link for choosing a new password',
      problems: ['conflict'],
      response: { 201: linkSchema },
      handler: async (request) =>
        mapOutcome(await operatorUsers.resetPassword(request.params.id, actorOf(request)), toWire),
    }),
    route('POST', `${path}/:id/second-factor-reset`, 'operator', {
      operationId: 'resetSecondFactorOfUser',
      operators: ['support'],
      needsProof: true,
      summary: 'Create a link for choosing a new password without the second factor',
      description: 'Ends all sessions of the user. The factor stays until the link is used.',
      problems: ['conflict'],
      response: { 201: linkSchema },
      handler: async (request) =>
        mapOutcome(await operatorUsers.resetFactor(request.params.id, actorOf(request)), toWire),
    }),
    route('PUT', `${path}/:id/operator-role`, 'operator', {
      operationId: 'setOperatorRole',
      needsProof: true,
      summary: 'Make a user an operator, change the role, or take it away',
      description: 'It counts for the next request of the user. The last full operator keeps the role.',
      problems: ['conflict'],
      body: Type.Object({
        role: operatorRoleOrNull,
        previous_role: Type.Union(operatorRoleOrNull.anyOf, {
          description: 'the role that the operator saw; 409 if the user has another one by now',
        }),
      }),
      response: {
        200: Type.Object({ id: Type.String(), email: Type.String(), operator_role: operatorRoleOrNull }),
      },
      handler: async (request) => {
        const { role: wanted, previous_role: seen } = request.body;
        const [by, actor] = [sessionOf(request), actorOf(request)];
        return mapOutcome(
          await operatorUsers.setOperatorRole(request.params.id, { role: wanted, seen }, by, actor),
          toWire,
        );
      },
    }),
  ];
}

function showUser(user: ListedUser) {
  return { ...toWire(user), teams: [...user.teams] };
}

function readSearch(value: string | undefined): UserFilter {
  if (value === undefined || value.trim() === '') return {};
  const search = cleanLine(value, maxEmailLength);
  if (search === undefined) throw invalidRequest('search must be part of an e-mail address, or an id.');
  return isUuid(search) ? { id: search } : { search };
}

function writeCursor({ email }: ListedUser): string {
  return Buffer.from(email).toString('base64url');
}

function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const email = Buffer.from(cursor, 'base64url').toString('utf8');
  if (cleanLine(email, maxEmailLength) === email) return email;
  throw invalidCursor();
}
