/**
 * The server's data keys, which wrap every secret stored in Postgres. The current key wraps new secrets;
 * older keys only unwrap existing ones, so that a key can be changed while all nodes run. A wrapped secret
 * names its key by ID, so the database itself shows which keys it still needs.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const dataKeyBytes = 32;

/**
 * Prefix of wrapped secrets that name their key. Those from before keys had IDs start with a random nonce.
 */
const marker = Buffer.from('DKW1');
const idBytes = 4;
const headerBytes = marker.length + idBytes;
const nonceBytes = 12;
const tagBytes = 16;

interface DataKey {
  readonly id: string;
  /** Marker and ID: the prefix of every secret wrapped by this key. */
  readonly header: Buffer;
  readonly bytes: Buffer;
}

export class DataKeys {
  readonly #current: DataKey;
  /** The current key comes first. */
  readonly #all: readonly DataKey[];

  constructor(current: Buffer, older: readonly Buffer[] = []) {
    this.#current = toDataKey(current);
    const others = older.map(toDataKey).filter(({ id }) => id !== this.#current.id);
    this.#all = [this.#current, ...others];
  }

  /** Eight hexadecimal digits that identify a key and reveal nothing about it. */
  get currentId(): string {
    return this.#current.id;
  }

  get olderIds(): string[] {
    return this.#all.slice(1).map(({ id }) => id);
  }

  /** Every secret wrapped by the current key starts with these bytes, so that a query can find them. */
  get currentHeader(): Buffer {
    return this.#current.header;
  }

  /** `context` says what the secret is for and who owns it. Unwrapping requires the same context. */
  wrap(secret: Buffer, context: string): Buffer {
    const { bytes, header } = this.#current;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(boundTo(header, context));
    return Buffer.concat([header, nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** Returns undefined if none of the keys opens it. */
  unwrap(wrapped: Buffer, context: string): Buffer | undefined {
    return this.#open(wrapped, context)?.secret;
  }

  /**
   * The ID of the key that wrapped the secret, even if that key is not configured; undefined if the secret
   * names no key and no configured key opens it.
   */
  keyIdOf(wrapped: Buffer, context: string): string | undefined {
    return this.#open(wrapped, context)?.keyId ?? namedKeyId(wrapped);
  }

  #open(wrapped: Buffer, context: string): { secret: Buffer; keyId: string } | undefined {
    for (const { id, header, bytes } of this.#all) {
      const isNamed = wrapped.subarray(0, headerBytes).equals(header);
      const secret = isNamed
        ? decipher(bytes, wrapped.subarray(headerBytes), boundTo(header, context))
        : decipher(bytes, wrapped, Buffer.from(context));
      if (secret !== undefined) return { secret, keyId: id };
    }
    return undefined;
  }
}

function toDataKey(bytes: Buffer): DataKey {
  if (bytes.length !== dataKeyBytes) throw new Error(`a data key has ${dataKeyBytes} bytes`);
  const id = createHash('sha256').update('dragoman data key id').update(bytes).digest().subarray(0, idBytes);
  return { id: id.toString('hex'), header: Buffer.concat([marker, id]), bytes };
}

/** Includes the header, so that a secret cannot be passed off as wrapped by another key. */
function boundTo(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context)]);
}

/** Works without any key. Returns undefined for secrets wrapped before keys had IDs. */
export function namedKeyId(wrapped: Buffer): string | undefined {
  if (!wrapped.subarray(0, marker.length).equals(marker)) return undefined;
  return wrapped.subarray(marker.length, headerBytes).toString('hex');
}

function decipher(key: Buffer, sealed: Buffer, associated: Buffer): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
  cipher.setAAD(associated).setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    const body = sealed.subarray(nonceBytes, sealed.length - tagBytes);
    return Buffer.concat([cipher.update(body), cipher.final()]);
  } catch {
    return undefined;
  }
}
