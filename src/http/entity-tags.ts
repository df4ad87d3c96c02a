/** Versions as entity tags (RFC 9110): writes `ETag`, reads `If-Match` and `If-None-Match: *`. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Condition } from '../lib/conditions.ts';
import { mapOutcome, type Outcome } from '../lib/outcome.ts';

/** Each representation of a version has its own tag, and each tag contains the version. */
export function entityTag(version: number, representation = ''): string {
  return representation === '' ? `"${version}"` : `"${version}-${representation}"`;
}

/** Sets the `ETag` of a versioned resource, and returns it as `show` does. */
export function tagged<T extends { readonly version: number }>(
  reply: FastifyReply,
  outcome: Outcome<T>,
  show: (resource: T) => object,
): Outcome<object> {
  if (outcome.ok) reply.header('etag', entityTag(outcome.value.version));
  return mapOutcome(outcome, show);
}

export const ifMatch = {
  'If-Match': 'The ETag that you read. The change fails with 412 if the resource has changed since.',
};

/** The precondition in the request's headers. A tag that this server did not issue matches nothing. */
export function readCondition({ headers }: FastifyRequest): Condition {
  const expected = headers['if-match'];
  if (expected !== undefined) return expected.trim() === '*' ? 'exists' : readVersions(expected);
  return headers['if-none-match']?.trim() === '*' ? 'absent' : undefined;
}

function readVersions(tags: string): number[] {
  return tags.split(',').flatMap((tag) => {
    const version = /^\s*"(\d{1,15})(?:-[a-z]+)?"\s*$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}
