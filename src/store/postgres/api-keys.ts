import type { KeyLimits } from '../../lib/key-limits.ts';
import type { Page } from '../../lib/page.ts';
import type { TeamLimits } from '../../lib/team-limits.ts';
import type { Connection, Database, Queryable } from './database.ts';
import { settleStreams } from './streamed-calls.ts';
import { limitColumns } from './team-limits.ts';

export interface KeyRow extends KeyLimits {
  id: string;
  teamId: string;
  hash: Buffer;
  name: string;
  mode: string;
  scopes: string[];
  maxWaitSeconds: number;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** What remains of the budget of this month, less what is held; null without a budget. */
  charactersLeft: number | null;
}

const selectKey = `SELECT k.id, k.team_id AS "teamId", k.key_hash AS hash, k.name, k.mode, k.scopes,
  k.max_wait_seconds AS "maxWaitSeconds", k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt", k.revoked_at AS "revokedAt",
  own.expires_at AS "expiresAt", own.networks, own.engines, own.language_pairs AS "languagePairs",
  own.requests_per_second AS "requestsPerSecond", own.characters_per_minute AS "charactersPerMinute",
  own.monthly_characters::float8 AS "monthlyCharacters",
  CASE WHEN own.monthly_characters IS NOT NULL THEN
    greatest(own.monthly_characters - own.held
             - CASE WHEN own.period < date_trunc('month', now() AT TIME ZONE 'UTC') THEN 0 ELSE own.used END, 0)::float8
  END AS "charactersLeft"
  FROM api_keys k LEFT JOIN key_limits own ON own.key_id = k.id`;

/** A condition on `api_keys`: the key has not expired, by the database's clock. */
const hasNotExpired = `NOT EXISTS (
  SELECT 1 FROM key_limits own WHERE own.key_id = api_keys.id AND own.expires_at <= clock_timestamp())`;

export async function insertKey(
  db: Connection,
  key: Pick<KeyRow, 'id' | 'teamId' | 'hash' | 'name' | 'mode' | 'scopes' | 'maxWaitSeconds'>,
): Promise<void> {
  await db.query(
    // Not now(), the start of the transaction, which may have waited for the team's lock since then.
    `INSERT INTO api_keys (id, team_id, key_hash, name, mode, scopes, max_wait_seconds, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())`,
    [key.id, key.teamId, key.hash, key.name, key.mode, key.scopes, key.maxWaitSeconds],
  );
}

/**
 * What a request needs to know about its key and its team's limits, settings and suspension. Takes one probe
 * of a unique index each, however many keys exist.
 */
export type KeyOnRequest = Pick<
  KeyRow,
  'id' | 'teamId' | 'mode' | 'scopes' | 'maxWaitSeconds' | 'revokedAt'
> &
  TeamLimits & {
    /** The team's. */
    engines: string[] | null;
    isCached: boolean;
    isSuspended: boolean;
    isExpired: boolean;
    /** Null if the key has no limits of its own. */
    own: OwnLimits | null;
  };

/** The limits that a node enforces itself; expiry and budget are up to the database. */
export type OwnLimits = Pick<
  KeyLimits,
  'networks' | 'engines' | 'languagePairs' | 'requestsPerSecond' | 'charactersPerMinute'
> & { readonly hasBudget: boolean };

const selectKeyOnRequest = `SELECT k.id, k.team_id AS "teamId", k.mode, k.scopes,
         k.max_wait_seconds AS "maxWaitSeconds", k.revoked_at AS "revokedAt",
         t.engines, t.is_cached AS "isCached", ${limitColumns}, t.is_suspended AS "isSuspended",
         coalesce(own.expires_at <= clock_timestamp(), false) AS "isExpired",
         CASE WHEN own.key_id IS NOT NULL THEN jsonb_build_object(
           'networks', own.networks, 'engines', own.engines, 'languagePairs', own.language_pairs,
           'requestsPerSecond', own.requests_per_second, 'charactersPerMinute', own.characters_per_minute,
           'hasBudget', own.monthly_characters IS NOT NULL) END AS own
    FROM api_keys k JOIN teams t ON t.id = k.team_id LEFT JOIN key_limits own ON own.key_id = k.id`;

export async function findKeyByHash(db: Database, hash: Buffer): Promise<KeyOnRequest | undefined> {
  const { rows } = await db.query<KeyOnRequest>({
    name: 'find-key-by-hash',
    text: `${selectKeyOnRequest} WHERE k.key_hash = $1`,
    values: [hash],
  });
  return rows[0];
}

