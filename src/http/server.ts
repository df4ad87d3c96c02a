/**
 * What all listeners share: limits and time-outs, request ids, problem bodies for all errors, a log line per
 * request. The listeners add their routes to the server that this creates.
 */
import { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import { type ProblemCode, problem } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { uuidV7 } from '../lib/uuid-v7.ts';
import type { Logger } from '../observability/logger.ts';
import type { StepDurations } from '../observability/metrics.ts';
import type { Span } from '../observability/tracing/span.ts';
import type { Tracer } from '../observability/tracing/tracer.ts';
import { isCompatibilityPath, normalizeSlashes } from './compatibility-paths.ts';
import { createErrorHandler, type IsTemporary } from './error-mapper.ts';
import { createGuardedServer } from './guarded-server.ts';
import type { LogCall } from './logged-calls.ts';
import { PathMethods, replaceMethod, restoreMethod } from './path-methods.ts';
import { withoutPrefix } from './path-prefix.ts';
import { type ProblemForm, pathOf, sendProblem, usualProblemForm } from './problem-reply.ts';
import { answerConnectionError, closeAfterReceived } from './raw-connection-errors.ts';
import { addressOf, beginSpan, reportRequests } from './report-requests.ts';
import { serializerCompiler, validatorCompiler } from './schema-compilers.ts';
import type { ServerCertificate } from './server-certificate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after the key was checked. */
    caller: Caller | undefined;
    /** Set if the request ended with a problem. */
    problemCode: ProblemCode | undefined;
    /** The durations of the steps of a translate call, in milliseconds. */
    steps: StepDurations | undefined;
    /** Set if requests are traced. */
    span: Span | undefined;
    /** Whether the request has been logged. */
    isReported: boolean;
    /** On the listener for other dialects: the one that the path belongs to. */
    dialect: string | undefined;
    /** Stored when the request arrives, because a closed connection no longer has an address. */
    clientAddress: string;
  }
}

