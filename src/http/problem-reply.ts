/** The only mapping from problem codes to HTTP, and the shape of an error body unless a listener has another. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem, ProblemCode } from '../lib/errors.ts';
import { isCompatibilityPath } from './compatibility-paths.ts';

const statusByCode: Readonly<Record<ProblemCode, number>> = {
  invalid_request: 400,
  unsupported_language: 400,
  unauthorized: 401,
  key_revoked: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  replay_unavailable: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  quota_exceeded: 456,
  internal_error: 500,
  engine_unavailable: 503,
  service_unavailable: 503,
};

/** What the code means, in a few words. */
const titleByCode: Readonly<Record<ProblemCode, string>> = {
  invalid_request: 'The request is not valid',
  unsupported_language: 'The language is not supported',
  unauthorized: 'The API key is not valid',
  key_revoked: 'The API key was revoked',
  forbidden: 'The call is not allowed',
  not_found: 'There is no such resource',
  method_not_allowed: 'The method is not allowed',
  request_timeout: 'The request took too long',
  conflict: 'The call conflicts with another one',
  replay_unavailable: 'The call cannot be repeated',
  precondition_failed: 'The resource was changed',
  payload_too_large: 'The call is too large',
  unsupported_media_type: 'The media type is not supported',
  rate_limited: 'A limit was exceeded',
  headers_too_large: 'The headers are too large',
  quota_exceeded: 'The quota is used up',
  internal_error: 'The server failed',
  engine_unavailable: 'The translation engine is unavailable',
  service_unavailable: 'The service is unavailable',
};

/** These always have a Retry-After header, with the default below unless the problem sets its own. */
const retryAfterByDefault: ReadonlySet<ProblemCode> = new Set([
  'rate_limited',
  'engine_unavailable',
  'service_unavailable',
]);
const defaultRetryAfterSeconds = 1;

export interface ProblemResponse<Body extends object = object> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

/** How a listener writes a problem. */
export type ProblemForm = (problem: Problem, request: FastifyRequest) => ProblemResponse;

declare module 'fastify' {
  interface FastifyInstance {
    readonly problemForm: ProblemForm;
  }
}

interface ProblemBody {
  code: ProblemCode;
  detail: string;
  message?: string;
}

export function problemResponse(problem: Problem): ProblemResponse<ProblemBody> {
  const headers: Record<string, string> = {};
  const retryAfter =
    problem.retryAfterSeconds ??
    (retryAfterByDefault.has(problem.code) ? defaultRetryAfterSeconds : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)));
  const status = statusByCode[problem.code];
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  return { status, headers, body: { code: problem.code, detail: problem.detail } };
}

export function hasRetryAfter(code: ProblemCode): boolean {
  return retryAfterByDefault.has(code);
}

/** The status of a code on a path. */
export function statusOf(code: ProblemCode, url: string): number {
  const status = statusByCode[code];
  return status === 401 && isCompatibilityPath(url) ? 403 : status;
}

/**
 * The problem as client libraries of another service expect it: they raise their authorization error only for
 * 403, and read the explanation from `message`. Most of them show `detail` after it, so `detail` is short there
 * and does not repeat the message.
 */
function compatibleResponse(problem: Problem): ProblemResponse<ProblemBody> {
  const { status, headers, body } = problemResponse(problem);
  const { code, detail, libraryDetail = detail } = problem;
  const withMessage = { ...body, detail: `${titleByCode[code]} (${code}).`, message: libraryDetail };
  if (status !== 401) return { status, headers, body: withMessage };
  const { 'www-authenticate': _challenge, ...rest } = headers;
  return { status: 403, headers: rest, body: withMessage };
}

/** The form of every listener that has no other. */
export const usualProblemForm: ProblemForm = (problem, request) =>
  (isCompatibilityPath(pathOf(request)) ? compatibleResponse : problemResponse)(problem);

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, headers, body } = reply.server.problemForm(problem, reply.request);
  reply.request.problemCode = problem.code;
  return send(reply, { status, headers, body });
}

/**
 * The change may have been made. A client that obeys `Retry-After` would make it a second time, so the header is left out, except
 * where an Idempotency-Key makes a repeat safe and most clients repeat a call anyway.
 */
export function sendUnknownOutcome(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, headers, body } = reply.server.problemForm(problem, reply.request);
  reply.request.problemCode = problem.code;
  const { 'retry-after': _wait, ...others } = headers;
  const isRepeatable = reply.request.routeOptions.config?.endsInCharge === true;
  reply.header('outcome-unknown', 'true');
  return send(reply, { status, headers: isRepeatable ? headers : others, body });
}

function send(reply: FastifyReply, { status, headers, body }: ProblemResponse): FastifyReply {
  // Bypasses the serializer of the response schema, which could drop members.
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

/** The path of the matched route, however the caller spelled it; the requested URL if no route matched. */
export function pathOf(request: FastifyRequest): string {
  return request.is404 ? request.url : (request.routeOptions.url ?? request.url);
}
