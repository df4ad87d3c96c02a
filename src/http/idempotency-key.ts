import type { FastifyRequest } from 'fastify';
import { ProblemError, problem } from '../lib/errors.ts';

const maxLength = 255;

export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > maxLength) {
    throw new ProblemError(
      problem('invalid_request', `Idempotency-Key must have 1 to ${maxLength} characters.`),
    );
  }
  return key;
}
