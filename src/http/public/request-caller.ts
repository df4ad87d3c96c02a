/** The authenticated caller of a request, and the actor that the audit log records. */
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/caller.ts';
import type { Actor } from '../../lib/actor.ts';

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new Error('a request reached its handler without a caller');
  return request.caller;
}

export function actorOf(request: FastifyRequest): Actor {
  const { keyId } = callerOf(request);
  return { type: 'key', id: keyId, address: request.clientAddress, requestId: request.id };
}
