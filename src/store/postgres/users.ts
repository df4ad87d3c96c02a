/** Users of the console, and the teams they belong to. */
import type { OperatorRole } from '../../lib/operator-role.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import type { Connection, Database, Queryable } from './database.ts';
import { operatorRoleOf } from './operator-roles.ts';
import type { SuspensionRow } from './suspensions.ts';

export interface UserRow {
  id: string;
  email: string;
  passwordHash: string;
  operatorRole: OperatorRole | null;
  createdAt: Date;
}

const userColumns = `u.id, u.email, u.password_hash AS "passwordHash", ${operatorRoleOf('u')} AS "operatorRole",
  u.created_at AS "createdAt"`;

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>(`SELECT ${userColumns} FROM users u WHERE u.email = $1`, [email]);
  return rows[0];
}

/** Returns undefined if there is already a user with this address. `isOperator`: with all rights. */
export async function insertUser(
  connection: Connection,
  user: Pick<UserRow, 'id' | 'email' | 'passwordHash'> & { readonly isOperator: boolean },
): Promise<UserRow | undefined> {
  const { rows } = await connection.query<UserRow>(
    `INSERT INTO users AS u (id, email, password_hash, is_operator) VALUES ($1, $2, $3, $4)
     ON CONFLICT (email) DO NOTHING RETURNING ${userColumns}`,
    [user.id, user.email, user.passwordHash, user.isOperator],
  );
  return rows[0];
}

/**
 * The hash of the user's password, which cannot change until the transaction ends. Whoever checked a password before the
 * transaction compares: nobody gets in with a password in the moment in which it is replaced.
 */
export async function lockPassword(connection: Connection, email: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM users WHERE email = $1 FOR NO KEY UPDATE',
    [email],
  );
  return rows[0]?.hash;
}

export async function setPasswordHash(connection: Connection, id: string, hash: string): Promise<void> {
  await connection.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, hash]);
}

export interface UserTeam {
  id: string;
  name: string;
  role: TeamRole;
  suspension: SuspensionRow | null;
}

/** `suspension` of a team; `b` is the table `team_balances`. */
const suspensionColumn = `CASE WHEN b.suspended_at IS NOT NULL
  THEN json_build_object('suspendedAt', b.suspended_at, 'reason', b.suspension_reason) END AS suspension`;

// In JSON from Postgres a time is text.
function withTime<T extends Pick<UserTeam, 'suspension'>>(row: T): T {
  const { suspension } = row;
  if (suspension === null) return row;
  return { ...row, suspension: { ...suspension, suspendedAt: new Date(suspension.suspendedAt) } };
}

/** The teams of a user, by name. */
export async function listTeamsOfUser(db: Queryable, userId: string): Promise<UserTeam[]> {
  const { rows } = await db.query<UserTeam>(
    `SELECT t.id, t.name, m.role, ${suspensionColumn}
       FROM team_members m JOIN teams t ON t.id = m.team_id JOIN team_balances b ON b.team_id = t.id
      WHERE m.user_id = $1 ORDER BY lower(t.name), t.id`,
    [userId],
  );
  return rows.map(withTime);
}

/** For operators, who may enter every team. */
export async function listTeamsByName(db: Database, limit: number): Promise<Omit<UserTeam, 'role'>[]> {
  const { rows } = await db.query<Omit<UserTeam, 'role'>>(
    `SELECT t.id, t.name, ${suspensionColumn} FROM teams t JOIN team_balances b ON b.team_id = t.id
      ORDER BY lower(t.name), t.id LIMIT $1`,
    [limit],
  );
  return rows.map(withTime);
}

export async function findRole(db: Queryable, teamId: string, userId: string): Promise<TeamRole | undefined> {
  const { rows } = await db.query<{ role: TeamRole }>(
    'SELECT role FROM team_members WHERE team_id = $1 AND user_id = $2',
    [teamId, userId],
  );
  return rows[0]?.role;
}

/** Whether somebody in the team has this address. */
export async function isMemberAddress(db: Queryable, teamId: string, email: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT 1 FROM team_members m JOIN users u ON u.id = m.user_id WHERE m.team_id = $1 AND u.email = $2',
    [teamId, email],
  );
  return rowCount === 1;
}

export interface MemberRow {
  id: string;
  email: string;
  role: TeamRole;
  operatorRole: OperatorRole | null;
  lastSeenAt: Date | null;
  hasSecondFactor: boolean;
}

export async function listMembers(db: Queryable, teamId: string): Promise<MemberRow[]> {
  const { rows } = await db.query<MemberRow>(
    `SELECT u.id, u.email, m.role, ${operatorRoleOf('u')} AS "operatorRole",
            (SELECT max(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id) AS "lastSeenAt",
            EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasSecondFactor"
       FROM team_members m JOIN users u ON u.id = m.user_id
      WHERE m.team_id = $1 ORDER BY u.email`,
    [teamId],
  );
  return rows;
}

/** Members whose teams all belong to the owner, and who are not operators. */
export async function listMembersOwnedBy(
  db: Queryable,
  teamId: string,
  ownerId: string,
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT m.user_id AS id FROM team_members m JOIN users u ON u.id = m.user_id
      WHERE m.team_id = $1 AND ${operatorRoleOf('u')} IS NULL AND NOT EXISTS (
        SELECT 1 FROM team_members other
         WHERE other.user_id = m.user_id AND NOT EXISTS (
           SELECT 1 FROM team_members own
            WHERE own.team_id = other.team_id AND own.user_id = $2 AND own.role = 'owner'))`,
    [teamId, ownerId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Adds the user to the team, or changes the role of an existing member. */
export async function setRole(
  connection: Connection,
  teamId: string,
  userId: string,
  role: TeamRole,
): Promise<void> {
  await connection.query(
    `INSERT INTO team_members (team_id, user_id, role) VALUES ($1, $2, $3)
     ON CONFLICT (team_id, user_id) DO UPDATE SET role = excluded.role`,
    [teamId, userId, role],
  );
}

export async function removeMember(connection: Connection, teamId: string, userId: string): Promise<void> {
  await connection.query('DELETE FROM team_members WHERE team_id = $1 AND user_id = $2', [teamId, userId]);
}
