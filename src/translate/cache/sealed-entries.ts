/**
 * Encrypts cache entries for storage that others can read: neither the id nor the bytes reveal anything
 * without the team's secret. The id is an HMAC over everything that determines the translation, so a guessed
 * text cannot be tested either. Each entry has its own encryption key, derived from the secret and the id.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Everything that determines the translation of a text. */
export interface EntryIdentity {
  /** Engines, their versions and the languages, leg by leg. */
  readonly route: string;
  /** The caller's other options: formality, context, glossary and its version. */
  readonly options: string;
  readonly text: string;
}

export interface TeamSecret {
  // Key objects, because preparing a key from its bytes takes four times as long as the HMAC of a short text.
  readonly idKey: KeyObject;
  readonly sealKey: KeyObject;
  /** Identifies the team in the shared storage without revealing which team it is. */
  readonly alias: string;
}

const nonceBytes = 12;
const tagBytes = 16;

export function expandSecret(secret: Buffer): TeamSecret {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `dragoman cache ${purpose}`, bytes));
  return {
    idKey: createSecretKey(derive('id', 32)),
    sealKey: createSecretKey(derive('seal', 32)),
    alias: derive('alias', 12).toString('base64url'),
  };
}

export function entryId({ idKey }: TeamSecret, { route, options, text }: EntryIdentity): string {
  const hmac = createHmac('sha256', idKey);
  // Lengths are included so that no two identities produce the same bytes.
  for (const part of [route, options, text]) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  return hmac.digest('base64url');
}

export function seal(secret: TeamSecret, id: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', entryKey(secret, id), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Returns undefined for anything but the output of `seal` for this id: an invalid entry is a miss. */
export function open(secret: TeamSecret, id: string, sealed: Buffer): string | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const body = sealed.subarray(nonceBytes, sealed.length - tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', entryKey(secret, id), sealed.subarray(0, nonceBytes));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    return decipher.update(body, undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function entryKey({ sealKey }: TeamSecret, id: string): Buffer {
  return createHmac('sha256', sealKey).update(id).digest();
}
