/** Sign-in, sign-out, the signed-in user and the user's sessions. */
import Type from 'typebox';
import { toSuspension } from '../../../accounts/suspension.ts';
import type { Sessions } from '../../../accounts/users/sessions.ts';
import { done, mapOutcome, refused } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { route } from '../../route.ts';
import { time } from '../../time-shapes.ts';
import { type PublicAddress, publicApiSchema, showPublicApi } from './public-address.ts';
import { originOf, sessionOf } from './request-user.ts';
import { sessionMembers, showSession } from './session-shapes.ts';
import { emailMember, passwordMember, readNewPassword, role, showSuspended, suspended } from './shapes.ts';

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
  public_api: publicApiSchema,
});
const sessionsSchema = Type.Object({ sessions: Type.Array(Type.Object(sessionMembers)) });

export function sessionRoutes(sessions: Sessions, publicAddress: PublicAddress): RouteDefinition[] {
  return [
    route('POST', '/api/sign-in', 'open', {
      operationId: 'signIn',
      summary: 'Start a session',
      problems: ['rate_limited'],
      bodyLimit: requestLimits.maxSmallBodyBytes,
      body: signInSchema,
      response: { 200: signedInSchema },
      handler: async (request) => {
        const signedIn = await sessions.signIn(request.body, originOf(request));
        return mapOutcome(signedIn, toWire);
      },
    }),
    route('POST', '/api/sign-out', 'session', {
      operationId: 'signOut',
      summary: 'End this session',
      handler: async (request) => {
        const session = sessionOf(request);
        return done(await sessions.end(session, session.id, originOf(request)));
      },
    }),
    route('GET', '/api/me', 'session', {
      operationId: 'readMe',
      summary: 'Read who is signed in, their teams, and the address of the public API',
      response: { 200: meSchema },
      handler: async (request) => {
        const session = sessionOf(request);
        const { teams, hasMore } = await sessions.teamsOf(session);
        return done({
          user: { id: session.userId, email: session.email, is_operator: session.isOperator },
          session: { id: session.id, expires_at: session.expiresAt.toISOString() },
          teams: teams.map(({ suspension, ...team }) => ({
            ...team,
            ...showSuspended({ suspended: toSuspension(suspension) }),
          })),
          has_more_teams: hasMore,
          public_api: showPublicApi(publicAddress, request),
        });
      },
    }),
    route('GET', '/api/sessions', 'session', {
      operationId: 'listSessions',
      summary: 'List the sessions of the user',
      response: { 200: sessionsSchema },
      handler: async (request) => {
        const asking = sessionOf(request);
        const found = await sessions.list(asking.userId);
        return done({ sessions: found.map((session) => showSession(session, asking)) });
      },
    }),
    route('DELETE', '/api/sessions/:id', 'session', {
      operationId: 'endSession',
      summary: 'End a session of the user',
      handler: async (request) =>
        (await sessions.end(sessionOf(request), request.params.id, originOf(request)))
          ? done(undefined)
          : noSession,
    }),
    route('POST', '/api/me/password', 'session', {
      operationId: 'changePassword',
      summary: "Change the user's own password and end all other sessions",
      problems: ['rate_limited'],
      body: Type.Object({ current: passwordMember, new: passwordMember }),
      handler: async (request) => {
        const { current, new: wanted } = request.body;
        const password = readNewPassword(wanted);
        const session = sessionOf(request);
        const changed = await sessions.changePassword(session, current, password, originOf(request));
        // Not 401: the session is still valid, and the page would treat a 401 as its end.
        return !changed.ok && changed.problem.code === 'unauthorized' ? wrongPassword : changed;
      },
    }),
  ];
}

const noSession = refused('not_found', 'You have no session with this id. It may have ended.');
const wrongPassword = refused('forbidden', 'The current password is wrong.');
