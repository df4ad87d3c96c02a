/**
 * What every listener has in common: limits and time-outs, request ids, problem bodies for whatever goes
 * wrong, a log line per request. The listeners add their routes to the server that this builds.
 */
import { METHODS } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { type ProblemCode, problem } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { uuidV7 } from '../lib/uuid-v7.ts';
import type { Logger } from '../observability/logger.ts';
import type { StepDurations } from '../observability/metrics.ts';
import type { Span } from '../observability/tracing/span.ts';
import type { Tracer } from '../observability/tracing/tracer.ts';
import { forgiveSlashes } from './compatibility-paths.ts';
import { createErrorHandler, type IsTemporary } from './error-mapper.ts';
import { createGuardedServer } from './guarded-server.ts';
import { sendProblem } from './problem-reply.ts';
import { answerConnectionError } from './raw-connection-errors.ts';
import { addressOf, beginSpan, reportRequests } from './report-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once the key was checked. */
    caller: Caller | undefined;
    /** How the request ended, when it ended with a problem. */
    problemCode: ProblemCode | undefined;
    /** How long the steps of a translate call took, in milliseconds. */
    steps: StepDurations | undefined;
    /** Where requests are traced. */
    span: Span | undefined;
    /** Its line is in the log. */
    isReported: boolean;
    /** As it was when the request came: a connection that is closed has none any more. */
    clientAddress: string;
  }
}

export interface ServerOptions {
  readonly trustedProxies: readonly string[];
  readonly logger: Logger;
  readonly isTemporary: IsTemporary;
  /** Told the status of every answer; undefined where the client was gone before it had it. */
  readonly countRequest?: (status: number | undefined) => void;
  /** Where requests are traced. */
  readonly tracer?: Tracer | undefined;
  /** Whether the node is being stopped: it still serves, and asks clients to connect elsewhere. */
  readonly isDraining?: () => boolean;
  /** Log requests at the level `debug` only: probes and scrapes come every few seconds. */
  readonly quiet?: boolean;
  /** A page that says that there is nothing, for a reader who asks for a page; undefined for everybody else. */
  readonly pageForNothing?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { trustedProxies, logger, isTemporary, tracer, pageForNothing, isDraining } = options;
  const handleError = createErrorHandler(logger, isTemporary);
  const app = fastify({
    logger: false,
    genReqId: () => uuidV7(),
    // A caller's own X-Request-Id is not taken over: the id names a row of the ledger.
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: requestLimits.maxTranslateBodyBytes,
    // Time-outs and limits of the connection are set there.
    serverFactory: (handle) => createGuardedServer(handle),
    forceCloseConnections: 'idle',
    // While it drains, the server still answers what reaches it, and asks the client to connect elsewhere.
    return503OnClosing: false,
    rewriteUrl: ({ url = '' }) => forgiveSlashes(url),
    routerOptions: { maxParamLength: requestLimits.maxParameterBytes },
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    },
    clientErrorHandler: answerConnectionError,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      handleError(error, request, reply);
    },
  });
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method))
      app.addHttpMethod(method, { hasBody: true });
  }

  app.decorate('definedRoutes', []);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('problemCode', undefined);
  app.decorateRequest('steps', undefined);
  app.decorateRequest('span', undefined);
  app.decorateRequest('isReported', false);
  app.decorateRequest('clientAddress', 'unknown');
  app.addHook('onRequest', async (request, reply) => {
    request.clientAddress = addressOf(request);
    if (tracer !== undefined) request.span = beginSpan(tracer, request);
    reply.headers({
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    // Here and not in the handler, before which the body would be read and could be at fault itself.
    return request.is404 ? (pageForNothing?.(request, reply) ?? sendNotFound(reply)) : undefined;
  });
  app.addHook('preParsing', async (request, reply) => askForBody(request, reply));
  app.addHook('onSend', async (request, reply) => {
    // As late as possible: a call that was under way when draining began must not keep its connection open.
    if (!app.server.listening || isDraining?.()) reply.header('connection', 'close');
    endSlowExchange(request, reply);
  });
  reportRequests(app, options);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  return app;
}

export const nothingHere = problem(
  'not_found',
  'There is nothing at this path. Check the path and its version.',
);

function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, nothingHere);
}

/** A client that waits for "100 Continue" gets it once its key is good and its body not too large. */
async function askForBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { expect, 'content-length': length } = request.headers;
  if (expect === undefined || !/\b100-continue\b/i.test(expect) || request.raw.httpVersion === '1.0') return;
  if (Number(length ?? 0) <= request.routeOptions.bodyLimit) reply.raw.writeContinue();
}

/** An answer that nobody takes holds memory, and a body that nobody wants holds the line: both have an end. */
function endSlowExchange({ raw }: FastifyRequest, reply: FastifyReply): void {
  const cut = setTimeout(() => raw.socket.destroy(), requestLimits.answerTimeoutMs).unref();
  reply.raw.once('close', () => {
    clearTimeout(cut);
    if (raw.complete) return;
    setTimeout(() => raw.complete || raw.socket.destroy(), requestLimits.unwantedBodyTimeoutMs).unref();
  });
}
