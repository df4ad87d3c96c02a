/** Passkeys, and the challenges that they sign. Whoever changes one holds the lock of the user's row (`lockPassword`). */
import type { Connection, Database, Queryable } from './database.ts';

export interface PasskeyRow {
  readonly id: string;
  readonly name: string;
  /** The host of the dashboard for which it was made. */
  readonly host: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface StoredCredential {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

export type Passkey = PasskeyRow & StoredCredential;

const columns = `id, name, host, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;
const credentialColumns = `credential_id AS "credentialId", public_key AS "publicKey", counter::float8 AS counter, transports`;

/** The oldest first. */
export async function listPasskeys(db: Queryable, userId: string): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>(
    `SELECT ${columns}, ${credentialColumns} FROM passkeys WHERE user_id = $1 ORDER BY id`,
    [userId],
  );
  return rows;
}

export async function findPasskey(
  connection: Connection,
  userId: string,
  credentialId: Buffer,
): Promise<Passkey | undefined> {
  const { rows } = await connection.query<Passkey>(
    `SELECT ${columns}, ${credentialColumns} FROM passkeys WHERE user_id = $1 AND credential_id = $2`,
    [userId, credentialId],
  );
  return rows[0];
}

/** Undefined if somebody has this credential already. */
export async function insertPasskey(
  connection: Connection,
  userId: string,
  passkey: StoredCredential & Pick<PasskeyRow, 'id' | 'name' | 'host'>,
): Promise<PasskeyRow | undefined> {
  const { id, name, host, credentialId, publicKey, counter, transports } = passkey;
  const { rows } = await connection.query<PasskeyRow>(
    `INSERT INTO passkeys (id, user_id, name, host, credential_id, public_key, counter, transports)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING RETURNING ${columns}`,
    [id, userId, name, host, credentialId, publicKey, counter, transports],
  );
  return rows[0];
}

export async function hasCredential(connection: Connection, credentialId: Buffer): Promise<boolean> {
  const { rowCount } = await connection.query('SELECT 1 FROM passkeys WHERE credential_id = $1', [
    credentialId,
  ]);
  return rowCount === 1;
}

export async function usePasskey(connection: Connection, id: string, counter: number): Promise<void> {
  await connection.query('UPDATE passkeys SET counter = $2, last_used_at = now() WHERE id = $1', [
    id,
    counter,
  ]);
}

/** Returns the former name; undefined if the user has no such passkey. */
export async function renamePasskey(
  connection: Connection,
  userId: string,
  id: string,
  name: string,
): Promise<string | undefined> {
  const { rows } = await connection.query<{ name: string }>(
    `UPDATE passkeys p SET name = $3 FROM (SELECT id, name FROM passkeys WHERE user_id = $1 AND id = $2) AS before
      WHERE p.id = before.id RETURNING before.name`,
    [userId, id, name],
  );
  return rows[0]?.name;
}

/** Returns its name; undefined if the user has no such passkey. */
export async function deletePasskey(
  connection: Connection,
  userId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await connection.query<{ name: string }>(
    'DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING name',
    [userId, id],
  );
  return rows[0]?.name;
}

export const challengeSeconds = 5 * 60;
const isFresh = `created_at > now() - interval '${challengeSeconds} seconds'`;

export interface Challenge {
  /** Digest of the purpose, and of the session or the sign-in. */
  readonly boundTo: Buffer;
  readonly userId: string;
  readonly hash: Buffer;
}

/** Replaces the one before, so a session or a sign-in never has many. */
export async function writeChallenge(
  connection: Connection,
  { boundTo, userId, hash }: Challenge,
): Promise<void> {
  await connection.query(
    `INSERT INTO passkey_challenges (bound_to, user_id, hash) VALUES ($1, $2, $3)
     ON CONFLICT (bound_to) DO UPDATE SET user_id = excluded.user_id, hash = excluded.hash, created_at = now()`,
    [boundTo, userId, hash],
  );
}

/** Whether it is this one and still fresh. It is used up in any case: there is one answer to a challenge. */
export async function takeChallenge(
  connection: Connection,
  { boundTo, userId, hash }: Challenge,
): Promise<boolean> {
  const { rows } = await connection.query<{ isRight: boolean }>(
    `DELETE FROM passkey_challenges WHERE bound_to = $1 AND user_id = $2 RETURNING hash = $3 AND ${isFresh} AS "isRight"`,
    [boundTo, userId, hash],
  );
  return rows[0]?.isRight === true;
}

export async function deleteChallenges(connection: Connection, userId: string): Promise<void> {
  await connection.query('DELETE FROM passkey_challenges WHERE user_id = $1', [userId]);
}

export async function forgetOldChallenges(db: Database): Promise<void> {
  await db.query(`DELETE FROM passkey_challenges WHERE NOT (${isFresh})`);
}
