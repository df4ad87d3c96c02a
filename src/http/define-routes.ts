/**
 * Registers the routes of a listener. A route must say who may call it, so none can be added without thinking
 * of it. The methods that a path doesn't have are answered 405 with `Allow`, before authentication; `OPTIONS`
 * is a call like any other: it needs a key where its path does, and never carries a CORS header, because keys
 * don't belong in browsers.
 */
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod, RouteOptions } from 'fastify';
import type { Scope } from '../auth/scopes.ts';
import { type ProblemCode, problem } from '../lib/errors.ts';
import type { TeamRole } from '../lib/team-role.ts';
import { sendProblem } from './problem-reply.ts';

/**
 * The scope that a key needs; on the console, a session, a role in the team that the path names, or that of an operator;
 * or nothing at all for a path that is open to everybody.
 */
export type Access = Scope | ConsoleAccess | 'open';

export type ConsoleAccess = 'session' | TeamRole | 'operator';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    endsInCharge?: boolean;
    /** Answered in `onRequest`, whatever its body is. */
    ignoresBody?: boolean;
  }
  interface FastifyInstance {
    /** Every route of the listener, as it was defined. */
    readonly definedRoutes: RouteDefinition[];
  }
}

/** What the API's description says of a route beyond its schemas. */
export interface RouteDescription {
  readonly operationId: string;
  readonly summary: string;
  /** Request headers that change what the call does, with what they do. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The schema of a body that the handler reads itself. */
  readonly body?: object;
  /** The media type of an answer that is never JSON. */
  readonly answers?: string;
  /** Media types beside JSON that the answer may have. */
  readonly alsoAnswers?: readonly string[];
  /** Problems beyond those that follow from the kind of route. */
  readonly problems?: readonly ProblemCode[];
  /** A call that works: tests make it. */
  readonly example?: { readonly body?: unknown; readonly query?: string };
}

export interface RouteDefinition
  extends Pick<RouteOptions, 'url' | 'schema' | 'bodyLimit' | 'onRequest' | 'preValidation'> {
  readonly method: HTTPMethods;
  readonly access: Access;
  /** The media types that the handler gets as bytes; without it, JSON that is parsed and checked. */
  readonly rawBodyTypes?: readonly string[];
  /** Nothing is answered 2xx before a charge that checks the key: what was last read of the key lets the call start. */
  readonly endsInCharge?: boolean;
  readonly describes?: RouteDescription;
  readonly handler: RouteHandlerMethod;
}

export function defineRoutes(app: FastifyInstance, routes: readonly RouteDefinition[]): void {
  app.definedRoutes.push(...routes);
  for (const { access, endsInCharge = false, rawBodyTypes, describes: _, ...route } of routes) {
    app.route({ ...route, config: { access, endsInCharge, ...(rawBodyTypes && { rawBodyTypes }) } });
  }
  for (const [url, onPath] of Map.groupBy(routes, (route) => route.url)) {
    closePath(app, url, onPath);
  }
}

function closePath(app: FastifyInstance, url: string, routes: readonly RouteDefinition[]): void {
  const methods = new Set<string>(['OPTIONS', ...routes.map((route) => route.method)]);
  if (methods.has('GET')) methods.add('HEAD');
  const allow = [...methods].toSorted().join(', ');
  const access = routes[0]?.access ?? 'open';
  app.route({
    method: 'OPTIONS',
    url,
    config: { access, ignoresBody: true },
    // Behind the hooks that check the key and the limits and before the body, which is of no interest.
    onRequest: async (_request, reply) => reply.code(204).header('allow', allow).send(),
    handler: () => undefined,
  });
  app.route({
    method: app.supportedMethods.filter((method) => !methods.has(method)) as HTTPMethods[],
    url,
    // A path that only operators know of does not show by its methods either.
    config: { access: access === 'operator' ? access : 'open' },
    exposeHeadRoute: false,
    onRequest: async (_request, reply) =>
      sendProblem(reply.header('allow', allow), problem('method_not_allowed', `This path takes ${allow}.`)),
    handler: () => undefined,
  });
}
