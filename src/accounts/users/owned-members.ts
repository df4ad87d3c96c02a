import type { Queryable } from '../../store/postgres/database.ts';
import { listMembersOwnedBy } from '../../store/postgres/users.ts';
import type { Session } from './sessions.ts';

/**
 * Returns which members of the team the given user may manage. A password or a session gives access to all
 * teams of its user, so an owner of only some of those teams may change neither; an operator may.
 */
export async function membersOwnedBy(
  db: Queryable,
  teamId: string,
  { userId, isOperator }: Session,
): Promise<(memberId: string) => boolean> {
  if (isOperator) return () => true;
  const owned = await listMembersOwnedBy(db, teamId, userId);
  return (memberId) => owned.has(memberId);
}
