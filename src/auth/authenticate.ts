/**
 * Says who calls. Every request asks Postgres, by one probe of a unique index: a key works on every node the
 * moment it exists, and on none the moment its revocation is committed.
 */
import { type Problem, problem } from '../lib/errors.ts';
import type { TeamLimits } from '../lib/team-limits.ts';
import { findKeyByHash, type KeyOnRequest } from '../store/postgres/api-keys.ts';
import type { Database } from '../store/postgres/database.ts';
import { hashKey, isWellFormedKey, type KeyMode } from './key-format.ts';
import type { LastUsedRecorder } from './last-used.ts';
import type { Scope } from './scopes.ts';

export interface Caller {
  readonly teamId: string;
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  /** The team's limits as they stand now: a change counts from the next call on, on every node. */
  readonly limits: TeamLimits;
}

export type Authentication = { ok: true; caller: Caller } | { ok: false; problem: Problem };

export interface Authenticator {
  /** `presentedKey` is what the request's headers hold where a key belongs, if they hold anything. */
  authenticate(presentedKey: string | undefined): Promise<Authentication>;
}

// No key, a malformed one and an unknown one must be told apart by nothing: one object answers all three.
const unauthorized: Authentication = {
  ok: false,
  problem: problem(
    'unauthorized',
    'This call needs a valid API key. Send it as "Authorization: Bearer <API_KEY>".',
  ),
};

export const keyRevoked = problem(
  'key_revoked',
  'This API key was revoked. Create a new key and update your application.',
);

export function createAuthenticator(db: Database, lastUsed: LastUsedRecorder): Authenticator {
  return {
    async authenticate(presentedKey) {
      if (presentedKey === undefined || !isWellFormedKey(presentedKey)) return unauthorized;
      const key = await findKeyByHash(db, hashKey(presentedKey));
      if (key === undefined) return unauthorized;
      if (key.revokedAt !== null) return { ok: false, problem: keyRevoked };
      lastUsed.note(key.id);
      return { ok: true, caller: callerOf(key) };
    },
  };
}

function callerOf(key: KeyOnRequest): Caller {
  const { teamId, scopes, requestsPerSecond, requestsBurst, charactersPerMinute, callsInFlight } = key;
  const limits = { requestsPerSecond, requestsBurst, charactersPerMinute, callsInFlight };
  return { teamId, keyId: key.id, mode: key.mode as KeyMode, scopes, limits };
}

/** What is in the way of a caller without the needed scope, or nothing. */
export function refuseWithoutScope(caller: Caller, needed: Scope): Problem | undefined {
  if (caller.scopes.includes(needed)) return undefined;
  return problem(
    'forbidden',
    `This call needs the scope "${needed}", which this API key does not have. Use a key that has it.`,
  );
}
