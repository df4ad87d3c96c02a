/**
 * Registers the routes of a listener. Every route must declare its access, so no route is open by mistake.
 * Unsupported methods of a path get 405 with `Allow`, before authentication. `OPTIONS` needs a key where its
 * path does, and never returns a CORS header, because keys do not belong in browsers.
 */
import type { FastifyInstance, HTTPMethods, RouteHandlerMethod, RouteOptions } from 'fastify';
import type { Scope } from '../auth/scopes.ts';
import { type ProblemCode, problem } from '../lib/errors.ts';
import { type LimitedOperatorRole, limitedOperatorRoles } from '../lib/operator-role.ts';
import type { TeamRole } from '../lib/team-role.ts';
import type { RouteCall } from './logged-calls.ts';
import { type PathMethods, standInMethod } from './path-methods.ts';
import { sendProblem } from './problem-reply.ts';

/**
 * The scope that a key needs; on the console, a session, a role in the team in the path (`any role`: whichever), or
 * that of an operator; `open` for a path that needs none of these.
 */
export type Access = Scope | ConsoleAccess | 'open';

export type ConsoleAccess = 'session' | 'any role' | TeamRole | 'operator';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    endsInCharge?: boolean;
    needsProof?: boolean;
    allowsSetUp?: boolean;
    operators?: readonly LimitedOperatorRole[];
    /** The route responds in `onRequest` and never reads a body. */
    ignoresBody?: boolean;
  }
  interface FastifyInstance {
    /** Every route of the listener. */
    readonly definedRoutes: RouteDefinition[];
    readonly pathMethods: PathMethods;
  }
}

/** What the OpenAPI document says about a route beyond its schemas. */
export interface RouteDescription {
  readonly operationId?: string;
  readonly summary?: string;
  /** What the call does and costs, in one to three sentences. */
  readonly description?: string;
  /** Request headers that affect the call, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The schema of a body that the handler parses itself. */
  readonly documentedBody?: object;
  /** The media type of a response that is never JSON. */
  readonly answers?: string;
  /** Media types of the response in addition to JSON. */
  readonly alsoAnswers?: readonly string[];
  /** Problems beyond those that every route of its kind can return. */
  readonly problems?: readonly ProblemCode[];
  /** A valid call; tests send it. */
  readonly example?: { readonly body?: unknown; readonly query?: string };
  /** A JSON response with a 2xx status. */
  readonly answerExample?: unknown;
}

/** Most routes are made by `route` (route.ts). */
export interface RouteDefinition
  extends RouteDescription,
    Pick<RouteOptions, 'url' | 'schema' | 'bodyLimit' | 'onRequest' | 'preValidation'> {
  readonly method: HTTPMethods;
  readonly access: Access;
  /** The media types that the handler gets as bytes. Without it, the body is parsed and validated as JSON. */
  readonly rawBodyTypes?: readonly string[];
  /** A 2xx is sent only after a charge, which checks the key, so a cached key is enough to start the call. */
  readonly endsInCharge?: boolean;
  /** On the console: whoever calls it must have proven a short time ago who they are, or confirm it now. */
  readonly needsProof?: boolean;
  /** On the console: also for an operator who must turn a second factor on before anything else. */
  readonly allowsSetUp?: boolean;
  /**
   * On the console: the operators who may call it besides full ones, in every team. Without it, nobody but a full operator
   * may: a route is closed to the other roles until somebody decides about it.
   */
  readonly operators?: readonly LimitedOperatorRole[];
  /** Set if a request to the route is a call, which the request log of its team lists. */
  readonly call?: RouteCall;
  readonly handler: RouteHandlerMethod;
}

export function defineRoutes(app: FastifyInstance, routes: readonly RouteDefinition[]): void {
  app.definedRoutes.push(...routes);
  for (const { access, rawBodyTypes, call, ...described } of routes) {
    const {
      endsInCharge = false,
      needsProof = false,
      allowsSetUp = false,
      operators = [],
      ...route
    } = described;
    const flags = { endsInCharge, needsProof, allowsSetUp, operators };
    const config = { access, ...flags, ...(rawBodyTypes && { rawBodyTypes }), ...(call && { call }) };
    app.route({ ...route, config });
  }
  for (const [url, onPath] of Map.groupBy(routes, (route) => route.url)) {
    defineOtherMethods(app, url, onPath);
  }
}

function defineOtherMethods(app: FastifyInstance, url: string, routes: readonly RouteDefinition[]): void {
  const methods = new Set<string>(['OPTIONS', ...routes.map((route) => route.method)]);
  // The HEAD of a charged call would cost as much and bring no translation.
  if (routes.some(({ method, endsInCharge }) => method === 'GET' && !endsInCharge)) methods.add('HEAD');
  const allow = [...methods].toSorted().join(', ');
  app.pathMethods.add(url, methods);
  const access = routes[0]?.access ?? 'open';
  app.route({
    method: 'OPTIONS',
    url,
    config: { access, operators: limitedOperatorRoles, ignoresBody: true },
    // After the hooks that check the key and the limits, and before the body, which is irrelevant here.
    onRequest: async (_request, reply) => reply.code(204).header('allow', allow).send(),
    handler: () => undefined,
  });
  app.route({
    method: standInMethod,
    url,
    // A 405 would reveal that an operator path exists, so its other methods are for operators alone.
    config: { access: access === 'operator' ? access : 'open', operators: limitedOperatorRoles },
    exposeHeadRoute: false,
    onRequest: async (_request, reply) =>
      sendProblem(
        reply.header('allow', allow),
        problem('method_not_allowed', `This path accepts only ${allow}.`),
      ),
    handler: () => undefined,
  });
}
