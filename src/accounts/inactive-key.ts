/**
 * A key may be revoked, or its team suspended, while a call that uses it is in progress. Every change
 * therefore repeats the check from the start of the call in its own transaction, where the result holds until
 * the commit.
 */
import { keyRevoked, teamSuspended } from '../auth/refusals.ts';
import type { Actor } from '../lib/actor.ts';
import { type Refusal, refusedWith } from '../lib/outcome.ts';
import { isKeyActive } from '../store/postgres/api-keys.ts';
import type { Connection } from '../store/postgres/database.ts';
import { isSuspended } from '../store/postgres/suspensions.ts';

const revoked = refusedWith(keyRevoked);
const suspended = refusedWith(teamSuspended);

/**
 * Returns the refusal, or undefined if the change may proceed. Until the commit, revoking the key and
 * suspending its team have to wait. Charges do not: they need only the team's lock, which this function does
 * not take.
 */
export async function refuseInactiveKey(
  connection: Connection,
  teamId: string,
  actor: Actor,
): Promise<Refusal | undefined> {
  if (actor.type !== 'key') return undefined;
  if (!(await isKeyActive(connection, teamId, actor.id))) return revoked;
  // A separate statement: the previous one may have waited for a suspension to commit, and its snapshot would
  // not include it.
  return (await isSuspended(connection, teamId)) ? suspended : undefined;
}
