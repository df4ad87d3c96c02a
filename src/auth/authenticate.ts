/**
 * Identifies the caller with one look-up in a unique index in Postgres: a key works on every node as soon as
 * it exists, and on none once its revocation or its team's suspension is committed. A call that ends in a
 * charge may start from a cached result, because the charge checks the key again.
 */
import type { Problem } from '../lib/errors.ts';
import { KeyedBatches } from '../lib/keyed-batches.ts';
import type { CallOwner } from '../lib/logged-call.ts';
import { networkMatcher } from '../lib/networks.ts';
import { type Refusal, refusedWith } from '../lib/outcome.ts';
import {
  findKeyByHash,
  type KeyOnRequest,
  type OwnLimits as StoredLimits,
} from '../store/postgres/api-keys.ts';
import type { Database } from '../store/postgres/database.ts';
import type { AuthenticationCache } from './authentication-cache.ts';
import type { BadKeyLimit } from './bad-key-limit.ts';
import type { Caller, OwnLimits } from './caller.ts';
import { hashKey, isWellFormedKey, type KeyMode } from './key-format.ts';
import type { LastUsedRecorder } from './last-used.ts';
import * as refusals from './refusals.ts';
import type { Scope } from './scopes.ts';

export type Authentication =
  | { ok: true; caller: Caller }
  /** `owner` is set if the key is known although it is refused. */
  | (Refusal & { readonly owner?: CallOwner });

export interface Authenticator {
  /** `presentedKey` is the unchecked key from the request's headers, if present. */
  authenticate(presentedKey: string | undefined, clientAddress: string): Promise<Authentication>;
  /** The same for a call that is answered only after its charge: a recent cached result is enough. */
  authenticateForCharge(presentedKey: string | undefined, clientAddress: string): Promise<Authentication>;
  /** Whose key it is, as of the last time that it was accepted, however long ago; for what may be out of date. */
  lastKnownOwner(presentedKey: string | undefined): CallOwner | undefined;
  /** Drops the cached result of a key after a charge found it revoked or its team suspended. */
  forget(presentedKey: string | undefined): void;
}

export function createAuthenticator(
  db: Database,
  lastUsed: LastUsedRecorder,
  cache: AuthenticationCache,
  badKeys: BadKeyLimit,
): Authenticator {
  const read = async (hash: Buffer): Promise<Authentication> => {
    const key = await findKeyByHash(db, hash);
    if (key === undefined) return refusals.unauthorized;
    const owner = { teamId: key.teamId, keyId: key.id, mode: key.mode };
    if (key.revokedAt !== null || key.isExpired) return { ...refusedWith(refusals.keyRevoked), owner };
    if (key.isSuspended) return { ...refusedWith(refusals.teamSuspended), owner };
    const caller = callerOf(key);
    cache.remember(hash, caller);
    return { ok: true, caller };
  };
  // One read at a time per key, however many requests present it. A request that arrives during a read waits
  // for the next one: the current read may have missed a revocation that was acknowledged before the request.
  const reads = new KeyedBatches<Buffer, Authentication>(async (_id, [hash, ...others]) => {
    if (hash === undefined) return [];
    const answer = await read(hash);
    return [answer, ...others.map(() => answer)];
  });
  const ask = async (hash: Buffer, clientAddress: string): Promise<Authentication> => {
    const id = hash.toString('latin1');
    const guarded = await badKeys.guard(id, clientAddress, () => reads.ask(id, hash), kindOf);
    if (!('answer' in guarded)) return refusals.tooManyBadKeys(guarded.waitMs);
    const { answer } = guarded;
    return answer.ok ? acceptFrom(clientAddress, answer.caller) : answer;
  };
  const acceptFrom = (address: string, caller: Caller): Authentication => {
    const { teamId, keyId, mode, own } = caller;
    if (own !== undefined && !own.isFrom(address))
      return { ...refusedWith(refusals.otherNetwork), owner: { teamId, keyId, mode } };
    lastUsed.note(keyId);
    return { ok: true, caller };
  };
  return {
    async authenticate(presentedKey, clientAddress) {
      if (presentedKey === undefined || !isWellFormedKey(presentedKey)) return refusals.unauthorized;
      return ask(hashKey(presentedKey), clientAddress);
    },
    async authenticateForCharge(presentedKey, clientAddress) {
      if (presentedKey === undefined || !isWellFormedKey(presentedKey)) return refusals.unauthorized;
      const hash = hashKey(presentedKey);
      const caller = cache.find(hash);
      if (caller === undefined) return ask(hash, clientAddress);
      return acceptFrom(clientAddress, caller);
    },
    lastKnownOwner(presentedKey) {
      const caller = presentedKey === undefined ? undefined : cache.findExpired(hashKey(presentedKey));
      return caller && { teamId: caller.teamId, keyId: caller.keyId, mode: caller.mode };
    },
    forget(presentedKey) {
      if (presentedKey !== undefined) cache.forget(hashKey(presentedKey));
    },
  };
}

function kindOf(answer: Authentication): 'good' | 'unknown' | 'refused' {
  if (answer.ok) return 'good';
  return answer === refusals.unauthorized ? 'unknown' : 'refused';
}

export function callerOf(key: KeyOnRequest): Caller {
  const { teamId, scopes, requestsPerSecond, requestsBurst, charactersPerMinute, callsInFlight } = key;
  const limits = { requestsPerSecond, requestsBurst, charactersPerMinute, callsInFlight };
  const teamEngines = key.engines ?? undefined;
  const own = key.own ?? undefined;
  return {
    teamId,
    keyId: key.id,
    mode: key.mode as KeyMode,
    scopes,
    engines: own?.engines ? enginesOfBoth(teamEngines, own.engines) : teamEngines,
    ...(own && { own: ownLimitsOf(own, teamEngines) }),
    isCached: key.isCached,
    limits,
    maxWaitSeconds: key.maxWaitSeconds,
  };
}

/** In the team's order of preference, or in the key's if the team has none. */
function enginesOfBoth(ofTeam: readonly string[] | undefined, ofKey: readonly string[]): readonly string[] {
  return ofTeam?.filter((id) => ofKey.includes(id)) ?? ofKey;
}

function ownLimitsOf(own: StoredLimits, teamEngines: readonly string[] | undefined): OwnLimits {
  return {
    isFrom: own.networks === null ? () => true : networkMatcher(own.networks),
    teamEngines: own.engines === null ? undefined : { ids: teamEngines },
    languagePairs: own.languagePairs ?? undefined,
    requestsPerSecond: own.requestsPerSecond ?? undefined,
    charactersPerMinute: own.charactersPerMinute ?? undefined,
    hasBudget: own.hasBudget,
  };
}

/** Returns the problem if the caller lacks the scope, otherwise undefined. */
export function refuseWithoutScope(caller: Caller, needed: Scope): Problem | undefined {
  return caller.scopes.includes(needed) ? undefined : refusals.lacksScope(needed);
}
