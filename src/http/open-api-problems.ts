/** The problems section of the OpenAPI document: every operation lists every problem that it can return. */
import type { ProblemCode } from '../lib/errors.ts';
import type { RouteDefinition } from './define-routes.ts';
import { hasRetryAfter, statusOf } from './problem-reply.ts';

export const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

export function referToProblems(route: RouteDefinition): object {
  const answers = problemsByStatus(route).map(({ status, name }) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return Object.fromEntries(answers);
}

/** The problem responses of a route as components, because most routes share most of them. */
export function problemAnswers(route: RouteDefinition): object {
  const answers = problemsByStatus(route).map(({ name, codes }) => [name, describeProblems(codes)]);
  return Object.fromEntries(answers);
}

function problemsByStatus(route: RouteDefinition) {
  const byStatus = Map.groupBy(problemCodesOf(route), (code) => statusOf(code, route.url));
  return [...byStatus].map(([status, codes]) => ({ status, codes, name: codes.join('-') }));
}

function describeProblems(codes: readonly ProblemCode[]): object {
  const code = {
    type: 'string',
    enum: codes,
    description: 'The error code. Codes are never renamed or removed.',
  };
  return {
    description: `The call was refused: ${codes.join(' or ')}.`,
    headers: {
      ...requestIdHeader,
      ...(codes.some(hasRetryAfter) && { 'Retry-After': retryAfterHeader }),
      ...(codes.some(mayHaveChanged) && { 'Outcome-Unknown': outcomeUnknownHeader }),
      ...(codes.includes('replay_unavailable') && { 'Retry-After': keyUnderWayHeader }),
    },
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code } }] },
      },
    },
  };
}

const retryAfterHeader = { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } };

const mayHaveChanged = (code: ProblemCode) => code === 'internal_error' || code === 'service_unavailable';

const outcomeUnknownHeader = {
  description:
    '`true` if a change may have been made although the request failed: check before you repeat it. The answer to a `GET` never has it.',
  schema: { type: 'string', enum: ['true'] },
};

const keyUnderWayHeader = {
  description: 'Seconds to wait, if calls with the same Idempotency-Key are in progress.',
  schema: { type: 'integer', minimum: 1 },
};

/** Every problem that the route can return, except 405: an unsupported method is not an operation. */
function problemCodesOf({ method, url, access, endsInCharge, problems }: RouteDefinition): ProblemCode[] {
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const codes: ProblemCode[] = [
    'invalid_request',
    ...(access === 'open' ? [] : (['unauthorized', 'key_revoked', 'forbidden'] as const)),
    ...(url.includes(':') || access === 'operator' ? (['not_found'] as const) : []),
    'request_timeout',
    ...(hasBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(access === 'open' ? [] : (['rate_limited'] as const)),
    ...(endsInCharge ? chargedCallProblems : []),
    'headers_too_large',
    'internal_error',
    'service_unavailable',
    ...(problems ?? []),
  ];
  return [...new Set(codes)];
}

const chargedCallProblems: readonly ProblemCode[] = [
  'unsupported_language',
  'conflict',
  'replay_unavailable',
  'quota_exceeded',
  'engine_unavailable',
];
