/** Accounts at the provider of single sign-on: the users that they sign in as, and what their groups gave them. */
import type { OperatorRole } from '../../lib/operator-role.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import type { Connection, Database, Queryable } from './database.ts';
import { operatorRoleOf } from './operator-roles.ts';

interface Account {
  readonly issuer: string;
  readonly subject: string;
}

/** From leaving for the provider to the return. */
const timeToSignIn = '10 minutes';

/** A sign-in that has left for the provider, by the hash of the browser's secret. */
export async function insertProviderSignIn(db: Database, hash: Buffer): Promise<void> {
  await db.query('INSERT INTO provider_sign_ins (hash) VALUES ($1)', [hash]);
}

/** Returns false if there is no such sign-in, if it has come back before, or if it took too long. */
export async function takeProviderSignIn(db: Database, hash: Buffer): Promise<boolean> {
  const { rows } = await db.query<{ isInTime: boolean }>(
    `DELETE FROM provider_sign_ins WHERE hash = $1
     RETURNING started_at > now() - interval '${timeToSignIn}' AS "isInTime"`,
    [hash],
  );
  return rows[0]?.isInTime ?? false;
}

export async function forgetOldProviderSignIns(db: Database): Promise<void> {
  await db.query(`DELETE FROM provider_sign_ins WHERE started_at < now() - interval '${timeToSignIn}'`);
}

/** Concurrent sign-ins of one person take turns, so that the first one alone creates the user. */
export async function lockAccount(connection: Connection, { issuer, subject }: Account): Promise<void> {
  await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${issuer} ${subject}`]);
}

/** After the lock of the account, if both are taken. */
export async function lockProviderSession(
  connection: Connection,
  issuer: string,
  providerSession: string,
): Promise<void> {
  const subject = JSON.stringify(['provider session', issuer, providerSession]);
  await connection.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [subject]);
}

export interface IdentifiedUser {
  id: string;
  email: string;
  operatorRole: OperatorRole | null;
  isOperatorFromGroup: boolean;
}

const userColumns = `u.id, u.email, ${operatorRoleOf('u')} AS "operatorRole", u.is_operator_from_group AS "isOperatorFromGroup"`;

export async function findUserOfAccount(
  db: Queryable,
  { issuer, subject }: Account,
): Promise<IdentifiedUser | undefined> {
  const { rows } = await db.query<IdentifiedUser>(
    `SELECT ${userColumns} FROM user_identities i JOIN users u ON u.id = i.user_id
      WHERE i.issuer = $1 AND i.subject = $2`,
    [issuer, subject],
  );
  return rows[0];
}

/** `isTaken`: the user already signs in with another account at this provider. */
export async function findUserForAccount(
  db: Queryable,
  email: string,
  issuer: string,
): Promise<(IdentifiedUser & { isTaken: boolean }) | undefined> {
  const { rows } = await db.query<IdentifiedUser & { isTaken: boolean }>(
    `SELECT ${userColumns},
            EXISTS (SELECT 1 FROM user_identities i WHERE i.user_id = u.id AND i.issuer = $2) AS "isTaken"
       FROM users u WHERE u.email = $1`,
    [email, issuer],
  );
  return rows[0];
}

export async function insertIdentity(
  connection: Connection,
  { issuer, subject }: Account,
  userId: string,
): Promise<void> {
  await connection.query('INSERT INTO user_identities (issuer, subject, user_id) VALUES ($1, $2, $3)', [
    issuer,
    subject,
    userId,
  ]);
}

export interface MembershipRow {
  teamId: string;
  role: TeamRole;
  isFromGroup: boolean;
}

export async function listMemberships(connection: Connection, userId: string): Promise<MembershipRow[]> {
  const { rows } = await connection.query<MembershipRow>(
    `SELECT team_id AS "teamId", role, is_from_group AS "isFromGroup" FROM team_members WHERE user_id = $1`,
    [userId],
  );
  return rows;
}

/**
 * Teams by their id or name, without erased ones. Names are not unique. In a form for which the indexes are used, because a
 * sign-in holds the locks of teams meanwhile.
 */
export async function findTeamsNamed(
  connection: Connection,
  names: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await connection.query<{ id: string; name: string }>(
    `SELECT t.id, t.name FROM teams t JOIN team_balances b ON b.team_id = t.id
      WHERE b.erased_at IS NULL AND (t.id = ANY($2::uuid[])
         OR (lower(t.name) = ANY(ARRAY(SELECT lower(name) FROM unnest($1::text[]) AS name)) AND t.name = ANY($1)))`,
    [names, names.filter(isUuid)],
  );
  return rows;
}

export async function setRoleFromGroup(
  connection: Connection,
  teamId: string,
  userId: string,
  role: TeamRole,
): Promise<void> {
  await connection.query(
    `INSERT INTO team_members (team_id, user_id, role, is_from_group) VALUES ($1, $2, $3, true)
     ON CONFLICT (team_id, user_id) DO UPDATE SET role = excluded.role, is_from_group = true`,
    [teamId, userId, role],
  );
}

/**
 * Ends the sessions that an account at the provider began before the given moment: all of them, or one. Returns those that
 * ended.
 */
export async function endSessionsOfAccount(
  connection: Connection,
  issuer: string,
  { subject, providerSession, at }: { subject?: string; providerSession?: string; at: Date },
): Promise<{ id: string; userId: string; email: string }[]> {
  const { rows } = await connection.query<{ id: string; userId: string; email: string }>(
    `UPDATE sessions s SET ended_at = now() FROM users u
      WHERE u.id = s.user_id AND s.issuer = $1 AND s.ended_at IS NULL AND s.created_at <= $4
        AND ($2::text IS NULL OR s.subject = $2) AND ($3::text IS NULL OR s.provider_session = $3)
     RETURNING s.id, u.id AS "userId", u.email`,
    [issuer, subject, providerSession, at],
  );
  return rows;
}
