/** Checks a key again during a call that takes long, by its id: the key itself is not kept. */
import type { Problem } from '../lib/errors.ts';
import { findKeyById } from '../store/postgres/api-keys.ts';
import type { Database } from '../store/postgres/database.ts';
import { callerOf } from './authenticate.ts';
import type { Caller } from './caller.ts';
import * as refusals from './refusals.ts';

/** Returns the problem if the key was revoked or its team suspended, otherwise undefined. */
export type CheckKey = (caller: Pick<Caller, 'keyId'>) => Promise<Problem | undefined>;

/** The caller whose key it is, whether or not the key is still accepted. */
export async function readCaller(db: Database, keyId: string): Promise<Caller | undefined> {
  const key = await findKeyById(db, keyId);
  return key && callerOf(key);
}

export function createKeyCheck(db: Database): CheckKey {
  return async ({ keyId }) => {
    const key = await findKeyById(db, keyId);
    if (key === undefined || key.revokedAt !== null || key.isExpired) return refusals.keyRevoked;
    return key.isSuspended ? refusals.teamSuspended : undefined;
  };
}
