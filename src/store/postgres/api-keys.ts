import type { TeamLimits } from '../../lib/team-limits.ts';
import { type Database, inTransaction } from './database.ts';
import { limitColumns } from './team-limits.ts';

export interface KeyRow {
  id: string;
  teamId: string;
  hash: Buffer;
  name: string;
  mode: string;
  scopes: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

const keyColumns = `id, team_id AS "teamId", key_hash AS hash, name, mode, scopes,
  created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

export async function insertKey(
  db: Database,
  key: Pick<KeyRow, 'id' | 'teamId' | 'hash' | 'name' | 'mode' | 'scopes'>,
): Promise<KeyRow> {
  const { rows } = await db.query<KeyRow>(
    `INSERT INTO api_keys (id, team_id, key_hash, name, mode, scopes)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${keyColumns}`,
    [key.id, key.teamId, key.hash, key.name, key.mode, key.scopes],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an inserted key returned no row');
  return row;
}

/**
 * What a request needs to know of its key and its team's limits; one probe of a unique index each, whatever
 * the number of keys.
 */
export type KeyOnRequest = Pick<KeyRow, 'id' | 'teamId' | 'mode' | 'scopes' | 'revokedAt'> &
  TeamLimits & { engines: string[] | null; isCached: boolean };

export async function findKeyByHash(db: Database, hash: Buffer): Promise<KeyOnRequest | undefined> {
  const { rows } = await db.query<KeyOnRequest>({
    name: 'find-key-by-hash',
    text: `SELECT k.id, k.team_id AS "teamId", k.mode, k.scopes, k.revoked_at AS "revokedAt", t.engines, t.is_cached AS "isCached", ${limitColumns}
             FROM api_keys k JOIN teams t ON t.id = k.team_id WHERE k.key_hash = $1`,
    values: [hash],
  });
  return rows[0];
}

export async function listKeys(db: Database, teamId: string): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys WHERE team_id = $1 ORDER BY id`,
    [teamId],
  );
  return rows;
}

/**
 * Revokes a key and returns its row, or undefined when there is no such key. Revoking twice keeps the first
 * time. The team's balance row is locked first, as by every writer of the team: the revocation then stands
 * before or after a charge, never inside one.
 */
export async function revokeKey(db: Database, id: string): Promise<KeyRow | undefined> {
  return inTransaction(db, async (connection) => {
    await connection.query(
      `SELECT 1 FROM team_balances
        WHERE team_id = (SELECT team_id FROM api_keys WHERE id = $1) FOR UPDATE`,
      [id],
    );
    const { rows } = await connection.query<KeyRow>(
      `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING ${keyColumns}`,
      [id],
    );
    return rows[0];
  });
}

/**
 * Notes when keys were last used. Rows that are locked are left for the next round, so that two nodes that
 * note the same keys in another order can't deadlock, and a revocation never waits for this.
 */
export async function noteKeysUsed(
  db: Database,
  ids: readonly string[],
  times: readonly Date[],
): Promise<void> {
  await db.query(
    `WITH used AS (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS u (id, at)),
          free AS (
            SELECT k.id, used.at FROM api_keys k JOIN used ON used.id = k.id
             WHERE k.last_used_at IS NULL OR k.last_used_at < used.at
               FOR NO KEY UPDATE OF k SKIP LOCKED)
     UPDATE api_keys k SET last_used_at = free.at FROM free WHERE k.id = free.id`,
    [ids, times],
  );
}
