/** Reports the end of every request once: a log line, a count, a row of its team's log, and the end of its span. */
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../observability/logger.ts';
import type { Span } from '../observability/tracing/span.ts';
import type { Tracer } from '../observability/tracing/tracer.ts';
import { type LogCall, logCallOf } from './logged-calls.ts';

export interface ReportOptions {
  readonly logger: Logger;
  readonly countRequest?: (status: number | undefined) => void;
  /** Set if calls are written to the request logs of their teams. */
  readonly logCall?: LogCall | undefined;
  readonly quiet?: boolean;
}

export function reportRequests(app: FastifyInstance, options: ReportOptions): void {
  app.addHook('onResponse', async (request, reply) => report(request, reply, options, reply.statusCode));
  // A client that hung up gets no response: its request ends when the response is ready, or when the
  // connection closes before the whole response is sent.
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.socket.destroyed) report(request, reply, options, undefined);
    else {
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) report(request, reply, options, undefined);
      });
    }
  });
}

export function beginSpan(tracer: Tracer, request: FastifyRequest): Span {
  const route = request.routeOptions.url ?? 'none';
  return tracer.begin(`${request.method} ${route}`, request.headers.traceparent, {
    'http.request.method': request.method,
    'http.route': route,
    'dragoman.request_id': request.id,
  });
}

/** `status` is undefined if the client disconnected before it had its response. */
function report(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ReportOptions,
  status: number | undefined,
): void {
  if (request.isReported) return;
  request.isReported = true;
  const { caller, steps, span, dialect } = request;
  const outcome = status === undefined ? 'disconnected' : (request.problemCode ?? 'ok');
  options.logger[options.quiet ? 'debug' : 'info']('request', {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    ...(dialect !== undefined && { dialect }),
    ...(status !== undefined && { status }),
    outcome,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    clientAddress: request.clientAddress,
    ...(caller && { teamId: caller.teamId, keyId: caller.keyId }),
    ...(steps && { steps }),
    ...(span && { traceId: span.traceId }),
  });
  options.countRequest?.(status);
  if (options.logCall !== undefined) logCallOf(request, reply, status, options.logCall);
  span?.set({
    'dragoman.outcome': outcome,
    ...(caller && { 'dragoman.team_id': caller.teamId }),
    ...(status !== undefined && { 'http.response.status_code': status }),
  });
  span?.end(status === undefined || status >= 500);
}

/** A trusted proxy may forward anything as the address, but only an IP address belongs in the log. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? 'unknown') : ip;
}
