/**
 * Most methods of HTTP have no route. They are routed as one of them, so that each path needs one route for all of them:
 * with a route for each of thirty methods on each path, a server takes twice as long to start.
 */
import type { IncomingMessage } from 'node:http';

const routed = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const standIn = 'TRACE';

const received = new WeakMap<IncomingMessage, string>();

/** Call it before the request is routed. */
export function replaceUnroutedMethod(request: IncomingMessage): void {
  const { method = '' } = request;
  if (routed.has(method)) return;
  received.set(request, method);
  request.method = standIn;
}

/** Call it once the request is routed: logs and traces show the method that the client sent. */
export function restoreMethod(request: IncomingMessage): void {
  const method = received.get(request);
  if (method !== undefined) request.method = method;
}
