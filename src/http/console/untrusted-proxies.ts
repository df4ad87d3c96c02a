import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from '../../observability/logger.ts';

/** Often enough to appear in each day's log, rarely enough if a client sends the header on purpose. */
const warningIntervalMs = 3_600_000;

/**
 * Warns the operator that people sign in through an untrusted proxy: all clients behind it then appear under
 * the proxy's address and share one limit on sign-in attempts.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, logger: Logger, now = Date.now): void {
  let nextAt = 0;
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url !== '/api/sign-in' || !isForwardedByUntrustedPeer(request) || now() < nextAt)
      return;
    nextAt = now() + warningIntervalMs;
    logger.warn(
      'a sign-in was forwarded by an untrusted address; if it is your proxy, add it to DRAGOMAN_TRUSTED_PROXIES: until then all clients behind it share one limit',
      { clientAddress: request.clientAddress },
    );
  });
}

/** `ips` starts with the peer's address, followed by the addresses that it forwarded if it is trusted. */
function isForwardedByUntrustedPeer({ headers, ips = [] }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined && ips.length < 2;
}
