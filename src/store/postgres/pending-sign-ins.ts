/** Sign-ins that wait for the second factor: found by the hash of their token, for five minutes and five codes. */
import type { OperatorRole } from '../../lib/operator-role.ts';
import type { Connection, Database } from './database.ts';
import { operatorRoleOf } from './operator-roles.ts';

export const pendingSeconds = 5 * 60;
export const maxPendingTries = 5;

const isOpen = `p.tries < ${maxPendingTries} AND p.created_at > now() - interval '${pendingSeconds} seconds'`;

export interface PendingSignIn {
  readonly hash: Buffer;
  readonly userId: string;
  readonly passwordDigest: Buffer;
}

/** What the person may answer besides a recovery code. */
export interface FactorKinds {
  readonly hasApp: boolean;
  readonly hasPasskeys: boolean;
}

/** Returns undefined if the user has no second factor. Also deletes the user's old ones. */
export async function insertPending(
  connection: Connection,
  pending: PendingSignIn,
): Promise<FactorKinds | undefined> {
  const { hash, userId, passwordDigest } = pending;
  const { rows } = await connection.query<FactorKinds>(
    `WITH factor AS (SELECT user_id, num_nonnulls(wrapped, plain) > 0 AS "hasApp" FROM second_factors
                      WHERE user_id = $2 AND confirmed_at IS NOT NULL),
          waiting AS (INSERT INTO pending_sign_ins (hash, user_id, password_digest) SELECT $1, user_id, $3 FROM factor)
     SELECT "hasApp", EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = $2) AS "hasPasskeys" FROM factor`,
    [hash, userId, passwordDigest],
  );
  if (rows[0] === undefined) return undefined;
  await connection.query(`DELETE FROM pending_sign_ins p WHERE p.user_id = $1 AND NOT (${isOpen})`, [userId]);
  return rows[0];
}

export async function findPending(
  connection: Connection,
  hash: Buffer,
): Promise<{ id: string; email: string; operatorRole: OperatorRole | null } | undefined> {
  const { rows } = await connection.query<{ id: string; email: string; operatorRole: OperatorRole | null }>(
    `SELECT u.id, u.email, ${operatorRoleOf('u')} AS "operatorRole" FROM pending_sign_ins p JOIN users u ON u.id = p.user_id
      WHERE p.hash = $1 AND ${isOpen}`,
    [hash],
  );
  return rows[0];
}

/** Counts one more code before it is checked. Undefined if the sign-in has ended. */
export async function countPendingTry(
  connection: Connection,
  hash: Buffer,
): Promise<{ tries: number; passwordDigest: Buffer } | undefined> {
  const { rows } = await connection.query<{ tries: number; passwordDigest: Buffer }>(
    `UPDATE pending_sign_ins p SET tries = p.tries + 1 WHERE p.hash = $1 AND ${isOpen}
     RETURNING p.tries, p.password_digest AS "passwordDigest"`,
    [hash],
  );
  return rows[0];
}

export async function deletePending(connection: Connection, hash: Buffer): Promise<void> {
  await connection.query('DELETE FROM pending_sign_ins WHERE hash = $1', [hash]);
}

export async function forgetOldPending(db: Database): Promise<void> {
  await db.query(`DELETE FROM pending_sign_ins p WHERE NOT (${isOpen})`);
}
