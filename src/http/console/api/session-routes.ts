/** Sign-in, sign-out, the signed-in user and the user's sessions. */
import Type, { type Static } from 'typebox';
import { toSuspension } from '../../../accounts/suspension.ts';
import type { Sessions } from '../../../accounts/users/sessions.ts';
import { problem } from '../../../lib/errors.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';
import { time } from '../../time-shapes.ts';
import { idOf, originOf, sessionOf } from './acting.ts';
import { sessionMembers, showSession } from './session-shapes.ts';
import { emailMember, passwordMember, readNewPassword, role, suspended } from './shapes.ts';

const signInSchema = Type.Object({
  email: emailMember,
  password: passwordMember,
  device: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'The value that an earlier sign-in returned to this browser.',
    }),
  ),
});
const signedInSchema = Type.Object({
  token: Type.String(),
  expires_at: time,
  device: Type.String({
    description:
      'Keep it and send it with the next sign-in. Failed attempts of others then do not lock this browser out.',
  }),
});
const meSchema = Type.Object({
  user: Type.Object({ id: Type.String(), email: Type.String(), is_operator: Type.Boolean() }),
  session: Type.Object({ id: Type.String(), expires_at: time }),
  teams: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role, suspended })),
  has_more_teams: Type.Boolean({
    description: 'whether there are more teams, which an operator can search for',
  }),
});
const sessionsSchema = Type.Object({ sessions: Type.Array(Type.Object(sessionMembers)) });
const passwordSchema = Type.Object({ current: passwordMember, new: passwordMember });

export function sessionRoutes(sessions: Sessions): RouteDefinition[] {
  return [
    signInRoute(sessions),
    signOutRoute(sessions),
    meRoute(sessions),
    listRoute(sessions),
    endRoute(sessions),
    passwordRoute(sessions),
  ];
}

function signInRoute(sessions: Sessions): RouteDefinition {
  return {
    method: 'POST',
    url: '/api/sign-in',
    access: 'open',
    describes: { operationId: 'signIn', summary: 'Start a session', problems: ['rate_limited'] },
    bodyLimit: requestLimits.maxSmallBodyBytes,
    schema: { body: signInSchema, response: { 200: signedInSchema } },
    handler: async (request, reply) => {
      const signedIn = await sessions.signIn(request.body as Static<typeof signInSchema>, originOf(request));
      if (!signedIn.ok) return sendProblem(reply, signedIn.problem);
      const { token, expiresAt, device } = signedIn.value;
      return { token, expires_at: expiresAt.toISOString(), device };
    },
  };
}

function signOutRoute(sessions: Sessions): RouteDefinition {
  return {
    method: 'POST',
    url: '/api/sign-out',
    access: 'session',
    describes: { operationId: 'signOut', summary: 'End this session' },
    handler: async (request, reply) => {
      const session = sessionOf(request);
      await sessions.end(session, session.id, originOf(request));
      return reply.code(204).send();
    },
  };
}

function meRoute(sessions: Sessions): RouteDefinition {
  return {
    method: 'GET',
    url: '/api/me',
    access: 'session',
    describes: { operationId: 'readMe', summary: 'Read who is signed in, and their teams' },
    schema: { response: { 200: meSchema } },
    handler: async (request) => {
      const session = sessionOf(request);
      const { teams, hasMore } = await sessions.teamsOf(session);
      return {
        user: { id: session.userId, email: session.email, is_operator: session.isOperator },
        session: { id: session.id, expires_at: session.expiresAt.toISOString() },
        teams: teams.map(({ suspension, ...team }) => ({ ...team, suspended: toSuspension(suspension) })),
        has_more_teams: hasMore,
      };
    },
  };
}

function listRoute(sessions: Sessions): RouteDefinition {
  return {
    method: 'GET',
    url: '/api/sessions',
    access: 'session',
    describes: { operationId: 'listSessions', summary: 'List the sessions of the user' },
    schema: { response: { 200: sessionsSchema } },
    handler: async (request) => {
      const asking = sessionOf(request);
      const found = await sessions.list(asking.userId);
      return { sessions: found.map((session) => showSession(session, asking)) };
    },
  };
}

function endRoute(sessions: Sessions): RouteDefinition {
  return {
    method: 'DELETE',
    url: '/api/sessions/:id',
    access: 'session',
    describes: { operationId: 'endSession', summary: 'End a session of the user' },
    handler: async (request, reply) => {
      const ended = await sessions.end(sessionOf(request), idOf(request), originOf(request));
      return ended ? reply.code(204).send() : sendProblem(reply, noSession);
    },
  };
}

const noSession = problem('not_found', 'You have no session with this id. It may have ended.');

function passwordRoute(sessions: Sessions): RouteDefinition {
  return {
    method: 'POST',
    url: '/api/me/password',
    access: 'session',
    describes: {
      operationId: 'changePassword',
      summary: "Change the user's own password and end all other sessions",
      problems: ['rate_limited'],
    },
    schema: { body: passwordSchema },
    handler: async (request, reply) => {
      const { current, new: wanted } = request.body as Static<typeof passwordSchema>;
      const password = readNewPassword(wanted);
      const changed = await sessions.changePassword(sessionOf(request), current, password, originOf(request));
      if (changed.ok) return reply.code(204).send();
      // Not 401: the session is still valid, and the page would treat a 401 as its end.
      const { code } = changed.problem;
      return sendProblem(reply, code === 'unauthorized' ? wrongPassword : changed.problem);
    },
  };
}

const wrongPassword = problem('forbidden', 'The current password is wrong.');
