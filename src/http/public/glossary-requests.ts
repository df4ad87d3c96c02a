/** What the routes of glossaries read from a request, whichever protocol they speak. */
import type { FastifyRequest } from 'fastify';
import type { PackedBody } from '../../accounts/glossaries/pack-entries.ts';
import { nameRule } from '../../lib/names.ts';
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import { actorOf, callerOf } from './acting.ts';

export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

export function subjectOf(request: FastifyRequest) {
  return { teamId: callerOf(request).teamId, glossaryId: idOf(request), actor: actorOf(request) };
}

/** The body of a route that takes it as bytes. */
export function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

export function withName({ name, dictionaries }: PackedBody): Outcome<PackedBody & { name: string }> {
  if (name === undefined) return refused('invalid_request', `name is missing. ${nameRule}`);
  return done({ name, dictionaries });
}
