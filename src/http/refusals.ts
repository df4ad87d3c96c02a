/** Refusals that several routes share, and the errors that hooks and body parsers throw. */
import { ProblemError, problem } from '../lib/errors.ts';
import { refused } from '../lib/outcome.ts';

export const teamGone = refused('not_found', 'This team no longer exists.');
export const wrongOrder = refused('invalid_request', 'from must be before to.');
/** There are no translation memories, so no id exists. */
export const unknownMemory = problem(
  'not_found',
  'There is no translation memory with this translation_memory_id. Omit it.',
);

export function invalidRequest(detail: string): ProblemError {
  return new ProblemError(problem('invalid_request', detail));
}

export function unsupportedBody(detail: string): ProblemError {
  return new ProblemError(problem('unsupported_media_type', detail));
}

export function largeBody(detail: string): ProblemError {
  return new ProblemError(problem('payload_too_large', detail));
}

export function invalidCursor(): ProblemError {
  return invalidRequest('cursor must be the next_cursor of the previous page, unchanged.');
}
