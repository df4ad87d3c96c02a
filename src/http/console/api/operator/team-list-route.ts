/** All teams of the installation by name, in pages, with search by part of the name. */
import Type from 'typebox';
import type { ListedTeam, OperatorTeams, TeamFilter, TeamPage } from '../../../../accounts/operator-teams.ts';
import { cleanLine, maxNameLength } from '../../../../lib/names.ts';
import { done } from '../../../../lib/outcome.ts';
import { isUuid } from '../../../../lib/uuid-v7.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { nextCursor, readLimit } from '../../../pages.ts';
import { invalidCursor, invalidRequest } from '../../../refusals.ts';
import { route } from '../../../route.ts';
import { time } from '../../../time-shapes.ts';
import { showSuspended, suspended } from '../shapes.ts';

export const operatorTeamsPath = '/api/operator/teams';

/** Fits an id and the longest name, in base64. */
const maxCursorLength = 1_500;

const query = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 300, description: 'part of the name, or the id' })),
  state: Type.Optional(Type.Enum(['active', 'suspended'])),
  limit: Type.Optional(Type.String({ maxLength: 10 })),
  cursor: Type.Optional(Type.String({ maxLength: maxCursorLength })),
});
export const teamMembers = {
  id: Type.String(),
  name: Type.String(),
  monthly_quota: Type.Integer(),
  created_at: time,
};
const listSchema = Type.Object({
  teams: Type.Array(
    Type.Object({
      ...teamMembers,
      quota_used: Type.Integer(),
      credit_left: Type.Integer(),
      active_keys: Type.Integer(),
      suspended,
    }),
  ),
  next_cursor: nextCursor,
});

export function teamListRoute(teams: OperatorTeams): RouteDefinition {
  return route('GET', operatorTeamsPath, 'operator', {
    operationId: 'searchTeams',
    operators: ['support', 'billing', 'read-only'],
    summary: 'List all teams by name, or search for teams',
    query,
    response: { 200: listSchema },
    handler: async (request) => {
      const { search, state, limit, cursor } = request.query;
      const shownAtOnce = readLimit(limit);
      const filter = { ...readSearch(search), isSuspended: state && state === 'suspended' };
      // Reads one extra row to learn whether there is a next page.
      const found = await teams.list(filter, { limit: shownAtOnce + 1, after: readCursor(cursor) });
      const shown = found.slice(0, shownAtOnce);
      const last = found.length > shownAtOnce ? shown.at(-1) : undefined;
      return done({ teams: shown.map(showTeam), next_cursor: last === undefined ? null : writeCursor(last) });
    },
  });
}

function showTeam(team: ListedTeam) {
  return { ...toWire(team), ...showSuspended(team) };
}

function readSearch(value: string | undefined): Pick<TeamFilter, 'search' | 'id'> {
  if (value === undefined || value.trim() === '') return {};
  const search = cleanLine(value, maxNameLength);
  if (search === undefined) throw invalidRequest('search must be part of a name, or an id.');
  return isUuid(search) ? { id: search } : { search };
}

function writeCursor({ name, id }: ListedTeam): string {
  return Buffer.from(`${id}${name}`).toString('base64url');
}

const idLength = 36;

function readCursor(cursor: string | undefined): TeamPage['after'] {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [id, name] = [text.slice(0, idLength), text.slice(idLength)];
  if (isUuid(id) && cleanLine(name, maxNameLength) === name) return { id, name };
  throw invalidCursor();
}
