/** Who makes a request to the console, in the form that the routes pass on. */
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../../../accounts/users/origin.ts';
import { type Session, userActor } from '../../../accounts/users/sessions.ts';
import type { UserActor } from '../../../lib/actor.ts';
import type { TeamRole } from '../../../lib/team-role.ts';

export function sessionOf({ session }: FastifyRequest): Session {
  if (session === undefined) throw new Error('a request reached its handler without a session');
  return session;
}

/** The team in the path, and the user's role in it. */
export function teamOf({ params, teamRole }: FastifyRequest): { teamId: string; role: TeamRole } {
  const { team } = params as { team?: string };
  if (team === undefined || teamRole === undefined)
    throw new Error('a request reached its handler without a team');
  return { teamId: team, role: teamRole };
}

export function actorOf(request: FastifyRequest): UserActor {
  return userActor(sessionOf(request), originOf(request));
}

const maxBrowserLength = 300;

export function originOf(request: FastifyRequest): Origin {
  const browser = (request.headers['user-agent'] ?? 'unknown').slice(0, maxBrowserLength);
  return { address: request.clientAddress, browser, requestId: request.id };
}