export interface ServerOptions {
  /** What a proxy leaves in front of the paths. */
  readonly pathPrefix?: string;
  /** Set if the listener speaks HTTPS. */
  readonly certificate?: ServerCertificate | undefined;
  readonly trustedProxies: readonly string[];
  readonly logger: Logger;
  readonly isTemporary: IsTemporary;
  /** Called with the status of every response; undefined if the client disconnected before it had it. */
  readonly countRequest?: (status: number | undefined) => void;
  /** Called with every call that has ended, if calls are logged. */
  readonly logCall?: LogCall | undefined;
  /** Set if requests are traced. */
  readonly tracer?: Tracer | undefined;
  /** Whether the node is shutting down: it still serves, but asks clients to connect elsewhere. */
  readonly isDraining?: () => boolean;
  /** Logs requests only at level `debug`, because probes and scrapes arrive every few seconds. */
  readonly quiet?: boolean;
  /** The shape of error bodies, if it is not the usual one. */
  readonly problemForm?: ProblemForm;
  /** Changes the path before it is matched. By default, only on the compatibility paths. */
  readonly rewriteUrl?: (url: string) => string;
  /** Sends the "not found" page if the request is for a page; otherwise returns undefined. */
  readonly notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
  /** The path of that page, for requests whose own path cannot be read: no hook runs for them. */
  readonly notFoundPath?: (request: FastifyRequest) => string | undefined;
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { trustedProxies, logger, isTemporary, tracer, notFoundPage, isDraining } = options;
  const { problemForm = usualProblemForm, rewriteUrl = normalizeSlashes, pathPrefix = '' } = options;
  const handleError = createErrorHandler(logger, isTemporary);
  const pathMethods = new PathMethods();
  const app = fastify({
    logger: false,
    genReqId: () => uuidV7(),
    // A caller's own X-Request-Id is ignored, because the id is the key of a row in the ledger.
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: requestLimits.maxTranslateBodyBytes,
    // Sets the connection's time-outs and limits.
    serverFactory: (handle) => createGuardedServer(handle, options.certificate),
    forceCloseConnections: 'idle',
    // While it drains, the server still serves requests, but asks clients to connect elsewhere.
    return503OnClosing: false,
    // The last that is called before the request is routed, also for requests from inside the process.
    rewriteUrl: (request) => {
      const url = rewriteUrl(withoutPrefix(request.url ?? '', pathPrefix));
      replaceMethod(request, url, pathMethods);
      return url;
    },
    routerOptions: { maxParamLength: requestLimits.maxParameterBytes },
    clientErrorHandler: answerConnectionError,
    frameworkErrors: (error, request, reply) => {
      restoreMethod(request.raw);
      reply.headers(requestIdHeaders(request));
      const page = error.code === 'FST_ERR_BAD_URL' ? options.notFoundPath?.(request) : undefined;
      if (page === undefined) handleError(error, request, reply);
      else reply.redirect(page);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('definedRoutes', []);
  app.decorate('pathMethods', pathMethods);
  app.decorate('problemForm', problemForm);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('problemCode', undefined);
  app.decorateRequest('steps', undefined);
  app.decorateRequest('span', undefined);
  app.decorateRequest('isReported', false);
  app.decorateRequest('hasReachedHandler', false);
  app.decorateRequest('dialect', undefined);
  app.decorateRequest('clientAddress', 'unknown');
  app.decorateRequest('loggedAs', undefined);
  app.decorateRequest('callOwner', undefined);
  app.decorateRequest('askedLanguages', undefined);
  app.decorateRequest('callFacts', undefined);
  app.decorateRequest('callEnded', undefined);
  app.addHook('onRequest', async (request, reply) => {
    restoreMethod(request.raw);
    request.clientAddress = addressOf(request);
    if (tracer !== undefined) request.span = beginSpan(tracer, request);
    reply.headers({
      ...requestIdHeaders(request),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    // Not in the handler: the body would be read first, and an invalid one would replace the 404.
    return request.is404 ? (notFoundPage?.(request, reply) ?? sendNotFound(reply)) : undefined;
  });
  // A hook of a route or listener that follows may still refuse the request, but only by returning a problem.
  app.addHook('preHandler', (request, _reply, done) => {
    request.hasReachedHandler = true;
    done();
  });
  app.addHook('preParsing', async (request, reply) => sendContinue(request, reply));
  app.addHook('onSend', async (request, reply) => {
    // As late as possible: a call that was in progress when draining began must also close its connection.
    const isLeaving = !app.server.listening || isDraining?.() === true;
    if (isLeaving && closeAfterReceived(request.raw, reply.raw)) reply.header('connection', 'close');
    endSlowExchange(request, reply);
  });
  reportRequests(app, options);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  return app;
}

/** The id of the request, also under the name that client libraries log. */
function requestIdHeaders(request: FastifyRequest): Record<string, string> {
  const ofLibraries = isCompatibilityPath(pathOf(request)) && { 'x-trace-id': request.id };
  return { 'x-request-id': request.id, ...ofLibraries };
}

export const noSuchPath = problem(
  'not_found',
  'There is nothing at this path. Check the path and its version.',
);

function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendProblem(reply, noSuchPath);
}

/** Sends "100 Continue" if the client waits for it, its key is valid and its body is not too large. */
async function sendContinue(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { expect, 'content-length': length } = request.headers;
  if (expect === undefined || !/\b100-continue\b/i.test(expect) || request.raw.httpVersion === '1.0') return;
  if (Number(length ?? 0) <= request.routeOptions.bodyLimit) reply.raw.writeContinue();
}

/** An unread response holds memory, and an unread body holds the connection: both time out. */
function endSlowExchange({ raw }: FastifyRequest, reply: FastifyReply): void {
  // A call from inside the process has no connection that could be slow, or be closed.
  if (!(raw.socket instanceof Socket)) return;
  const cut = setTimeout(() => raw.socket.destroy(), requestLimits.answerTimeoutMs).unref();
  reply.raw.once('close', () => {
    clearTimeout(cut);
    if (raw.complete) return;
    setTimeout(() => raw.complete || raw.socket.destroy(), requestLimits.unwantedBodyTimeoutMs).unref();
  });
}
