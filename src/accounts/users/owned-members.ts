import type { Connection, Database } from '../../store/postgres/database.ts';
import { listMembersOwnedBy } from '../../store/postgres/users.ts';
import type { Session } from './sessions.ts';

/**
 * Which members of the team are the asker's to look after. A password and a session open all teams of their user, so an
 * owner of only some of them may touch neither; an operator may.
 */
export async function membersOwnedBy(
  db: Database | Connection,
  teamId: string,
  { userId, isOperator }: Session,
): Promise<(memberId: string) => boolean> {
  if (isOperator) return () => true;
  const owned = await listMembersOwnedBy(db, teamId, userId);
  return (memberId) => owned.has(memberId);
}
