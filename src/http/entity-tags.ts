/** Versions as entity tags (RFC 9110): writes `ETag`, reads `If-Match` and `If-None-Match: *`. */
import type { FastifyRequest } from 'fastify';
import type { Condition } from '../lib/conditions.ts';

/** Each representation of a version has its own tag, and each tag contains the version. */
export function entityTag(version: number, representation = ''): string {
  return representation === '' ? `"${version}"` : `"${version}-${representation}"`;
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
