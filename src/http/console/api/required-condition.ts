import type { FastifyRequest } from 'fastify';
import type { Condition } from '../../../lib/conditions.ts';
import { readCondition } from '../../entity-tags.ts';
import { invalidRequest } from '../../refusals.ts';

/**
 * A page always knows what it read; without the condition, a save could undo another user's change. `orElse` names
 * what else the request may send.
 */
export function requiredCondition(request: FastifyRequest, orElse = ''): Condition {
  const condition = readCondition(request);
  if (condition !== undefined) return condition;
  throw invalidRequest(`Send If-Match with the ETag that you read${orElse}.`);
}
