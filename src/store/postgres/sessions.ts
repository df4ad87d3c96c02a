/** Sessions of the console, found by the hash of their token and checked by the database's clock. */
import type { Connection, Database } from './database.ts';

export interface SessionRow {
  id: string;
  address: string;
  browser: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

export interface SessionOfUser {
  id: string;
  userId: string;
  email: string;
  isOperator: boolean;
  expiresAt: Date;
}

/** `s` is the table `sessions`. */
export const isValidSession = `(s.ended_at IS NULL AND s.last_seen_at > now() - interval '30 minutes'
  AND s.created_at > now() - interval '12 hours')`;
const expiresAt = `least(s.last_seen_at + interval '30 minutes', s.created_at + interval '12 hours') AS "expiresAt"`;

/** More browsers than any user has: scripts that sign in and never sign out would make the list endless. */
const maxPerUser = 100;

/** Also ends the user's oldest sessions beyond the limit. */
export async function insertSession(
  connection: Connection,
  session: { id: string; userId: string; tokenHash: Buffer; address: string; browser: string },
): Promise<Date> {
  const { rows } = await connection.query<{ expiresAt: Date }>(
    `INSERT INTO sessions AS s (id, user_id, token_hash, address, browser) VALUES ($1, $2, $3, $4, $5)
     RETURNING ${expiresAt}`,
    [session.id, session.userId, session.tokenHash, session.address, session.browser],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an inserted session returned no row');
  await connection.query(
    `UPDATE sessions SET ended_at = now() WHERE id IN
       (SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL ORDER BY id DESC OFFSET ${maxPerUser})`,
    [session.userId],
  );
  return row.expiresAt;
}

/** Returns the session of a token if it is still valid. Using a session keeps it from becoming idle. */
export async function useSession(db: Database, tokenHash: Buffer): Promise<SessionOfUser | undefined> {
  const { rows } = await db.query<SessionOfUser & { isStale: boolean }>(
    `SELECT s.id, s.user_id AS "userId", u.email, u.is_operator AS "isOperator", ${expiresAt},
            s.last_seen_at < now() - interval '30 seconds' AS "isStale"
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1 AND ${isValidSession}`,
    [tokenHash],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { isStale, ...session } = row;
  // Not on every request: a page sends several at once, and each would update the same row.
  if (isStale) {
    await db.query('UPDATE sessions SET last_seen_at = now() WHERE id = $1 AND ended_at IS NULL', [row.id]);
  }
  return session;
}

export async function listSessions(db: Database, userId: string): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `SELECT s.id, s.address, s.browser, s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", ${expiresAt}
       FROM sessions s WHERE s.user_id = $1 AND ${isValidSession} ORDER BY s.id DESC`,
    [userId],
  );
  return rows;
}

export interface TeamSessionRow extends SessionRow {
  userId: string;
  email: string;
}

/** Valid sessions of a team's members, most recently seen first. */
export async function listSessionsOfTeam(
  db: Database,
  teamId: string,
  limit: number,
): Promise<TeamSessionRow[]> {
  const { rows } = await db.query<TeamSessionRow>(
    `SELECT s.id, s.address, s.browser, s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", ${expiresAt},
            u.id AS "userId", u.email
       FROM team_members m JOIN users u ON u.id = m.user_id JOIN sessions s ON s.user_id = u.id
      WHERE m.team_id = $1 AND ${isValidSession} ORDER BY s.last_seen_at DESC, s.id DESC LIMIT $2`,
    [teamId, limit],
  );
  return rows;
}

/** Returns the user of the session if it is still valid. */
export async function findUserOfSession(connection: Connection, id: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ userId: string }>(
    `SELECT s.user_id AS "userId" FROM sessions s WHERE s.id = $1 AND ${isValidSession}`,
    [id],
  );
  return rows[0]?.userId;
}

/** Returns whether there was a session to end. */
export async function endSession(connection: Connection, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    'UPDATE sessions SET ended_at = now() WHERE user_id = $1 AND id = $2 AND ended_at IS NULL',
    [userId, id],
  );
  return rowCount === 1;
}

/** Ends all sessions of a user, except the one given as `but`. Returns how many of them were still valid. */
export async function endSessions(connection: Connection, userId: string, but?: string): Promise<number> {
  const { rows } = await connection.query<{ valid: number }>(
    `WITH before AS (SELECT s.id, ${isValidSession} AS "isValid" FROM sessions s WHERE s.user_id = $1),
          ended AS (UPDATE sessions SET ended_at = now()
                     WHERE user_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $2 RETURNING id)
     SELECT count(*)::int AS valid FROM ended JOIN before ON before.id = ended.id AND before."isValid"`,
    [userId, but],
  );
  return rows[0]?.valid ?? 0;
}

/** Old sessions are not needed, because the audit log records them. */
export async function forgetOldSessions(db: Database): Promise<void> {
  await db.query("DELETE FROM sessions WHERE created_at < now() - interval '30 days'");
}
