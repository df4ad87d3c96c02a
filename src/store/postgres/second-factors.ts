/** Second factors and recovery codes. Whoever changes one holds the lock of the user's row (`lockPassword`). */
import type { Connection, Queryable } from './database.ts';
import { deleteChallenges } from './passkeys.ts';

/** At most one of them is set: `plain` where the installation has no data key. */
export interface StoredSecret {
  readonly wrapped: Buffer | null;
  readonly plain: Buffer | null;
}

export interface SecretRow extends StoredSecret {
  /** The database's clock, so that all nodes agree on the time step. */
  readonly nowMs: number;
}

/** Time to install an app. A secret that was shown and forgotten must not become a factor a year later. */
const setUpTime = "interval '15 minutes'";
const secretColumns = `wrapped, plain, extract(epoch FROM clock_timestamp())::float8 * 1000 AS "nowMs"`;

/** Undefined if the factor is off. Without a secret, it consists of passkeys. */
export async function readFactor(connection: Connection, userId: string): Promise<SecretRow | undefined> {
  const { rows } = await connection.query<SecretRow>(
    `SELECT ${secretColumns} FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL`,
    [userId],
  );
  return rows[0];
}

export interface FactorState {
  readonly since: Date;
  readonly hasApp: boolean;
  readonly recoveryCodesLeft: number;
}

/** Undefined if the user has no factor that is asked for. */
export async function readFactorState(db: Queryable, userId: string): Promise<FactorState | undefined> {
  const { rows } = await db.query<FactorState>(
    `SELECT f.confirmed_at AS since, num_nonnulls(f.wrapped, f.plain) > 0 AS "hasApp",
            (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = f.user_id) AS "recoveryCodesLeft"
       FROM second_factors f WHERE f.user_id = $1 AND f.confirmed_at IS NOT NULL`,
    [userId],
  );
  return rows[0];
}

/** Replaces a secret that was shown before and not confirmed. */
export async function beginSetUp(
  connection: Connection,
  userId: string,
  { wrapped, plain }: StoredSecret,
): Promise<void> {
  await connection.query(
    `INSERT INTO app_setups (user_id, wrapped, plain) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET wrapped = excluded.wrapped, plain = excluded.plain, created_at = now()`,
    [userId, wrapped, plain],
  );
}

/** The secret of an app that is being set up. */
export async function readSetUp(connection: Connection, userId: string): Promise<SecretRow | undefined> {
  const { rows } = await connection.query<SecretRow>(
    `SELECT ${secretColumns} FROM app_setups WHERE user_id = $1 AND created_at > now() - ${setUpTime}`,
    [userId],
  );
  return rows[0];
}

/** Turns the factor on, or adds the app to one of passkeys. `step`: that of the first code, which is used up. */
export async function finishSetUp(connection: Connection, userId: string, step: number): Promise<void> {
  await connection.query(
    `WITH begun AS (DELETE FROM app_setups WHERE user_id = $1 RETURNING wrapped, plain)
     INSERT INTO second_factors AS f (user_id, wrapped, plain, last_step, confirmed_at)
     SELECT $1, wrapped, plain, $2, now() FROM begun
     ON CONFLICT (user_id) DO UPDATE SET wrapped = excluded.wrapped, plain = excluded.plain, last_step = excluded.last_step,
       confirmed_at = coalesce(f.confirmed_at, now())`,
    [userId, step],
  );
}

/** For the first passkey. A secret that was shown and not confirmed, here or by the previous version, does not become part of it. */
export async function turnOnWithoutApp(connection: Connection, userId: string): Promise<void> {
  await connection.query('DELETE FROM app_setups WHERE user_id = $1', [userId]);
  await connection.query(
    `INSERT INTO second_factors AS f (user_id, confirmed_at) VALUES ($1, now())
     ON CONFLICT (user_id) DO UPDATE SET wrapped = NULL, plain = NULL, last_step = NULL, confirmed_at = now()
       WHERE f.confirmed_at IS NULL`,
    [userId],
  );
}

/** The passkeys stay. */
export async function removeApp(connection: Connection, userId: string): Promise<void> {
  await connection.query(
    'UPDATE second_factors SET wrapped = NULL, plain = NULL, last_step = NULL WHERE user_id = $1',
    [userId],
  );
}

/** Returns false if a code of this time step, or of a later one, was used before. */
export async function useStep(connection: Connection, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await connection.query(
    'UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND (last_step IS NULL OR last_step < $2)',
    [userId, step],
  );
  return rowCount === 1;
}

export async function wrapSecret(connection: Connection, userId: string, wrapped: Buffer): Promise<void> {
  await connection.query('UPDATE second_factors SET wrapped = $2, plain = NULL WHERE user_id = $1', [
    userId,
    wrapped,
  ]);
}

/** With its passkeys and recovery codes, and the sign-ins that wait for it. Returns whether there was one. */
export async function deleteFactor(connection: Connection, userId: string): Promise<boolean> {
  await connection.query('DELETE FROM app_setups WHERE user_id = $1', [userId]);
  await deleteChallenges(connection, userId);
  const { rows } = await connection.query<{ isConfirmed: boolean }>(
    'DELETE FROM second_factors WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "isConfirmed"',
    [userId],
  );
  return rows[0]?.isConfirmed === true;
}

export async function replaceRecoveryCodes(
  connection: Connection,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await connection.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await connection.query('INSERT INTO recovery_codes (user_id, hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    hashes,
  ]);
}

/** Returns false if there is no such code, or it was used. */
export async function useRecoveryCode(
  connection: Connection,
  userId: string,
  hash: Buffer,
): Promise<boolean> {
  const { rowCount } = await connection.query('DELETE FROM recovery_codes WHERE user_id = $1 AND hash = $2', [
    userId,
    hash,
  ]);
  return rowCount === 1;
}

/** Secrets that were shown and never confirmed. */
export async function forgetOldSetUps(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM app_setups WHERE created_at <= now() - ${setUpTime}`);
}
