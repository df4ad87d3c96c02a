/**
 * Which methods the paths of a listener have. A request with any other is routed with a stand-in for its method, so that a path
 * needs one route for all of them: with a route for each method on each path, a server takes a third longer to start.
 */
import type { IncomingMessage } from 'node:http';
import createRouter from 'find-my-way';
import { requestLimits } from '../lib/request-limits.ts';

/** The one method that no path has. Each path defines a route for it, which answers all that the path does not have. */
export const standInMethod = 'TRACE';

export class PathMethods {
  readonly #methods = new Map<string, ReadonlySet<string>>();
  #router: ReturnType<typeof createRouter> | undefined;

  add(path: string, methods: Iterable<string>): void {
    this.#methods.set(path, new Set(methods));
  }

  /** Undefined if there is nothing at this URL. A malformed one has no methods: its stand-in is refused. */
  at(url: string): ReadonlySet<string> | undefined {
    // Built with the first request: by then all routes are defined.
    this.#router ??= this.#build();
    const found = this.#router.find('GET', url);
    return found === null ? undefined : ((found.store as ReadonlySet<string> | null) ?? new Set());
  }

  /** The router of Fastify itself, so that both agree about which path a URL is. */
  #build(): ReturnType<typeof createRouter> {
    const router = createRouter({
      // What Fastify refuses is routed, and refused there.
      onBadUrl: () => undefined,
      // Longer than Fastify's, which refuses what is longer than that.
      maxParamLength: requestLimits.maxHeaderBytes,
      querystringParser: () => ({}),
    });
    for (const [path, methods] of this.#methods) router.on('GET', path, () => undefined, methods);
    return router;
  }
}

const received = new WeakMap<IncomingMessage, string>();

/** Call it before the request is routed. */
export function replaceMethod(request: IncomingMessage, url: string, paths: PathMethods): void {
  const { method = '' } = request;
  const methods = paths.at(url);
  if (methods === undefined || methods.has(method)) return;
  received.set(request, method);
  request.method = standInMethod;
}

/** Call it once the request is routed: logs and traces show the method that the client sent. */
export function restoreMethod(request: IncomingMessage): void {
  const method = received.get(request);
  if (method !== undefined) request.method = method;
}
