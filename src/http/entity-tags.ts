/** Versions as entity tags: `ETag` out, `If-Match` and `If-None-Match: *` in (RFC 9110). */
import type { FastifyRequest } from 'fastify';
import type { Condition } from '../lib/conditions.ts';

/** Another representation of the same version has another tag; all of them name the version. */
export function entityTag(version: number, representation = ''): string {
  return representation === '' ? `"${version}"` : `"${version}-${representation}"`;
}

/** For the description of routes that change a version. */
export const ifMatch = {
  'If-Match': 'The ETag that was read: the change is made only if nobody changed it since (412 otherwise).',
};

/** What the request expects of what it changes. A tag that is none of ours matches nothing. */
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
