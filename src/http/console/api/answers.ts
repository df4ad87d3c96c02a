/** Responses that several routes of the console's API share. */
import type { FastifyReply } from 'fastify';
import type { NewLink } from '../../../accounts/users/access-links.ts';
import type { Outcome } from '../../../lib/outcome.ts';
import { sendProblem } from '../../problem-reply.ts';

export function sendLink(reply: FastifyReply, { token, expiresAt }: NewLink): FastifyReply {
  return reply.code(201).send({ token, expires_at: expiresAt.toISOString() });
}

export function sendDone(reply: FastifyReply, outcome: Outcome<undefined>): FastifyReply {
  return outcome.ok ? reply.code(204).send() : sendProblem(reply, outcome.problem);
}
