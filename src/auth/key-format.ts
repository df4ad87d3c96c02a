import { createHash } from 'node:crypto';

/** The format of keys. Only the SHA-256 of a key is ever stored. */
export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

export const secretLength = 40;
export const secretAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const keyPattern = /^svc_(live|test)_[A-Za-z0-9]{40}$/;

export function isWellFormedKey(key: string): boolean {
  return keyPattern.test(key);
}

export function keyPrefix(mode: KeyMode): string {
  return `svc_${mode}_`;
}

export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

/** The first 8 hex digits of the stored hash: enough to tell keys apart, without revealing the key. */
export function fingerprintOfHash(hash: Buffer): string {
  return hash.subarray(0, 4).toString('hex');
}
