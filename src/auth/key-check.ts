/** Checks a key again during a call that takes long, by its id: the key itself is not kept. */
import type { Problem } from '../lib/errors.ts';
import { findKeyById } from '../store/postgres/api-keys.ts';
import type { Database } from '../store/postgres/database.ts';
import type { Caller } from './caller.ts';
import * as refusals from './refusals.ts';

/** Returns the problem if the key was revoked or its team suspended, otherwise undefined. */
export type CheckKey = (caller: Pick<Caller, 'keyId'>) => Promise<Problem | undefined>;

export function createKeyCheck(db: Database): CheckKey {
  return async ({ keyId }) => {
    const key = await findKeyById(db, keyId);
    if (key === undefined || key.revokedAt !== null) return refusals.keyRevoked;
    return key.isSuspended ? refusals.teamSuspended : undefined;
  };
}
