/** The limits of single keys. The rules of their budgets are in SQL (migration 0042). */
import type { KeyLimits } from '../../lib/key-limits.ts';
import { lastCharge } from './api-keys.ts';
import type { Connection, Database } from './database.ts';
import { settleStreams } from './streamed-calls.ts';

/** Call it under the team's lock. Returns false if the key has been revoked or has expired: it stays so. */
export async function setKeyLimits(
  connection: Connection,
  teamId: string,
  keyId: string,
  limits: KeyLimits,
): Promise<boolean> {
  const { rows } = await connection.query<{ done: boolean }>(
    'SELECT limit_key($1, $2, $3, $4, $5, $6, $7, $8, $9) AS done',
    [
      teamId,
      keyId,
      limits.expiresAt,
      limits.networks,
      limits.engines,
      limits.languagePairs,
      limits.requestsPerSecond,
      limits.charactersPerMinute,
      limits.monthlyCharacters,
    ],
  );
  return rows[0]?.done ?? false;
}

/** What is left of the key's budget this month; undefined if it has none. */
export async function readKeyAvailable(db: Database, keyId: string): Promise<number | undefined> {
  const { rows } = await db.query<{ available: string }>({
    name: 'read-key-available',
    text: `SELECT greatest(monthly_characters - held - CASE WHEN period < date_trunc('month', now() AT TIME ZONE 'UTC') THEN 0
                                                            ELSE used END, 0) AS available
             FROM key_limits WHERE key_id = $1 AND monthly_characters IS NOT NULL`,
    values: [keyId],
  });
  return rows[0] === undefined ? undefined : Number(rows[0].available);
}

export interface ExpiredKey {
  readonly teamId: string;
  readonly id: string;
}

/** The keys whose time is over and that nobody has revoked yet. */
export async function findExpiredKeys(db: Database, limit: number): Promise<ExpiredKey[]> {
  const { rows } = await db.query<ExpiredKey>(
    `SELECT team_id AS "teamId", key_id AS id FROM key_limits
      WHERE NOT is_over AND expires_at <= statement_timestamp() ORDER BY expires_at LIMIT $1`,
    [limit],
  );
  return rows;
}

/**
 * Call it under the team's lock. The key counts as revoked from its expiry, or from its last charge if that is later: what was sent
 * of a stream before the expiry is charged after it. Returns undefined if the key no longer expires, or was revoked before.
 */
export async function markExpired(
  connection: Connection,
  { teamId, id }: ExpiredKey,
): Promise<{ name: string; hash: Buffer; expiresAt: Date } | undefined> {
  const { rowCount } = await connection.query(
    'UPDATE key_limits SET is_over = true WHERE key_id = $1 AND NOT is_over AND expires_at <= clock_timestamp()',
    [id],
  );
  if (rowCount === 0) return undefined;
  await settleStreams(connection, teamId, id);
  const { rows } = await connection.query<{ name: string; hash: Buffer; expiresAt: Date }>(
    `UPDATE api_keys SET revoked_at = greatest(own.expires_at, ${lastCharge})
       FROM key_limits own WHERE api_keys.id = $1 AND own.key_id = $1 AND revoked_at IS NULL
     RETURNING name, key_hash AS hash, own.expires_at AS "expiresAt"`,
    [id],
  );
  return rows[0];
}
