/** The secret of a webhook, and the signature by it, as Standard Webhooks defines both. */
import { createHmac, randomBytes } from 'node:crypto';
import type { DataKeys } from '../../lib/data-keys.ts';

const prefix = 'whsec_';
const secretBytes = 32;

/** How long webhooks are also signed with the secret before a rotation: time to change it in every receiver. */
export const overlapSeconds = 24 * 3_600;

export function newSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** As its owner sees it, once. */
export function showSecret(secret: Buffer): string {
  return prefix + secret.toString('base64');
}

/** Must match `wrappedColumns` in store/postgres/wrapped-secrets.ts. */
const contextOf = (destinationId: string) => `webhook ${destinationId}`;

export function wrapSecret(keys: DataKeys, secret: Buffer, destinationId: string): Buffer {
  return keys.wrap(secret, contextOf(destinationId));
}

export function unwrapSecret(keys: DataKeys, wrapped: Buffer, destinationId: string): Buffer | undefined {
  return keys.unwrap(wrapped, contextOf(destinationId));
}

export interface Signed {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/** One signature for each secret, separated by spaces: a receiver accepts any of them. */
export function signatureOf({ id, timestampSeconds, body }: Signed, secrets: readonly Buffer[]): string {
  return secrets
    .map(
      (secret) =>
        `v1,${createHmac('sha256', secret).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`,
    )
    .join(' ');
}
