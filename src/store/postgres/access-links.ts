/** Links to join a team or to choose a new password: found by the hash of their token, good once, for a while. */
import type { TeamRole } from '../../lib/team-role.ts';
import type { Connection, Database } from './database.ts';

export type LinkKind = 'invitation' | 'password_reset';

export interface LinkRow {
  id: string;
  teamId: string;
  teamName: string;
  kind: LinkKind;
  email: string;
  role: TeamRole | null;
}

export async function insertLink(
  connection: Connection,
  link: Omit<LinkRow, 'teamName'> & { tokenHash: Buffer; hours: number },
): Promise<Date> {
  const { rows } = await connection.query<{ expiresAt: Date }>(
    `INSERT INTO access_links (id, team_id, kind, email, role, token_hash, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7)) RETURNING expires_at AS "expiresAt"`,
    [link.id, link.teamId, link.kind, link.email, link.role, link.tokenHash, link.hours],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an inserted link returned no row');
  return row.expiresAt;
}

const isGood = 'l.used_at IS NULL AND l.expires_at > now()';

export async function findLink(db: Database, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const { rows } = await db.query<LinkRow>(
    `SELECT l.id, l.team_id AS "teamId", t.name AS "teamName", l.kind, l.email, l.role
       FROM access_links l JOIN teams t ON t.id = l.team_id WHERE l.token_hash = $1 AND ${isGood}`,
    [tokenHash],
  );
  return rows[0];
}

/** False when the link was used in the meantime: of two who use it at once, one does. */
export async function markLinkUsed(connection: Connection, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    `UPDATE access_links l SET used_at = now() WHERE l.id = $1 AND ${isGood}`,
    [id],
  );
  return rowCount === 1;
}

/** Ends what was handed out for a user before: nobody's link may outlive what its maker had a right to. */
export async function endPasswordResets(connection: Connection, email: string): Promise<void> {
  await connection.query(
    `UPDATE access_links l SET used_at = now() WHERE l.email = $1 AND l.kind = 'password_reset' AND ${isGood}`,
    [email],
  );
}

export interface InvitationRow {
  id: string;
  email: string;
  role: TeamRole;
  createdAt: Date;
  expiresAt: Date;
}

/** Invitations that can still be accepted, the newest first. */
export async function listOpenInvitations(db: Database, teamId: string): Promise<InvitationRow[]> {
  const { rows } = await db.query<InvitationRow>(
    `SELECT l.id, l.email, l.role, l.created_at AS "createdAt", l.expires_at AS "expiresAt" FROM access_links l
      WHERE l.team_id = $1 AND l.kind = 'invitation' AND ${isGood} ORDER BY l.id DESC`,
    [teamId],
  );
  return rows;
}

/** The invitation that can not be accepted any more; undefined when there was none to end. */
export async function endInvitation(
  connection: Connection,
  teamId: string,
  id: string,
): Promise<Pick<InvitationRow, 'email' | 'role'> | undefined> {
  const { rows } = await connection.query<Pick<InvitationRow, 'email' | 'role'>>(
    `UPDATE access_links l SET used_at = now()
      WHERE l.team_id = $1 AND l.id = $2 AND l.kind = 'invitation' AND ${isGood} RETURNING l.email, l.role`,
    [teamId, id],
  );
  return rows[0];
}

/** Links are of no use once they are over. So the table stays as small as a month's links, and needs no more indexes. */
export async function forgetOldLinks(db: Database): Promise<void> {
  await db.query("DELETE FROM access_links WHERE expires_at < now() - interval '30 days'");
}
