import type { FastifyRequest } from 'fastify';
import { actorOf, callerOf } from '../request-caller.ts';

/** The glossary in the path, and who asks for it. */
export function subjectOf(request: FastifyRequest<{ Params: { id: string } }>) {
  return { teamId: callerOf(request).teamId, glossaryId: request.params.id, actor: actorOf(request) };
}
