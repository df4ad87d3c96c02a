import type { Queryable } from '../../store/postgres/database.ts';
import { listMembers, listMembersOwnedBy } from '../../store/postgres/users.ts';
import type { Session } from './sessions.ts';

/**
 * Returns which members of the team the given user may manage. A password or a session gives access to all
 * teams of its user, so an owner of only some of those teams may change neither. A full operator may manage everybody, and
 * support everybody but operators; which links support may create is decided where they are made.
 */
export async function membersOwnedBy(
  db: Queryable,
  teamId: string,
  { userId, operatorRole }: Session,
): Promise<(memberId: string) => boolean> {
  if (operatorRole === 'full') return () => true;
  if (operatorRole === 'support') {
    const operators = new Set(
      (await listMembers(db, teamId)).filter((member) => member.operatorRole !== null).map(({ id }) => id),
    );
    return (memberId) => !operators.has(memberId);
  }
  const owned = await listMembersOwnedBy(db, teamId, userId);
  return (memberId) => owned.has(memberId);
}
