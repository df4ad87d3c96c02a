/** Sessions of the console, found by the hash of their token and checked by the database's clock. */
import type { OperatorRole } from '../../lib/operator-role.ts';
import type { Connection, Database } from './database.ts';
import { operatorRoleOf } from './operator-roles.ts';

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
  /** Null: the user is no operator. */
  operatorRole: OperatorRole | null;
  /** Null: the session began with a password. */
  issuer: string | null;
  expiresAt: Date;
  /** Whether the user has a second factor. */
  hasFactor: boolean;
  /** Whether an authenticator app, or passkeys, or both, are part of it. */
  hasApp: boolean;
  hasPasskeys: boolean;
  /** Whether the user proved a short time ago who they are, or the provider vouches for them. */
  isProven: boolean;
}

/** `s` is the table `sessions`. */
export const isValidSession = `(s.ended_at IS NULL AND s.last_seen_at > now() - interval '30 minutes'
  AND s.created_at > now() - interval '12 hours')`;
export const expiresAt = `least(s.last_seen_at + interval '30 minutes', s.created_at + interval '12 hours') AS "expiresAt"`;

/**
 * Whether the session of somebody with a second factor began with it, or went on when it was turned on. One that began on a
 * node of a version that asks for no factor did not, and is worth nothing here.
 */
const hasGivenFactor = `(s.issuer IS NOT NULL OR s.proven_at IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = s.user_id AND f.confirmed_at IS NOT NULL))`;

/** Who vouched for the user, if that was not a password. */
export interface ProviderOfSession {
  readonly issuer: string;
  readonly subject: string;
  readonly providerSession: string | undefined;
}

/** More browsers than any user has: scripts that sign in and never sign out would make the list endless. */
const maxPerUser = 100;

/** Also ends the user's oldest sessions beyond the limit. */
export async function insertSession(
  connection: Connection,
  session: {
    id: string;
    userId: string;
    tokenHash: Buffer;
    /** Undefined: the token lasts as long as the session. */
    renewal: { refreshHash: Buffer; tokenSeconds: number } | undefined;
    address: string;
    browser: string;
    provider?: ProviderOfSession | undefined;
    /** The user gave a second factor. */
    hasGivenFactor?: boolean;
  },
): Promise<Date> {
  const { renewal, provider, hasGivenFactor: isProven = false } = session;
  const { rows } = await connection.query<{ expiresAt: Date }>(
    `INSERT INTO sessions AS s (id, user_id, token_hash, address, browser, refresh_hash, token_expires_at, issuer, subject,
                                provider_session, proven_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8, $9, $10, CASE WHEN $11 THEN now() END)
     RETURNING ${expiresAt}`,
    [
      session.id,
      session.userId,
      session.tokenHash,
      session.address,
      session.browser,
      renewal?.refreshHash,
      renewal?.tokenSeconds,
      provider?.issuer,
      provider?.subject,
      provider?.providerSession,
      isProven,
    ],
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

/** Long enough for a few changes in a row. */
const provenMinutes = 10;

const columns = `s.id, s.user_id AS "userId", u.email, ${operatorRoleOf('u')} AS "operatorRole", s.issuer, ${expiresAt},
  EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasFactor",
  EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL
                                           AND num_nonnulls(f.wrapped, f.plain) > 0) AS "hasApp",
  EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id) AS "hasPasskeys",
  (s.issuer IS NOT NULL OR coalesce(s.proven_at, s.created_at) > now() - interval '${provenMinutes} minutes') AS "isProven"`;

/** Returns the session of a token if it is still valid. Using a session keeps it from becoming idle. */
export async function useSession(db: Database, tokenHash: Buffer): Promise<SessionOfUser | undefined> {
  const { rows } = await db.query<SessionOfUser & { isStale: boolean }>(
    `SELECT ${columns}, s.last_seen_at < now() - interval '30 seconds'
              OR (s.token_hash = $1 AND s.refresh_hash IS NOT NULL AND NOT s.is_renewal_used) AS "isStale"
       FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE ((s.token_hash = $1 AND (s.token_expires_at IS NULL OR s.token_expires_at > now()))
             OR (s.former_token_hash = $1 AND s.former_token_expires_at > now()))
        AND ${isValidSession} AND ${hasGivenFactor}`,
    [tokenHash],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { isStale, ...session } = row;
  // Not on every request: a page sends several at once, and each would update the same row.
  if (isStale) {
    await db.query(
      `UPDATE sessions SET last_seen_at = now(), is_renewal_used = is_renewal_used OR token_hash = $2
        WHERE id = $1 AND ended_at IS NULL`,
      [row.id, tokenHash],
    );
  }
  return session;
}

/** The session with this ID if it is still valid, whichever tokens it has by now. */
export async function readSession(db: Database, id: string): Promise<SessionOfUser | undefined> {
  const { rows } = await db.query<SessionOfUser>(
    `SELECT ${columns} FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = $1 AND ${isValidSession} AND ${hasGivenFactor}`,
    [id],
  );
  return rows[0];
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

/** The user has proven again who they are. */
export async function proveSession(connection: Connection, id: string): Promise<void> {
  await connection.query('UPDATE sessions SET proven_at = now() WHERE id = $1', [id]);
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
