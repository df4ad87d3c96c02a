import type { FastifyRequest } from 'fastify';
import type { DocumentReader } from '../../documents/documents.ts';
import { callerOf } from './request-caller.ts';

/** A key sees only the documents that were uploaded with it. */
export function documentReaderOf(request: FastifyRequest): DocumentReader {
  const { teamId, keyId } = callerOf(request);
  return { teamId, keyId };
}
