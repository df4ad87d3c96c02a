/** Lets pages of listed origins read answers. Without a list, no CORS header is ever sent. */
import type { FastifyInstance } from 'fastify';

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, MCP-Protocol-Version',
  'access-control-max-age': '600',
};

export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-method': asked } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined) return undefined;
    const isListed = origins.includes(origin);
    if (!isListed && !origins.includes('*')) return undefined;
    reply.headers({
      'access-control-allow-origin': isListed ? origin : '*',
      'access-control-expose-headers': 'Retry-After, X-Request-Id',
    });
    const isPreflight = request.method === 'OPTIONS' && asked !== undefined;
    return isPreflight ? reply.code(204).headers(preflightHeaders).send() : undefined;
  });
}
