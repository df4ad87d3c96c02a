import { createHmac } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';

/** What is kept of an Idempotency-Key and of the body that came with it. */
export interface IdempotencyFingerprint {
  readonly key: string;
  readonly body: string;
}

/**
 * Two HMACs. That of the body is made under the Idempotency-Key itself, which is stored nowhere: whoever reads
 * the database can't even test a guess about a text.
 */
export function fingerprintOf(teamId: string, idempotencyKey: string, body: string): IdempotencyFingerprint {
  return {
    key: createHmac('sha256', teamId).update(idempotencyKey).digest('hex'),
    body: createHmac('sha256', `${teamId}:${idempotencyKey}`).update(body).digest('hex'),
  };
}

/** Less than a millisecond of work, then others have their turn. */
const bytesPerTurn = 1024 * 1024;

/** The same for an upload. A document belongs to the API key that sent it, so its Idempotency-Keys do as well. */
export async function fingerprintOfUpload(
  { teamId, keyId }: { readonly teamId: string; readonly keyId: string },
  idempotencyKey: string,
  options: string,
  file: Uint8Array,
): Promise<IdempotencyFingerprint> {
  const owner = `${teamId}:${keyId}`;
  // The length first: no options and file together are others.
  const body = createHmac('sha256', `${owner}:${idempotencyKey}`).update(`${options.length}:${options}`);
  for (let from = 0; from < file.length; from += bytesPerTurn) {
    body.update(file.subarray(from, from + bytesPerTurn));
    await others();
  }
  return {
    key: createHmac('sha256', owner).update(idempotencyKey).digest('hex'),
    body: body.digest('hex'),
  };
}
