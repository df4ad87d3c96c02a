import { createHmac } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The stored form of an Idempotency-Key and of the body sent with it. */
export interface IdempotencyFingerprint {
  readonly key: string;
  readonly body: string;
}

/**
 * Two HMACs. The body's HMAC is keyed with the Idempotency-Key itself, which is not stored, so a reader of
 * the database cannot even test a guess about a text.
 */
export function fingerprintOf(teamId: string, idempotencyKey: string, body: string): IdempotencyFingerprint {
  return {
    key: createHmac('sha256', teamId).update(idempotencyKey).digest('hex'),
    body: createHmac('sha256', `${teamId}:${idempotencyKey}`).update(body).digest('hex'),
  };
}

/** Hashing this much takes less than a millisecond; then other work gets its turn. */
const bytesPerTurn = 1024 * 1024;

/**
 * The fingerprint of an upload. A document belongs to the API key that sent it, or on the console to the person, and so do
 * Idempotency-Keys.
 */
export async function fingerprintOfUpload(
  {
    teamId,
    keyId,
    userId,
  }: { readonly teamId: string; readonly keyId: string; readonly userId?: string | undefined },
  idempotencyKey: string,
  options: string,
  file: Uint8Array,
): Promise<IdempotencyFingerprint> {
  const owner = userId === undefined ? `${teamId}:${keyId}` : `${teamId}:${keyId}:${userId}`;
  // The length prefix keeps the boundary between options and file unambiguous.
  const body = createHmac('sha256', `${owner}:${idempotencyKey}`).update(`${options.length}:${options}`);
  for (let from = 0; from < file.length; from += bytesPerTurn) {
    body.update(file.subarray(from, from + bytesPerTurn));
    await nextTurn();
  }
  return {
    key: createHmac('sha256', owner).update(idempotencyKey).digest('hex'),
    body: body.digest('hex'),
  };
}
