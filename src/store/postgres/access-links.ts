/**
 * Links to join a team or to choose a new password: found by the hash of their token, valid once, expiring.
 */
import type { TeamRole } from '../../lib/team-role.ts';
import type { Connection, Database } from './database.ts';
import { operatorRoleOf } from './operator-roles.ts';

export type LinkKind = 'invitation' | 'password_reset';

export interface LinkRow {
  id: string;
  teamId: string;
  teamName: string;
  kind: LinkKind;
  email: string;
  role: TeamRole | null;
  /** The user who created the link. */
  madeBy: string;
  /** Whether a new password also removes the second factor. */
  resetsFactor: boolean;
}

export async function insertLink(
  connection: Connection,
  link: Omit<LinkRow, 'teamName'> & { tokenHash: Buffer; hours: number },
): Promise<Date> {
  const { rows } = await connection.query<{ expiresAt: Date }>(
    `INSERT INTO access_links (id, team_id, kind, email, role, made_by, resets_factor, token_hash, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(hours => $9)) RETURNING expires_at AS "expiresAt"`,
    [
      link.id,
      link.teamId,
      link.kind,
      link.email,
      link.role,
      link.madeBy,
      link.resetsFactor,
      link.tokenHash,
      link.hours,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an inserted link returned no row');
  return row.expiresAt;
}

/** Conditions on `person`, the user with the address of the link `l`. */
const ownsATeam = "EXISTS (SELECT 1 FROM team_members o WHERE o.user_id = person.id AND o.role = 'owner')";
/** An owner or support who sets the password of such a person would not be noticed: the person never needs it. */
const signsInElsewhere = 'EXISTS (SELECT 1 FROM user_identities i WHERE i.user_id = person.id)';
const keepsFactor = `NOT l.resets_factor
  AND EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = person.id AND f.confirmed_at IS NOT NULL)`;

/**
 * What support may create gives nobody the rights of an operator or of an owner: whoever opens the link could be support.
 * Invitations are for other roles than owner. A new password is for people who own no team, or who keep a second factor, and who do
 * not sign in with a provider.
 */
const isForSupport = `(l.kind = 'password_reset' OR l.role <> 'owner') AND NOT EXISTS (
  SELECT 1 FROM users person WHERE person.email = l.email AND (${operatorRoleOf('person')} IS NOT NULL
    OR (l.kind = 'password_reset' AND (${signsInElsewhere} OR (${ownsATeam} AND NOT (${keepsFactor}))))))`;

/**
 * The maker could create the link again: is a full operator, is an operator for support and the link is not beyond that, or
 * still owns the team, which is not suspended. To reset a password, an owner must also own all teams of the person, who must
 * not be an operator, nor sign in with a provider.
 */
const isBacked = `EXISTS (
  SELECT 1 FROM users maker WHERE maker.id = l.made_by AND (${operatorRoleOf('maker')} = 'full'
    OR (${operatorRoleOf('maker')} = 'support' AND ${isForSupport}) OR (
    EXISTS (SELECT 1 FROM team_members m JOIN team_balances b ON b.team_id = m.team_id
             WHERE m.team_id = l.team_id AND m.user_id = maker.id AND m.role = 'owner' AND b.suspended_at IS NULL)
    AND (l.kind = 'invitation' OR EXISTS (
      SELECT 1 FROM users person JOIN team_members here ON here.user_id = person.id AND here.team_id = l.team_id
       WHERE person.email = l.email AND ${operatorRoleOf('person')} IS NULL AND NOT ${signsInElsewhere} AND NOT EXISTS (
         SELECT 1 FROM team_members other WHERE other.user_id = person.id AND NOT EXISTS (
           SELECT 1 FROM team_members own
            WHERE own.team_id = other.team_id AND own.user_id = maker.id AND own.role = 'owner')))))))`;
/** By somebody whose rights do not come from the team. */
const isMadeByOperator = `coalesce(${operatorRoleOf('maker')} IN ('full', 'support'), false)`;
const isOpen = 'l.used_at IS NULL AND l.expires_at > now()';
/** `l` is the table `access_links`. */
export const isUsable = `${isOpen} AND ${isBacked}`;

export async function findLink(db: Database, tokenHash: Buffer): Promise<LinkRow | undefined> {
  const { rows } = await db.query<LinkRow>(
    `SELECT l.id, l.team_id AS "teamId", t.name AS "teamName", l.kind, l.email, l.role, l.made_by AS "madeBy",
            l.resets_factor AS "resetsFactor"
       FROM access_links l JOIN teams t ON t.id = l.team_id WHERE l.token_hash = $1 AND ${isUsable}`,
    [tokenHash],
  );
  return rows[0];
}

/** Call it, and then `markLinkUsed`, under the lock of `lockLinksOf`: of two concurrent uses only one succeeds. */
export async function isLinkUsable(connection: Connection, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    `SELECT 1 FROM access_links l WHERE l.id = $1 AND ${isUsable}`,
    [id],
  );
  return rowCount === 1;
}

export async function markLinkUsed(connection: Connection, id: string): Promise<void> {
  await connection.query('UPDATE access_links SET used_at = now() WHERE id = $1', [id]);
}

/**
 * Locks the open links for an address and those that its user created, in the order of their IDs. Whoever ends several
 * links, or uses one and ends others, calls it first: in another order, two of them could wait for each other.
 */
export async function lockLinksOf(connection: Connection, email: string, userId?: string): Promise<void> {
  await connection.query(
    `SELECT 1 FROM access_links l WHERE (l.email = $1 OR l.made_by = $2) AND ${isOpen} ORDER BY l.id FOR UPDATE`,
    [email, userId],
  );
}

/** Ends the links to a new password of an account. */
export async function endPasswordResets(connection: Connection, email: string): Promise<void> {
  await connection.query(
    `UPDATE access_links l SET used_at = now() WHERE l.email = $1 AND l.kind = 'password_reset' AND ${isOpen}`,
    [email],
  );
}

/** Ends the links that a user created, in one team or in all. They stay ended if the user gets the same role again. */
export async function endLinksMadeBy(connection: Connection, userId: string, teamId?: string): Promise<void> {
  await connection.query(
    `WITH locked AS (SELECT l.id FROM access_links l WHERE l.made_by = $1 AND ($2::uuid IS NULL OR l.team_id = $2)
                        AND ${isOpen} ORDER BY l.id FOR UPDATE)
     UPDATE access_links l SET used_at = now() FROM locked WHERE l.id = locked.id`,
    [userId, teamId],
  );
}

/**
 * Ends the links by and for a user whose role as an operator has changed, if their maker could not create them now. They stay
 * ended if the role comes back. Call it under the lock of `lockLinksOf`.
 */
export async function endLinksBeyondRole(
  connection: Connection,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  await connection.query(
    `UPDATE access_links l SET used_at = now() WHERE (l.made_by = $1 OR l.email = $2) AND ${isOpen} AND NOT ${isBacked}`,
    [id, email],
  );
}

/** Forgets a link that its maker may not create. */
export async function deleteLink(connection: Connection, id: string): Promise<void> {
  await connection.query('DELETE FROM access_links WHERE id = $1', [id]);
}

/**
 * Ends the links of a team for somebody who leaves it: an invitation that was not used would be the way back. A link to
 * a new password stays if an operator created it.
 */
export async function endLinksFor(connection: Connection, teamId: string, email: string): Promise<void> {
  await connection.query(
    `WITH locked AS (SELECT l.id FROM access_links l LEFT JOIN users maker ON maker.id = l.made_by
                      WHERE l.team_id = $1 AND l.email = $2 AND ${isOpen}
                        AND (l.kind = 'invitation' OR NOT ${isMadeByOperator}) ORDER BY l.id FOR UPDATE OF l)
     UPDATE access_links l SET used_at = now() FROM locked WHERE l.id = locked.id`,
    [teamId, email],
  );
}

/** Ends the links of a team that is suspended, except those of operators, who may change it nevertheless. */
export async function endLinksOfTeam(connection: Connection, teamId: string): Promise<void> {
  await connection.query(
    `WITH locked AS (SELECT l.id FROM access_links l LEFT JOIN users maker ON maker.id = l.made_by
                      WHERE l.team_id = $1 AND ${isOpen} AND NOT ${isMadeByOperator} ORDER BY l.id FOR UPDATE OF l)
     UPDATE access_links l SET used_at = now() FROM locked WHERE l.id = locked.id`,
    [teamId],
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
