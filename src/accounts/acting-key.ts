/**
 * The key that makes a change may be revoked while its call is under way. What is checked when a call starts is
 * checked again in the transaction of the change, where it can't change any more before the commit.
 */
import { keyRevoked } from '../auth/authenticate.ts';
import type { Actor } from '../lib/actor.ts';
import type { Refusal } from '../lib/outcome.ts';
import { isKeyActive } from '../store/postgres/api-keys.ts';
import type { Connection } from '../store/postgres/database.ts';

const revoked: Refusal = { ok: false, problem: keyRevoked };

/**
 * What is in the way of the change, or nothing. From here to the commit the key's revocation waits; charges of the
 * team don't, which would wait for its lock.
 */
export async function refuseRevoked(
  connection: Connection,
  teamId: string,
  actor: Actor,
): Promise<Refusal | undefined> {
  const mayGoOn = actor.type !== 'key' || (await isKeyActive(connection, teamId, actor.id));
  return mayGoOn ? undefined : revoked;
}
