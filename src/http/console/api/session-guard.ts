/**
 * Requires a session for the console's API, and a role in the team, or as an operator, for a team's paths. There are no cookies:
 * a page sends its token explicitly, so another site cannot make the browser send it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { roleOfOperators, type Session, type Sessions } from '../../../accounts/users/sessions.ts';
import { type Problem, problem } from '../../../lib/errors.ts';
import { KeyedBatches } from '../../../lib/keyed-batches.ts';
import { isAmong, type LimitedOperatorRole } from '../../../lib/operator-role.ts';
import { hasRole, rolesWith, type TeamRole, teamRoles } from '../../../lib/team-role.ts';
import type { Access } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';
import { isRepeated } from '../../repeated-header.ts';
import { noSuchPath } from '../../server.ts';
import type { ConsoleLimits } from './console-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the signed-in user, on the console. */
    session: Session | undefined;
    /** The user's role in the team in the path. */
    teamRole: TeamRole | undefined;
  }
}

export function guardBySession(app: FastifyInstance, sessions: Sessions, limits: ConsoleLimits): void {
  app.decorateRequest('session', undefined);
  app.decorateRequest('teamRole', undefined);
  // Concurrent requests with one token share a read, but never one that started before they arrived.
  const reads = new KeyedBatches<undefined, Session | undefined>(async (token, requests) => {
    const session = await sessions.find(token);
    return requests.map(() => session);
  });
  const readSession = (token: string) => reads.ask(token, undefined);
  // In `onRequest`, so that the body of a refused request is not read.
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config;
    if (request.is404 || hasItsOwnLimit(request)) return undefined;
    const tooMany = limits.refuseAddress(request.clientAddress);
    if (tooMany !== undefined) return sendProblem(reply, tooMany);
    if (access === 'open') return undefined;
    const refusal = await refuse({ ...sessions, find: readSession }, limits, request, access);
    if (refusal !== undefined) return sendProblem(reply, refusal);
    const { session } = request;
    if (session === undefined || session.isProven || !request.routeOptions.config.needsProof)
      return undefined;
    // The page asks for it, and then repeats the request.
    return sendProblem(reply.header(confirmationHeader, proofsOf(session).join(', ')), unconfirmed);
  });
}

/** Sign-in attempts are counted where passwords are checked, across all nodes. */
function hasItsOwnLimit({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === '/api/sign-in';
}

async function refuse(
  sessions: Sessions,
  limits: ConsoleLimits,
  request: FastifyRequest,
  access: Access | undefined,
): Promise<Problem | undefined> {
  const session = await findSession(sessions, request);
  if (session === undefined) return signedOut;
  request.span?.trustCaller();
  const tooMany = limits.refuseUser(session.userId, request.clientAddress);
  if (tooMany !== undefined) return tooMany;
  request.session = session;
  return refuseSession(sessions, session, request, access);
}

async function findSession(sessions: Sessions, request: FastifyRequest): Promise<Session | undefined> {
  const token = presentedToken(request);
  return token === undefined ? undefined : sessions.find(token);
}

/** Checks again, for a long answer, whether the request would still be accepted. Rate limits do not apply. */
export async function refuseNow(sessions: Sessions, request: FastifyRequest): Promise<Problem | undefined> {
  // By the session and not by the token, which may be renewed while the answer is sent.
  const session = request.session && (await sessions.reread(request.session));
  if (session === undefined) return signedOut;
  return refuseSession(sessions, session, request, request.routeOptions.config.access);
}

async function refuseSession(
  sessions: Sessions,
  session: Session,
  request: FastifyRequest,
  access: Access | undefined,
): Promise<Problem | undefined> {
  if (session.mustSetUpFactor && !request.routeOptions.config.allowsSetUp) return factorRequired;
  if (access === 'session') return undefined;
  // To everyone else the path looks as if it did not exist.
  if (access === 'operator' && session.operatorRole === null) return noSuchPath;
  const { operators = [] } = request.routeOptions.config;
  const isForOperator = isAmong(session.operatorRole, operators);
  if (access === 'operator') return isForOperator ? undefined : lacksOperatorRole(operators);
  // A route that does not declare a role is closed.
  if (access !== 'any role' && !isTeamRole(access)) {
    throw new Error(`the route ${request.routeOptions.url} needs no role`);
  }
  const { team } = request.params as { team?: string };
  const standing = team === undefined ? undefined : await sessions.standingIn(session, team);
  if (team === undefined || standing === undefined) return noTeam;
  request.teamRole = standing.role ?? roleOfOperators;
  // Before the role is checked, so that the log shows who lacks one; never for somebody who is not in the team.
  // A streamed call is checked again while it runs, and has its key by then.
  request.callOwner ??= { teamId: team };
  // Only an operator can change a suspended team.
  if (isForOperator) return undefined;
  if (standing.role === undefined) return lacksOperatorRole(operators);
  if (access !== 'any role' && !hasRole(standing.role, access)) return lacksRole(access);
  const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  return standing.isSuspended && isChange ? suspended : undefined;
}

const tokenPattern = /^bearer +([\w-]{43})$/i;

function presentedToken({ headers, raw }: FastifyRequest): string | undefined {
  if (headers.authorization === undefined || isRepeated(raw.rawHeaders, 'authorization')) return undefined;
  return tokenPattern.exec(headers.authorization.trim())?.[1];
}

/** What the user may give to `POST /api/me/confirm`. */
function proofsOf({ hasFactor, hasApp, hasPasskeys }: Session): string[] {
  if (!hasFactor) return ['password'];
  return [...(hasPasskeys ? ['passkey'] : []), hasApp ? 'code' : 'recovery-code'];
}

const confirmationHeader = 'confirmation-needed';
const unconfirmed = problem('forbidden', 'Confirm that it is you, then try again.');
const factorRequired = problem(
  'forbidden',
  'Operators need a second factor here. Turn yours on first, on the dashboard.',
);
const signedOut = problem('unauthorized', 'Your session has ended. Sign in again.');
const suspended = problem(
  'forbidden',
  'This team is suspended and cannot be changed. Contact the operator of this service.',
);
const noTeam = problem('not_found', 'There is no such team, or you are not in it.');

function isTeamRole(access: Access | undefined): access is TeamRole {
  return (teamRoles as readonly (Access | undefined)[]).includes(access);
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

function lacksRole(needed: TeamRole): Problem {
  const who = alternatives.format(
    rolesWith(needed).map((role) => (role === 'owner' ? 'an owner' : `a ${role}`)),
  );
  return problem('forbidden', `Only ${who} of the team may do this. Ask an owner.`);
}

function lacksOperatorRole(operators: readonly LimitedOperatorRole[]): Problem {
  const roles = alternatives.format(['full', ...operators]);
  return problem('forbidden', `Your role as an operator does not include this. It needs the role ${roles}.`);
}
