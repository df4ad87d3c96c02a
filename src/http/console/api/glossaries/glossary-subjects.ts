/** Which glossary a request of the console is about, on whose behalf, and what its sender has seen of it. */
import type { FastifyRequest } from 'fastify';
import type { Condition } from '../../../../lib/conditions.ts';
import { ProblemError, problem } from '../../../../lib/errors.ts';
import { readCondition } from '../../../entity-tags.ts';
import { pairOf } from '../../../glossaries/dictionary-exchange.ts';
import { actorOf, idOf, teamOf } from '../acting.ts';

export const glossariesPath = '/api/teams/:team/glossaries';
export const glossaryPath = `${glossariesPath}/:id`;
export const dictionaryPath = `${glossaryPath}/dictionaries/:source/:target`;

export function subjectOf(request: FastifyRequest) {
  return { teamId: teamOf(request).teamId, glossaryId: idOf(request), actor: actorOf(request) };
}

export function dictionaryTargetOf(request: FastifyRequest) {
  return { ...subjectOf(request), pair: pairOf(request), condition: neededCondition(request) };
}

/** A page always knows what it read: one that doesn't say so would undo what somebody else has saved since. */
export function neededCondition(request: FastifyRequest): Condition {
  const condition = readCondition(request);
  if (condition !== undefined) return condition;
  throw new ProblemError(
    problem(
      'invalid_request',
      'Send If-Match with the ETag that you read, or If-None-Match: * for a new one.',
    ),
  );
}
