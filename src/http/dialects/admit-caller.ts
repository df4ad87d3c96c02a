/**
 * Finds out who calls. A key may be in a header, in the query or in the body, as the dialect says; a client in a
 * listed network may call without one. The body of a request whose key is in its headers or its query is not read
 * unless the key is valid.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Authenticator, refuseWithoutScope } from '../../auth/authenticate.ts';
import { isScope } from '../../auth/scopes.ts';
import type { DialectsConfig } from '../../config/dialects.ts';
import type { OtherRequests } from '../../gateway/other-requests.ts';
import { type Problem, ProblemError, problem } from '../../lib/errors.ts';
import { networkMatcher } from '../../lib/networks.ts';
import { checkKey } from '../check-key.ts';
import { presentedKey } from '../public/credentials.ts';
import { callerOf } from '../public/request-caller.ts';
import { multipartType } from '../raw-body.ts';
import { isRepeated } from '../repeated-header.ts';
import { isReadByBrowser } from './browser-reads.ts';
import type { Dialect } from './dialect.ts';
import { bodyMembers, type Members, queryMembers } from './request-members.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the caller was identified by. */
    usedKey: string | undefined;
  }
}

/** The request has no key, and its client is in no network that needs none. */
export const missingKey = problem(
  'unauthorized',
  'This call needs a valid API key. Send it where this protocol expects it, or as "Authorization: Bearer <API_KEY>".',
);

export interface CallerAdmission {
  /** Sets the caller of the request, or throws a problem. `key` is the one in the body, if there is one. */
  admit(request: FastifyRequest, key: string | undefined): Promise<void>;
  /** Counts a request of an admitted caller that is neither a call nor an upload, or throws a problem. */
  count(request: FastifyRequest): Promise<void>;
  /** Whether the client may call without a key. */
  isKeyless(request: FastifyRequest): boolean;
}

interface AdmissionParts {
  readonly authenticator: Authenticator;
  readonly otherRequests: OtherRequests;
  readonly keyless: DialectsConfig['keyless'];
  readonly origins: readonly string[];
}

export function createAdmission(parts: AdmissionParts): CallerAdmission {
  const { authenticator, otherRequests, keyless, origins } = parts;
  const isInNetworks = networkMatcher(keyless?.networks ?? []);

  /** A page of any site could use the network of its visitor, so a browser needs a key unless its page is listed. */
  const isKeyless = (request: FastifyRequest) => {
    const { origin } = request.headers;
    const isTrusted = origin === undefined ? !isReadByBrowser(request) : origins.includes(origin);
    return isTrusted && isInNetworks(request.clientAddress);
  };

  return {
    isKeyless,
    async admit(request, key) {
      const { access } = request.routeOptions.config;
      if (access === undefined || !isScope(access))
        throw new Error(`the route ${request.routeOptions.url} needs no scope`);
      const used = key ?? (isKeyless(request) ? keyless?.key : undefined);
      if (used === undefined) throw new ProblemError(missingKey);
      request.usedKey = used;
      // Whoever needs no key is not authenticated.
      const authentication = await checkKey(authenticator, request, used, key !== undefined);
      if (!authentication.ok) throw new ProblemError(authentication.problem);
      const { caller } = authentication;
      request.caller = caller;
      refuseIf(refuseWithoutScope(caller, access));
    },
    async count(request) {
      const caller = callerOf(request);
      const { problem: refusal } = await otherRequests.admit(caller);
      if (refusal !== undefined) otherRequests.countRefusal(caller.teamId, refusal.code);
      refuseIf(refusal);
    },
  };
}

/** Checks the key of every request to a route that needs one, as early as it is known. */
export function admitCallers(
  app: FastifyInstance,
  admission: CallerAdmission,
  dialectOf: (request: FastifyRequest) => Dialect,
): void {
  const admit = async (request: FastifyRequest, key: string | undefined) => {
    await admission.admit(request, key);
    const { endsInCharge } = request.routeOptions.config;
    if (!endsInCharge && !isUpload(request) && !dialectOf(request).countsItself)
      await admission.count(request);
  };
  app.decorateRequest('usedKey', undefined);
  app.addHook('onRequest', async (request) => {
    if (!needsKey(request)) return;
    const { keyInQuery, keyInBody } = dialectOf(request);
    const key = keyInHeaders(request) ?? keyIn(keyInQuery, () => queryMembers(request));
    const mayFollow = keyInBody !== undefined && request.method === 'POST';
    if (key !== undefined || !mayFollow) await admit(request, key);
  });
  app.addHook('preValidation', async (request) => {
    // A form with a file is read by its route, which finds the key in it.
    if (!needsKey(request) || request.caller !== undefined || isUpload(request)) return;
    await admit(
      request,
      keyIn(dialectOf(request).keyInBody, () => bodyMembers(request)),
    );
  });
}

function refuseIf(refusal: Problem | undefined): void {
  if (refusal !== undefined) throw new ProblemError(refusal);
}

/** `OPTIONS` and refused methods answer without a caller: they say nothing that is not in the documentation. */
function needsKey({ is404, routeOptions: { config } }: FastifyRequest): boolean {
  return !is404 && config.access !== 'open' && !config.ignoresBody;
}

function isUpload({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.rawBodyTypes?.includes(multipartType) === true;
}

/** Another scheme, such as the password of a proxy in front, is not a key of this server. */
function keyInHeaders({ raw }: FastifyRequest): string | undefined {
  const { authorization } = raw.headers;
  const isOnly = authorization !== undefined && !isRepeated(raw.rawHeaders, 'authorization');
  if (isOnly && /^\s*(?:basic|digest|negotiate|ntlm)\s/i.test(authorization)) return undefined;
  // A malformed header must not count as none: the caller meant to present a key.
  return presentedKey(raw) ?? (authorization === undefined ? undefined : '');
}

/** Several keys count as a malformed one. */
function keyIn(member: string | undefined, read: () => Members): string | undefined {
  if (member === undefined) return undefined;
  const members = read();
  const value = Object.hasOwn(members, member) ? members[member] : undefined;
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : 'malformed';
}
