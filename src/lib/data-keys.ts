/**
 * The server's data keys, which wrap every secret that is kept in Postgres. One is current and wraps what is new; older
 * ones only open what was wrapped before, so that a key can be changed while all nodes run. What is wrapped names its
 * key by an id, so that a database says by itself which keys it still needs.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const dataKeyBytes = 32;

/** Begins whatever names its key. What was wrapped before keys had ids begins with a random nonce. */
const marker = Buffer.from('DKW1');
const idBytes = 4;
const headerBytes = marker.length + idBytes;
const nonceBytes = 12;
const tagBytes = 16;

interface DataKey {
  readonly id: string;
  /** Marker and id, as they stand before everything that is wrapped by this key. */
  readonly header: Buffer;
  readonly bytes: Buffer;
}

export class DataKeys {
  readonly #current: DataKey;
  /** The current one first. */
  readonly #all: readonly DataKey[];

  constructor(current: Buffer, older: readonly Buffer[] = []) {
    this.#current = toDataKey(current);
    const others = older.map(toDataKey).filter(({ id }) => id !== this.#current.id);
    this.#all = [this.#current, ...others];
  }

  /** Eight hexadecimal digits that tell keys apart and say nothing about them. */
  get currentId(): string {
    return this.#current.id;
  }

  get olderIds(): string[] {
    return this.#all.slice(1).map(({ id }) => id);
  }

  /** What begins with this was wrapped by the current key: to be looked for in a table. */
  get currentHeader(): Buffer {
    return this.#current.header;
  }

  /** `context` says what the secret is for, and whose. It can be opened with the same context alone. */
  wrap(secret: Buffer, context: string): Buffer {
    const { bytes, header } = this.#current;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(boundTo(header, context));
    return Buffer.concat([header, nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** Undefined where none of the keys opens it. */
  unwrap(wrapped: Buffer, context: string): Buffer | undefined {
    return this.#open(wrapped, context)?.secret;
  }

  /** The id of the key that it is wrapped by, known here or not; undefined where it names none and none opens it. */
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

/** With the header, so that nobody can pass one key's work off as another's. */
function boundTo(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context)]);
}

/** What can be said without any key; undefined for what was wrapped before keys had ids. */
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
