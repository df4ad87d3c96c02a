import type { FastifyRequest } from 'fastify';
import { invalidRequest } from './refusals.ts';

const maxLength = 255;

export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > maxLength) {
    throw invalidRequest(`Idempotency-Key must have 1 to ${maxLength} characters.`);
  }
  return key;
}
