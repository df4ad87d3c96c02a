/**
 * The key that makes a change may be revoked, or its team suspended, while its call is under way. What is checked when
 * a call starts is checked again in the transaction of the change, where it can't change any more before the commit.
 */
import { keyRevoked, teamSuspended } from '../auth/authenticate.ts';
import type { Actor } from '../lib/actor.ts';
import type { Refusal } from '../lib/outcome.ts';
import { isKeyActive } from '../store/postgres/api-keys.ts';
import type { Connection } from '../store/postgres/database.ts';
import { isSuspended } from '../store/postgres/suspensions.ts';

const revoked: Refusal = { ok: false, problem: keyRevoked };
const suspended: Refusal = { ok: false, problem: teamSuspended };

/**
 * What is in the way of the change, or nothing. From here to the commit the key's revocation waits, and so does the
 * suspension of its team; charges of the team don't, which would wait for its lock.
 */
export async function refuseBadKey(
  connection: Connection,
  teamId: string,
  actor: Actor,
): Promise<Refusal | undefined> {
  if (actor.type !== 'key') return undefined;
  if (!(await isKeyActive(connection, teamId, actor.id))) return revoked;
  // In a statement of its own: the one before may have waited for a suspension, and would not see it.
  return (await isSuspended(connection, teamId)) ? suspended : undefined;
}