export async function findKeyById(db: Database, id: string): Promise<KeyOnRequest | undefined> {
  const { rows } = await db.query<KeyOnRequest>({
    name: 'find-key-by-id',
    text: `${selectKeyOnRequest} WHERE k.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The same for the key that the team's people use on the console, if there is one. */
export async function findPlaygroundKey(db: Queryable, teamId: string): Promise<KeyOnRequest | undefined> {
  const { rows } = await db.query<KeyOnRequest>(
    `${selectKeyOnRequest} JOIN playground_keys p ON p.key_id = k.id WHERE p.team_id = $1`,
    [teamId],
  );
  return rows[0];
}

export async function setPlaygroundKey(connection: Connection, teamId: string, keyId: string): Promise<void> {
  await connection.query(
    `INSERT INTO playground_keys (team_id, key_id) VALUES ($1, $2)
     ON CONFLICT (team_id) DO UPDATE SET key_id = excluded.key_id`,
    [teamId, keyId],
  );
}

export interface KeyFilter {
  readonly isRevoked?: boolean | undefined;
  readonly mode?: string | undefined;
}

/** The team's keys, newest first; all of them if no page is given. */
export async function listKeys(
  db: Database,
  teamId: string,
  filter: KeyFilter = {},
  page?: Page,
): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    `${selectKey}
      WHERE k.team_id = $1
        AND ($2::boolean IS NULL OR (k.revoked_at IS NOT NULL) = $2)
        AND ($3::text IS NULL OR k.mode = $3)
        AND ($4::uuid IS NULL OR k.id < $4)
      ORDER BY k.id DESC LIMIT $5`,
    [teamId, filter.isRevoked, filter.mode, page?.before, page?.limit],
  );
  return rows;
}

export async function findKey(db: Queryable, teamId: string, id: string): Promise<KeyRow | undefined> {
  const { rows } = await db.query<KeyRow>(`${selectKey} WHERE k.team_id = $1 AND k.id = $2`, [teamId, id]);
  return rows[0];
}

/** Call under the team's lock, which prevents keys from being added or revoked concurrently. */
export async function countActiveKeys(connection: Connection, teamId: string): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM api_keys WHERE team_id = $1 AND revoked_at IS NULL',
    [teamId],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Whether the key is active, and stays so until the transaction ends: the row is locked FOR SHARE, so a
 * revocation waits. Do not lock the team's row after this call: a revocation holds that lock, so it would
 * deadlock.
 */
export async function isKeyActive(connection: Connection, teamId: string, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    `SELECT 1 FROM api_keys WHERE team_id = $1 AND id = $2 AND revoked_at IS NULL AND ${hasNotExpired} FOR SHARE`,
    [teamId, id],
  );
  return rowCount === 1;
}

/**
 * Waits for all changes in progress by keys of the team and blocks new ones until the transaction ends,
 * through the same rows as `isKeyActive`. Call only under the team's lock, which prevents keys from being
 * added concurrently.
 */
export async function lockActiveKeys(connection: Connection, teamId: string): Promise<void> {
  await connection.query(
    'SELECT 1 FROM api_keys WHERE team_id = $1 AND revoked_at IS NULL ORDER BY id FOR NO KEY UPDATE',
    [teamId],
  );
}

export async function findTeamOfKey(db: Database, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ teamId: string }>(
    'SELECT team_id AS "teamId" FROM api_keys WHERE id = $1',
    [id],
  );
  return rows[0]?.teamId;
}

export async function isLastActiveKeyWithScope(
  connection: Connection,
  { teamId, id, scopes }: KeyRow,
  scope: string,
): Promise<boolean> {
  if (!scopes.includes(scope)) return false;
  const { rowCount } = await connection.query(
    'SELECT 1 FROM api_keys WHERE team_id = $1 AND id <> $2 AND revoked_at IS NULL AND $3 = ANY (scopes) LIMIT 1',
    [teamId, id, scope],
  );
  return rowCount === 0;
}

export async function updateKey(
  connection: Connection,
  { id, name, maxWaitSeconds }: Pick<KeyRow, 'id' | 'name' | 'maxWaitSeconds'>,
): Promise<void> {
  await connection.query('UPDATE api_keys SET name = $2, max_wait_seconds = $3 WHERE id = $1', [
    id,
    name,
    maxWaitSeconds,
  ]);
}

/**
 * The time of a revocation: now, or the time of the team's latest charge if that is later. A clock that was
 * set back, or the clock of a server that took over, can be behind a call that was already charged; the audit
 * would then report forever that a revoked key was charged. Under the team's lock no charge is in progress,
 * and the latest charges have the latest IDs.
 */
export const lastCharge = `(
  SELECT max(charged_at) FROM (SELECT charged_at FROM calls WHERE team_id = api_keys.team_id ORDER BY id DESC LIMIT 1000) AS latest)`;
export const revocationTime = `greatest(clock_timestamp(), ${lastCharge})`;

/** Call only under the team's lock, like every change of a team's keys: see `lockTeam`. */
export async function markRevoked(connection: Connection, teamId: string, id: string): Promise<Date> {
  await settleStreams(connection, teamId, id);
  const { rows } = await connection.query<{ at: Date }>(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${revocationTime}) WHERE id = $1 RETURNING revoked_at AS at`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a key that was just read is gone');
  return row.at;
}

/**
 * Records when keys were last used. Locked rows are skipped until the next round, so that two nodes that
 * update the same keys in a different order cannot deadlock, and a revocation never waits for this.
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
