/** The members of a request, wherever its dialect puts them: in the query, in a form or in a JSON object. */
import type { FastifyRequest } from 'fastify';
import { requestLimits } from '../../lib/request-limits.ts';
import { parseStrictForm } from '../../lib/strict-form.ts';
import { invalidRequest } from '../refusals.ts';

export type Members = Readonly<Record<string, unknown>>;

/** Read as strictly as a form: the usual parser of queries repairs broken escapes silently. */
export function queryMembers({ url }: FastifyRequest): Members {
  const start = url.indexOf('?');
  if (start === -1) return {};
  const parsed = parseStrictForm(url.slice(start + 1), requestLimits.maxFormMembers);
  if (!parsed.ok) throw invalidRequest(parsed.reason);
  return parsed.members;
}

export function bodyMembers({ body }: FastifyRequest): Members {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Members) : {};
}

/** The body takes precedence over the query. */
export function membersOf(request: FastifyRequest): Members {
  const members: Record<string, unknown> = Object.create(null);
  return Object.assign(members, queryMembers(request), bodyMembers(request));
}

/** A member with one value. Null and the empty string count as missing. */
export function textMember(members: Members, name: string): string | undefined {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw invalidRequest(`${name} must be a string.`);
  return value;
}
