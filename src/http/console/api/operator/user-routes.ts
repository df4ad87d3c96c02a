/** Everybody with an account, in pages by address. Operators end sessions and create links to new passwords. */
import Type from 'typebox';
import { cleanEmail } from '../../../../accounts/users/email.ts';
import type { ListedUser, OperatorUsers, UserFilter } from '../../../../accounts/users/operator-users.ts';
import { cleanName } from '../../../../lib/names.ts';
import { done, mapOutcome } from '../../../../lib/outcome.ts';
import { isUuid } from '../../../../lib/uuid-v7.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { nextCursor, readLimit } from '../../../pages.ts';
import { invalidCursor, invalidRequest } from '../../../refusals.ts';
import { route } from '../../../route.ts';
import { time, timeOrNull } from '../../../time-shapes.ts';
import { operatorOf, sessionOf } from '../request-user.ts';
import { linkSchema, role } from '../shapes.ts';

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
  is_operator: Type.Boolean(),
  created_at: time,
  last_signed_in_at: Type.Union(timeOrNull.anyOf, { description: 'null if it is more than 30 days ago' }),
  open_sessions: Type.Integer(),
  teams: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role }), {
    description: 'at most ten, by name',
  }),
  team_count: Type.Integer(),
});

export function userRoutes({ operatorUsers }: OperatorUserParts): RouteDefinition[] {
  return [
    route('GET', path, 'operator', {
      operationId: 'searchUsers',
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
      summary: 'End all sessions of a user, except the one that asks',
      response: { 200: Type.Object({ ended: Type.Integer() }) },
      handler: (request) =>
        operatorUsers.endSessions(request.params.id, sessionOf(request), operatorOf(request)),
    }),
    route('POST', `${path}/:id/password-reset`, 'operator', {
      operationId: 'resetPasswordOfUser',
      summary: 'Create a link for choosing a new password',
      problems: ['conflict'],
      response: { 201: linkSchema },
      handler: async (request) =>
        mapOutcome(await operatorUsers.resetPassword(request.params.id, operatorOf(request)), toWire),
    }),
  ];
}

function showUser(user: ListedUser) {
  return { ...toWire(user), teams: [...user.teams] };
}

function readSearch(value: string | undefined): UserFilter {
  if (value === undefined || value.trim() === '') return {};
  const search = cleanName(value);
  if (search === undefined) throw invalidRequest('search must be part of an e-mail address, or an id.');
  return isUuid(search) ? { id: search } : { search };
}

function writeCursor({ email }: ListedUser): string {
  return Buffer.from(email).toString('base64url');
}

function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const email = Buffer.from(cursor, 'base64url').toString('utf8');
  if (cleanEmail(email) === email) return email;
  throw invalidCursor();
}
