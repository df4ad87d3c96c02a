/**
 * Encrypts stored texts of a team (AES-256-GCM) with the team's key. What is encrypted begins with a marker, so that it can be
 * told from what was stored in the clear.
 */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

export const textKeyBytes = 32;

/** No text is stored in the clear with these bytes first: gzip begins with others, and so does JSON. */
export const sealedMarker = Buffer.from('DKT1');
const nonceBytes = 12;
const tagBytes = 16;

/** Less than a millisecond of work, after which the event loop gets a turn. */
const bytesPerTurn = 1024 * 1024;

export type TextKey = KeyObject;

export function toTextKey(bytes: Buffer): TextKey {
  return createSecretKey(bytes);
}

export function isSealed(stored: Uint8Array): boolean {
  return sealedMarker.equals(stored.subarray(0, sealedMarker.length));
}

/** `place` says what it is and whose: it opens nowhere else. */
export async function sealText(key: TextKey, place: string, plain: Uint8Array): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = await inTurns(plain, (part) => cipher.update(part));
  return Buffer.concat([sealedMarker, nonce, ...body, cipher.final(), cipher.getAuthTag()]);
}

/** Undefined if it was sealed with another key or for another place, or was altered. */
export async function openText(key: TextKey, place: string, sealed: Uint8Array): Promise<Buffer | undefined> {
  const start = sealedMarker.length + nonceBytes;
  const end = sealed.length - tagBytes;
  if (!isSealed(sealed) || end < start) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(sealedMarker.length, start));
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(end));
  try {
    const parts = await inTurns(sealed.subarray(start, end), (part) => decipher.update(part));
    return Buffer.concat([...parts, decipher.final()]);
  } catch {
    return undefined;
  }
}

async function inTurns(content: Uint8Array, work: (part: Uint8Array) => Buffer): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; at += bytesPerTurn) {
    if (at > 0) await yieldToEventLoop();
    parts.push(work(content.subarray(at, at + bytesPerTurn)));
  }
  return parts;
}
