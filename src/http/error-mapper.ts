/** Maps every error thrown while a request is handled to a problem that the caller can act on. */
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { type Problem, ProblemError, problem } from '../lib/errors.ts';
import { ruleInWords } from '../lib/schema-words.ts';
import type { Logger } from '../observability/logger.ts';
import { sendProblem, sendUnknownOutcome } from './problem-reply.ts';

declare module 'fastify' {
  interface FastifyRequest {
    hasReachedHandler: boolean;
  }
}

/** Distinguishes a store that is temporarily unavailable from a bug. */
export type IsTemporary = (error: unknown) => boolean;

export function createErrorHandler(logger: Logger, isTemporary: IsTemporary) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // An error with a status is about the request: a client that hangs up must not look like a lost database.
    const reason =
      error.statusCode === undefined && isTemporary(error) ? unavailable : problemOf(error, request);
    if (reason.code === 'internal_error' || reason.code === 'service_unavailable') {
      logger.error('a request failed', { requestId: request.id, err: error });
    }
    keepConnection(request, reply);
    (isOutcomeUnknown(error, reason, request) ? sendUnknownOutcome : sendProblem)(reply, reason);
  };
}

/**
 * A change that throws may have been made: the answer to its COMMIT may be all that was lost. Callers that repeat it would make
 * it twice. A refusal, which is a `ProblemError` or is returned, is known to have changed nothing, and so is a request that
 * fails before its handler: while its key is read, for example.
 */
function isOutcomeUnknown(
  error: FastifyError,
  { code }: Problem,
  { method, hasReachedHandler }: FastifyRequest,
): boolean {
  if (error instanceof ProblemError || method === 'GET' || method === 'HEAD') return false;
  return hasReachedHandler && (code === 'internal_error' || code === 'service_unavailable');
}

const unavailable = problem(
  'service_unavailable',
  'The service is temporarily unavailable. Try again later.',
  2,
);

/**
 * Fastify closes the connection after every body error. There is no need: the rest of the body is read and
 * discarded, and a client that is still sending would see a reset instead of its response. Only after
 * "Expect: 100-continue" must it close: the client may or may not send the body, so the next bytes are
 * ambiguous.
 */
function keepConnection(request: FastifyRequest, reply: FastifyReply): void {
  const canKeepAlive = reply.raw.shouldKeepAlive && request.headers.expect === undefined;
  if (canKeepAlive && request.server.server.listening) reply.header('connection', 'keep-alive');
}

function problemOf(error: FastifyError, request: FastifyRequest): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error.validation !== undefined) return problem('invalid_request', validationDetail(error.validation));
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem(
        'payload_too_large',
        'The body is larger than this call allows. Send several smaller calls.',
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem(
        'unsupported_media_type',
        `Send the body with "Content-Type: ${request.routeOptions.config?.rawBodyTypes?.join('", or "') ?? 'application/json'}".`,
      );
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return problem('invalid_request', 'The body is empty. Send a JSON object.');
    case 'FST_ERR_BAD_URL':
      return problem('invalid_request', 'The path is not a valid URL.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return problem('invalid_request', 'The body ended before its announced length.');
    default:
      return isClientError(error)
        ? problem('invalid_request', 'The request is not valid HTTP for this call.')
        : problem('internal_error', 'Something failed inside the service. Try again later.');
  }
}

function isClientError(error: FastifyError): boolean {
  return error.code?.startsWith('FST_') && error.statusCode !== undefined && error.statusCode < 500;
}

/** `/text/3 must be string` → `text[3] must be a string.` Names members and rules, never values. */
export function validationDetail([first]: FastifySchemaValidationError[]): string {
  if (first === undefined) return 'The request is not valid.';
  const path = first.instancePath
    .split('/')
    .slice(1)
    .map((part, i) => (/^\d+$/.test(part) ? `[${part}]` : i === 0 ? part : `.${part}`))
    .join('');
  return `${path === '' ? 'The request' : path} ${ruleInWords(first)}.`;
}
