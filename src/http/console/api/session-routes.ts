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
import {
  deviceMember,
  renewableMember,
  sessionMembers,
  showSession,
  signedInBrowserSchema,
  tokenExpiresIn,
} from './session-shapes.ts';
import {
  emailMember,
  operatorRoleOrNull,
  passwordMember,
  readNewPassword,
  role,
  showSuspended,
  suspended,
  tokenMember,
} from './shapes.ts';

const signInSchema = Type.Object({
  email: emailMember,
  password: passwordMember,
  device: deviceMember,
  renewable: renewableMember,
});
const pendingSchema = Type.Object({
  second_factor: Type.Object({
    token: Type.String({ description: 'for `finishSignIn`, together with a code or a passkey' }),
    expires_in: Type.Integer({ description: 'seconds' }),
    has_app: Type.Boolean({ description: 'whether codes of an app are accepted; recovery codes always are' }),
    has_passkeys: Type.Boolean({ description: 'whether `askForPasskey` is worth a request' }),
  }),
});
const renewedSchema = Type.Object({
  token: Type.String(),
  token_expires_in: Type.Integer(tokenExpiresIn),
  refresh_token: Type.String(),
  expires_at: time,
});
const meSchema = Type.Object({
  user: Type.Object({ id: Type.String(), email: Type.String(), operator_role: operatorRoleOrNull }),
  session: Type.Object({
    id: Type.String(),
    expires_at: time,
    must_set_up_second_factor: Type.Boolean({
      description: 'The session can do nothing else before: an operator must have a second factor.',
    }),
  }),
  teams: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      role,
      is_member: Type.Boolean({ description: 'false for a team that the user sees only as an operator' }),
      suspended,
    }),
  ),
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
      description:
        'Somebody with a second factor gets `second_factor` and no session. `finishSignIn` starts it, with a code or a passkey.',
      problems: ['rate_limited'],
      bodyLimit: requestLimits.maxSmallBodyBytes,
      body: signInSchema,
      response: { 200: Type.Union([signedInBrowserSchema, pendingSchema]) },
      handler: async (request) => {
        const signedIn = await sessions.signIn(request.body, originOf(request));
        return mapOutcome(signedIn, (step) =>
          step.pending === undefined ? toWire(step.signedIn) : { second_factor: toWire(step.pending) },
        );
      },
    }),
    route('POST', '/api/sessions/renew', 'open', {
      operationId: 'renewSession',
      summary: 'Replace the tokens of a session',
      description:
        'A refresh token is used once. If its answer is lost, it may be sent again until the new token is used. Whoever sends it later ends the session.',
      problems: ['unauthorized', 'conflict', 'rate_limited'],
      bodyLimit: requestLimits.maxSmallBodyBytes,
      body: Type.Object({ refresh_token: tokenMember }),
      response: { 200: renewedSchema },
      handler: async (request) =>
        mapOutcome(await sessions.renew(request.body.refresh_token, originOf(request)), toWire),
    }),
    route('POST', '/api/sign-out', 'session', {
      operationId: 'signOut',
      allowsSetUp: true,
      summary: 'End this session',
      handler: async (request) => {
        const session = sessionOf(request);
        return done(await sessions.end(session, session.id, originOf(request)));
      },
    }),
    route('GET', '/api/me', 'session', {
      operationId: 'readMe',
      allowsSetUp: true,
      summary: 'Read who is signed in, their teams, and the address of the public API',
      response: { 200: meSchema },
      handler: async (request) => {
        const session = sessionOf(request);
        const { teams, hasMore } = await sessions.teamsOf(session);
        return done({
          user: { id: session.userId, email: session.email, operator_role: session.operatorRole },
          session: {
            id: session.id,
            expires_at: session.expiresAt.toISOString(),
            must_set_up_second_factor: session.mustSetUpFactor,
          },
          teams: teams.map(({ suspension, isMember, ...team }) => ({
            ...team,
            is_member: isMember,
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
