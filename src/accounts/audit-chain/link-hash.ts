/**
 * The hashes of the audit chains, as the functions of the database make them. docs/operate/audit-log.md describes them for those
 * who verify an export with a program of their own.
 */
import { hash } from 'node:crypto';

/** In the order of their digests. */
export const auditFields = [
  'id',
  'at',
  'action',
  'subject_id',
  'actor_type',
  'actor_id',
  'actor_name',
  'address',
  'request_id',
  'details',
] as const;

export type AuditField = (typeof auditFields)[number];

/** Stands before the first link. */
export const noHash = Buffer.alloc(32);

export function fieldDigest(salt: Buffer, name: AuditField, value: string | null): Buffer {
  const written = value === null ? [Buffer.of(0)] : [Buffer.of(1), Buffer.from(value)];
  return sha256([salt, Buffer.from(name), ...written]);
}

export function linkHash(
  chainId: string,
  number: number,
  previous: Buffer,
  digests: readonly Buffer[],
): Buffer {
  const place = Buffer.alloc(8);
  place.writeBigInt64BE(BigInt(number));
  const chain = Buffer.from(chainId.replaceAll('-', ''), 'hex');
  return sha256([Buffer.from('dragoman audit 1'), chain, place, previous, ...digests]);
}

function sha256(parts: readonly Buffer[]): Buffer {
  return hash('sha256', Buffer.concat(parts), 'buffer');
}
