import type { FastifyRequest } from 'fastify';
import type { Authentication, Authenticator } from '../auth/authenticate.ts';

/** Asks whose key it is, and notes whose log the call belongs to if it ends here. `isOfCaller`: the caller presented it. */
export async function checkKey(
  authenticator: Authenticator,
  request: FastifyRequest,
  key: string | undefined,
  isOfCaller = true,
): Promise<Authentication> {
  const span = request.span?.child('authenticate');
  try {
    const authentication = request.routeOptions.config.endsInCharge
      ? await authenticator.authenticateForCharge(key, request.clientAddress)
      : await authenticator.authenticate(key, request.clientAddress);
    if (!authentication.ok) request.callOwner = authentication.owner;
    else if (isOfCaller) request.span?.trustCaller();
    return authentication;
  } catch (error) {
    // The database is unavailable. A team looks into its log for exactly these calls.
    request.callOwner = authenticator.lastKnownOwner(key);
    throw error;
  } finally {
    span?.end();
  }
}
