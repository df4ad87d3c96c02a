import { createHmac } from 'node:crypto';

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
