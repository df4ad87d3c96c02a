/** The sessions of a team's people, for its owners. A user's own sessions are in session-routes.ts. */
import Type from 'typebox';
import type { TeamSessions } from '../../../accounts/users/team-sessions.ts';
import { done } from '../../../lib/outcome.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { route } from '../../route.ts';
import { actorOf, sessionOf, teamOf } from './request-user.ts';
import { sessionMembers, showSession } from './session-shapes.ts';

const listSchema = Type.Object({
  sessions: Type.Array(
    Type.Object({
      ...sessionMembers,
      user: Type.Object({ id: Type.String(), email: Type.String() }),
      is_owned: Type.Boolean({
        description: 'whether you may end it, because you own all teams of its user',
      }),
    }),
  ),
});

const path = '/api/teams/:team/sessions';

export function teamSessionRoutes(sessions: TeamSessions): RouteDefinition[] {
  return [
    route('GET', path, 'owner', {
      operationId: 'listTeamSessions',
      operators: ['support', 'read-only'],
      summary: 'List who in the team is signed in, and from where',
      response: { 200: listSchema },
      handler: async (request) => {
        const by = sessionOf(request);
        const found = await sessions.list(teamOf(request).teamId, by);
        return done({
          sessions: found.map((session) => ({
            ...showSession(session, by),
            user: { id: session.userId, email: session.email },
          })),
        });
      },
    }),
    route('DELETE', `${path}/:id`, 'owner', {
      operationId: 'endTeamSession',
      operators: ['support'],
      summary: 'End a session of a person in the team',
      handler: (request) =>
        sessions.end(teamOf(request).teamId, request.params.id, sessionOf(request), actorOf(request)),
    }),
  ];
}
