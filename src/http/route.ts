/**
 * Defines a route with types: its handler gets the parameters, query and body as their schemas describe them,
 * and returns an outcome. The outcome is sent here: its value with the status of the response schema, or its
 * problem.
 */
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Outcome } from '../lib/outcome.ts';
import type { Access, RouteDefinition } from './define-routes.ts';
import { sendProblem } from './problem-reply.ts';

/** `/v1/keys/:id` → `{ id: string }`. */
type ParamsOf<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Url extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

interface TypedRoute<Url extends string, Body extends TSchema, Query extends TSchema>
  extends Omit<RouteDefinition, 'method' | 'url' | 'access' | 'schema' | 'handler'> {
  readonly body?: Body;
  readonly query?: Query;
  /** The schema of the response by its status. Without it, the route answers 204, or a file. */
  readonly response?: Readonly<Record<number, TSchema>>;
  /** May set headers of the reply, but leaves sending to the caller. */
  readonly handler: (
    request: FastifyRequest<{ Params: ParamsOf<Url>; Body: Static<Body>; Querystring: Static<Query> }>,
    reply: FastifyReply,
  ) => Promise<Outcome<unknown>>;
}

export function route<Url extends string, Body extends TSchema, Query extends TSchema>(
  method: HTTPMethods,
  url: Url,
  access: Access,
  definition: TypedRoute<Url, Body, Query>,
): RouteDefinition {
  const { body, query, response, handler, ...rest } = definition;
  const status = Number(Object.keys(response ?? {})[0] ?? (rest.answers === undefined ? 204 : 200));
  return {
    ...rest,
    method,
    url,
    access,
    schema: { ...(body && { body }), ...(query && { querystring: query }), ...(response && { response }) },
    handler: async (request, reply) => {
      // Fastify has validated the request against these schemas.
      const outcome = await handler(request as Parameters<typeof handler>[0], reply);
      if (!outcome.ok) return sendProblem(reply, outcome.problem);
      return reply.code(status).send(status === 204 ? undefined : outcome.value);
    },
  };
}
