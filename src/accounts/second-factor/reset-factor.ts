/** Removes the second factor of somebody who lost it. */
import type { Actor } from '../../lib/actor.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { deleteFactor } from '../../store/postgres/second-factors.ts';
import { endSessions } from '../../store/postgres/sessions.ts';
import { findUserByEmail, lockPassword } from '../../store/postgres/users.ts';
import { recordInTeamsOf } from '../users/users.ts';

/** Call it in the transaction in which the user chooses a new password: the old one alone must open nothing. */
export async function removeFactor(
  connection: Connection,
  user: { readonly id: string; readonly email: string },
  actor: Actor,
): Promise<boolean> {
  const { id, email } = user;
  const wasOn = await deleteFactor(connection, id);
  if (wasOn) await recordInTeamsOf(connection, actor, id, 'user.second_factor_removed', id, { email });
  return wasOn;
}

/** For an operator on the server. Ends all sessions. Undefined if the user does not exist. */
export function resetFactor(
  db: Database,
  email: string,
  actor: Actor,
): Promise<{ id: string; email: string; hadSecondFactor: boolean } | undefined> {
  return inTransaction(db, async (connection) => {
    await lockPassword(connection, email);
    const user = await findUserByEmail(connection, email);
    if (user === undefined) return undefined;
    const hadSecondFactor = await removeFactor(connection, user, actor);
    await endSessions(connection, user.id);
    return { id: user.id, email, hadSecondFactor };
  });
}
