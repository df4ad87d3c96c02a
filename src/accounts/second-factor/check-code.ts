/** Checks codes of second factors. Call it in a transaction that holds the lock of the user's row. */
import type { DataKeys } from '../../lib/data-keys.ts';
import type { Connection } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/second-factors.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { newSecret, stepOf } from './totp.ts';

export type CodeCheck = 'app' | 'recovery code' | 'wrong' | 'unreadable';

/** A right code is used up. */
export async function checkCode(
  connection: Connection,
  keys: DataKeys | undefined,
  userId: string,
  typed: string,
): Promise<CodeCheck> {
  const factor = await store.readFactor(connection, userId);
  if (factor === undefined) return 'wrong';
  const digits = digitsOf(typed);
  if (digits === undefined) {
    const hash = hashRecoveryCode(userId, typed);
    return (await store.useRecoveryCode(connection, userId, hash)) ? 'recovery code' : 'wrong';
  }
  // The factor consists of passkeys.
  if (factor.wrapped === null && factor.plain === null) return 'wrong';
  const secret = openSecret(keys, userId, factor);
  if (secret === undefined) return 'unreadable';
  const step = stepOf(secret, digits, factor.nowMs);
  if (step === undefined || !(await store.useStep(connection, userId, step))) return 'wrong';
  // The installation got a data key after the factor was set up.
  if (factor.plain !== null && keys !== undefined)
    await store.wrapSecret(connection, userId, keys.wrap(secret, contextOf(userId)));
  return 'app';
}

/** The time step of the first code of an app that is being set up. */
export function checkFirstCode(
  keys: DataKeys | undefined,
  userId: string,
  setUp: store.SecretRow,
  typed: string,
): number | 'wrong' | 'unreadable' {
  const secret = openSecret(keys, userId, setUp);
  if (secret === undefined) return 'unreadable';
  return stepOf(secret, digitsOf(typed) ?? '', setUp.nowMs) ?? 'wrong';
}

function digitsOf(typed: string): string | undefined {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/** A new secret, and the form in which it is stored: wrapped if the installation has a data key. */
export function sealNewSecret(keys: DataKeys | undefined, userId: string) {
  const secret = newSecret();
  const stored: store.StoredSecret =
    keys === undefined
      ? { wrapped: null, plain: secret }
      : { wrapped: keys.wrap(secret, contextOf(userId)), plain: null };
  return { secret, stored };
}

function openSecret(
  keys: DataKeys | undefined,
  userId: string,
  { wrapped, plain }: store.StoredSecret,
): Buffer | undefined {
  return wrapped === null ? (plain ?? undefined) : keys?.unwrap(wrapped, contextOf(userId));
}

/** Must match `wrappedColumns` in store/postgres/wrapped-secrets.ts. */
function contextOf(userId: string): string {
  return `second factor ${userId}`;
}
