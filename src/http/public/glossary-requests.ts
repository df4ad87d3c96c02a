/** Request readers that all glossary routes share. */
import type { FastifyRequest } from 'fastify';
import { actorOf, callerOf } from './acting.ts';

export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

export function subjectOf(request: FastifyRequest) {
  return { teamId: callerOf(request).teamId, glossaryId: idOf(request), actor: actorOf(request) };
}
