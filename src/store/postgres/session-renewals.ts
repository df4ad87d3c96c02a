/** The tokens of sessions that are renewed. Times are compared by the database's clock. */
import type { Connection, Database } from './database.ts';
import { expiresAt, isValidSession } from './sessions.ts';

/** Short, because a copied token works until then. Every page that is open renews it about this often. */
export const tokenSeconds = 5 * 60;

/**
 * Two tabs that renew at once present the same token within moments. A copy of it that is presented later, when the answer
 * is known to have arrived, is in other hands.
 */
const together = "clock_timestamp() - interval '30 seconds'";

/** More than a session of 12 hours has, so that no page can fill the table. */
const maxSpent = 200;

export interface RenewedSession {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly isValid: boolean;
  /**
   * `current`: not presented before. `repeated`: its answer may be lost, or another tab asks. `overtaken`: other tabs
   * have renewed more than once in this moment.
   */
  readonly presented: 'current' | 'repeated' | 'overtaken' | 'reused';
  readonly seed: Buffer | null;
}

/** The ID of the session of a refresh token; undefined if the token was never given out. */
export async function findSessionOfRefresh(db: Database, hash: Buffer): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM sessions WHERE refresh_hash = $1 UNION ALL
     SELECT id FROM sessions WHERE former_refresh_hash = $1 UNION ALL
     SELECT session_id FROM spent_refresh_tokens WHERE hash = $1 LIMIT 1`,
    [hash],
  );
  return rows[0]?.id;
}

/** The session, locked until the transaction ends, and what its refresh token with this hash is by now. */
export async function lockSessionOfRefresh(
  connection: Connection,
  id: string,
  hash: Buffer,
): Promise<RenewedSession | undefined> {
  // Two statements: another renewal may commit while this one waits for the row, and a statement does not see what was
  // inserted after its begin. The token would look as if it were in other hands.
  await connection.query('SELECT 1 FROM sessions WHERE id = $1 FOR UPDATE', [id]);
  const { rows } = await connection.query<RenewedSession>(
    `SELECT s.id, s.user_id AS "userId", u.email, ${isValidSession} AS "isValid", s.refresh_seed AS seed,
            CASE WHEN s.refresh_hash = $2 THEN 'current'
                 WHEN s.former_refresh_hash = $2 AND (NOT s.is_renewal_used OR s.renewed_at > ${together}) THEN 'repeated'
                 WHEN EXISTS (SELECT 1 FROM spent_refresh_tokens WHERE hash = $2 AND spent_at > ${together}) THEN 'overtaken'
                 ELSE 'reused' END AS presented
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`,
    [id, hash],
  );
  return rows[0];
}

export interface TokenHashes {
  readonly token: Buffer;
  readonly refresh: Buffer;
}

export interface Renewal {
  /** Seconds until the token ends. */
  readonly tokenExpiresIn: number;
  readonly expiresAt: Date;
}

/** Replaces both tokens. The previous token works until its own end, for requests that are on their way. */
export async function renewTokens(
  connection: Connection,
  id: string,
  { token, refresh }: TokenHashes,
  seed: Buffer,
): Promise<Renewal> {
  await connection.query(
    `INSERT INTO spent_refresh_tokens (hash, session_id)
     SELECT former_refresh_hash, id FROM sessions WHERE id = $1 AND former_refresh_hash IS NOT NULL`,
    [id],
  );
  await connection.query(
    `DELETE FROM spent_refresh_tokens WHERE hash IN (SELECT hash FROM spent_refresh_tokens
      WHERE session_id = $1 ORDER BY spent_at DESC, hash OFFSET ${maxSpent})`,
    [id],
  );
  const { rows } = await connection.query<Pick<Renewal, 'expiresAt'>>(
    `UPDATE sessions AS s SET former_token_hash = token_hash, former_token_expires_at = token_expires_at,
            former_refresh_hash = refresh_hash, token_hash = $2, refresh_hash = $3, refresh_seed = $4,
            token_expires_at = clock_timestamp() + interval '${tokenSeconds} seconds',
            renewed_at = clock_timestamp(), is_renewal_used = false, last_seen_at = now()
      WHERE id = $1 RETURNING ${expiresAt}`,
    [id, token, refresh, seed],
  );
  return { ...lockedRow(rows), tokenExpiresIn: tokenSeconds };
}

/** A token that nobody has used begins anew: its answer was lost. */
export async function repeatRenewal(connection: Connection, id: string): Promise<Renewal> {
  const { rows } = await connection.query<Renewal>(
    `UPDATE sessions AS s SET last_seen_at = now(), token_expires_at = CASE WHEN is_renewal_used THEN token_expires_at
              ELSE clock_timestamp() + interval '${tokenSeconds} seconds' END
      WHERE id = $1
      RETURNING floor(extract(epoch FROM token_expires_at - clock_timestamp()))::int AS "tokenExpiresIn", ${expiresAt}`,
    [id],
  );
  return lockedRow(rows);
}

function lockedRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('a locked session returned no row');
  return row;
}
