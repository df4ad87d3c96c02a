/** All users of the installation, for operators. Never reads a password's hash. */
import type { OperatorRole } from '../../lib/operator-role.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import type { Connection, Database } from './database.ts';
import { operatorRoleOf } from './operator-roles.ts';
import { isValidSession } from './sessions.ts';

export interface ListedUser {
  readonly id: string;
  readonly email: string;
  readonly operatorRole: OperatorRole | null;
  readonly createdAt: Date;
  /** Null if it was longer ago than sessions are kept. */
  readonly lastSignedInAt: Date | null;
  readonly openSessions: number;
  readonly hasSecondFactor: boolean;
  /** The first teams by name. */
  readonly teams: readonly { readonly id: string; readonly name: string; readonly role: TeamRole }[];
  readonly teamCount: number;
}

export interface UserFilter {
  /** A part of the address. */
  readonly search?: string | undefined;
  readonly id?: string | undefined;
}

export interface UserPage {
  readonly limit: number;
  /** The address of the last user of the page before. */
  readonly after: string | undefined;
}

/** More than fit in a row of a list. */
const maxTeamsShown = 10;

/** By address, which is unique. Sessions and teams are read only for the users on the page. */
export async function listUsers(
  db: Database,
  { search, id }: UserFilter,
  { limit, after }: UserPage,
): Promise<ListedUser[]> {
  const { rows } = await db.query<ListedUser>(
    `SELECT u.*,
            (SELECT max(s.created_at) FROM sessions s WHERE s.user_id = u.id) AS "lastSignedInAt",
            (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id AND ${isValidSession}) AS "openSessions",
            EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasSecondFactor",
            (SELECT count(*)::int FROM team_members m WHERE m.user_id = u.id) AS "teamCount",
            ARRAY(SELECT json_build_object('id', t.id, 'name', t.name, 'role', m.role)
                    FROM team_members m JOIN teams t ON t.id = m.team_id
                   WHERE m.user_id = u.id ORDER BY lower(t.name), t.id LIMIT ${maxTeamsShown}) AS teams
       FROM (SELECT id, email, ${operatorRoleOf('users')} AS "operatorRole", created_at AS "createdAt" FROM users
              WHERE ($1::text IS NULL OR strpos(email, lower($1)) > 0) AND ($2::uuid IS NULL OR id = $2)
                AND ($3::text IS NULL OR email > $3)
              ORDER BY email LIMIT $4) AS u
      ORDER BY u.email`,
    [search, id, after, limit],
  );
  return rows;
}

/**
 * The address of a user; undefined if there is none with this ID. The user cannot be deleted until the transaction ends.
 * Whoever also locks a team locks it first, as an erasure does.
 */
export async function lockUser(connection: Connection, id: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ email: string }>(
    'SELECT email FROM users WHERE id = $1 FOR KEY SHARE',
    [id],
  );
  return rows[0]?.email;
}
