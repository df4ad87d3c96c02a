import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../../observability/logger.ts';

/** Often enough to be found in the log of a day, seldom enough for a client that sends the header on purpose. */
const pauseMs = 3_600_000;

/**
 * Tells the operator that people sign in through a proxy that is not trusted: everybody behind it has the proxy's
 * address then, and shares one allowance of tries to sign in.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, logger: Logger, now = Date.now): void {
  let nextAt = 0;
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url !== '/api/sign-in' || !isForwardedByStranger(request) || now() < nextAt)
      return;
    nextAt = now() + pauseMs;
    logger.warn(
      'a sign-in was forwarded by an untrusted address; if it is your proxy, add it to DRAGOMAN_TRUSTED_PROXIES: until then all clients behind it share one limit',
      { clientAddress: request.clientAddress },
    );
  });
}

/** `ips` begins with the peer and goes on with what it forwarded, if it is trusted. */
function isForwardedByStranger({ headers, ips = [] }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined && ips.length < 2;
}
