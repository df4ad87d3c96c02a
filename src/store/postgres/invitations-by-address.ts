/** Invitations that a person accepts by signing in with the address that they were made for, without their link. */
import type { TeamRole } from '../../lib/team-role.ts';
import { isLinkUsable, isUsable, markLinkUsed } from './access-links.ts';
import type { Connection } from './database.ts';

export interface OpenInvitation {
  id: string;
  teamId: string;
  role: TeamRole;
}

export async function listInvitationsFor(connection: Connection, email: string): Promise<OpenInvitation[]> {
  const { rows } = await connection.query<OpenInvitation>(
    `SELECT l.id, l.team_id AS "teamId", l.role FROM access_links l
      WHERE l.email = $1 AND l.kind = 'invitation' AND ${isUsable} ORDER BY l.id LIMIT 100`,
    [email],
  );
  return rows;
}

/** Call it under the locks of the team and of the links. Returns whether the user is new in the team. */
export async function acceptInvitation(
  connection: Connection,
  { id, teamId, role }: OpenInvitation,
  userId: string,
): Promise<boolean> {
  if (!(await isLinkUsable(connection, id))) return false;
  await markLinkUsed(connection, id);
  const { rowCount } = await connection.query(
    'INSERT INTO team_members (team_id, user_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [teamId, userId, role],
  );
  return rowCount === 1;
}
