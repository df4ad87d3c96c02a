/** The glossary that a console request is about, the acting user, and the version that the user has read. */
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
  return { ...subjectOf(request), pair: pairOf(request), condition: requiredCondition(request) };
}

/** A page always knows what it read; without the condition, a save could undo another user's change. */
export function requiredCondition(request: FastifyRequest): Condition {
  const condition = readCondition(request);
  if (condition !== undefined) return condition;
  throw new ProblemError(
    problem(
      'invalid_request',
      'Send If-Match with the ETag that you read, or If-None-Match: * to create a dictionary.',
    ),
  );
}
