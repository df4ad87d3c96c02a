/**
 * Links to join a team or to choose a new password: found by the hash of their token, valid once, expiring.
 */
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

const isUsable = 'l.used_at IS NULL AND l.expires_at > now()';

export async function findLink(db: Database, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const { rows } = await db.query<LinkRow>(
    `SELECT l.id, l.team_id AS "teamId", t.name AS "teamName", l.kind, l.email, l.role
       FROM access_links l JOIN teams t ON t.id = l.team_id WHERE l.token_hash = $1 AND ${isUsable}`,
    [tokenHash],
  );
  return rows[0];
}

/** Returns false when the link was already used: of two concurrent uses only one succeeds. */
export async function markLinkUsed(connection: Connection, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    `UPDATE access_links l SET used_at = now() WHERE l.id = $1 AND ${isUsable}`,
    [id],
  );
  return rowCount === 1;
}

/**
 * Invalidates a user's earlier links: a link must not outlive the permissions of the person who created it.
 */
export async function endPasswordResets(connection: Connection, email: string): Promise<void> {
  await connection.query(
    `UPDATE access_links l SET used_at = now() WHERE l.email = $1 AND l.kind = 'password_reset' AND ${isUsable}`,
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

/** Invitations that can still be accepted, newest first. */
export async function listOpenInvitations(db: Database, teamId: string): Promise<InvitationRow[]> {
  const { rows } = await db.query<InvitationRow>(
    `SELECT l.id, l.email, l.role, l.created_at AS "createdAt", l.expires_at AS "expiresAt" FROM access_links l
      WHERE l.team_id = $1 AND l.kind = 'invitation' AND ${isUsable} ORDER BY l.id DESC`,
    [teamId],
  );
  return rows;
}

/** Ends an invitation and returns it; undefined when there is no open invitation with this ID. */
export async function endInvitation(
  connection: Connection,
  teamId: string,
  id: string,
): Promise<Pick<InvitationRow, 'email' | 'role'> | undefined> {
  const { rows } = await connection.query<Pick<InvitationRow, 'email' | 'role'>>(
    `UPDATE access_links l SET used_at = now()
      WHERE l.team_id = $1 AND l.id = $2 AND l.kind = 'invitation' AND ${isUsable} RETURNING l.email, l.role`,
    [teamId, id],
  );
  return rows[0];
}

/** Keeps the table as small as a month's links, so that it needs no more indexes. */
export async function forgetOldLinks(db: Database): Promise<void> {
  await db.query("DELETE FROM access_links WHERE expires_at < now() - interval '30 days'");
}
