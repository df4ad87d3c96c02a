/**
 * Texts of teams that Postgres stores: glossary entries and style rules. They are encrypted with a key of their team, which the
 * data key wraps. Without a data key, and until encryption is turned on, they are stored in the clear; each text says by
 * itself which of the two it is.
 */
import { randomBytes } from 'node:crypto';
import type { DataKeys } from '../../lib/data-keys.ts';
import { ProblemError, problem } from '../../lib/errors.ts';
import { recentlyUsed } from '../../lib/recently-used.ts';
import {
  isSealed,
  openText,
  sealText,
  type TextKey,
  textKeyBytes,
  toTextKey,
} from '../../lib/sealed-text.ts';
import type { Database } from './database.ts';
import { readOrSetTextKey, readTextEncryption, readTextKey } from './text-keys.ts';

/** Short, so that the key of an erased team soon leaves this process too. */
const keptMs = 5 * 60_000;
const maxKept = 10_000;

/** Encrypts the texts of one team, or leaves them as they are. */
export type Sealer = (place: string, plain: Uint8Array) => Promise<Buffer>;

export class StoredTexts {
  readonly #db: Database;
  readonly #dataKeys: DataKeys | undefined;
  readonly #keys = recentlyUsed<string, TextKey>(maxKept, { ttl: keptMs });
  #isOn = false;

  constructor(db: Database, dataKeys: DataKeys | undefined) {
    this.#db = db;
    this.#dataKeys = dataKeys;
  }

  /**
   * Call before the transaction that writes. The key is stored by a transaction of its own: a text must not be stored under a key
   * that was rolled back, and nobody may wait for a second connection while holding one.
   */
  async sealerFor(teamId: string): Promise<Sealer> {
    const key = await this.#keyToWrite(teamId);
    return async (place, plain) =>
      key === undefined
        ? Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength)
        : sealText(key, contextOf(teamId, place), plain);
  }

  /** Throws a problem for the caller if this node cannot decrypt it. */
  async open(teamId: string, place: string, stored: Buffer): Promise<Buffer> {
    if (!isSealed(stored)) return stored;
    const key = await this.#keyToRead(teamId);
    const plain = key && (await openText(key, contextOf(teamId, place), stored));
    if (plain === undefined) throw new ProblemError(unreadable);
    return plain;
  }

  /** Whether this node encrypts what it writes. */
  async isEncrypting(): Promise<boolean> {
    if (this.#dataKeys === undefined) return false;
    this.#isOn ||= await readTextEncryption(this.#db);
    return this.#isOn;
  }

  async #keyToWrite(teamId: string): Promise<TextKey | undefined> {
    if (this.#dataKeys === undefined || !(await this.isEncrypting())) return undefined;
    const known = this.#keys.get(teamId);
    if (known !== undefined) return known;
    const offered = this.#dataKeys.wrap(randomBytes(textKeyBytes), keyContext(teamId));
    const wrapped = await readOrSetTextKey(this.#db, teamId, offered);
    // A team that is gone has nothing to write.
    if (wrapped === undefined) return undefined;
    const key = this.#unwrap(teamId, wrapped);
    // Rather than write what others could not read with this text's key.
    if (key === undefined) throw new ProblemError(unreadable);
    return key;
  }

  async #keyToRead(teamId: string): Promise<TextKey | undefined> {
    const known = this.#keys.get(teamId);
    if (known !== undefined || this.#dataKeys === undefined) return known;
    const wrapped = await readTextKey(this.#db, teamId);
    return wrapped && this.#unwrap(teamId, wrapped);
  }

  #unwrap(teamId: string, wrapped: Buffer): TextKey | undefined {
    const bytes = this.#dataKeys?.unwrap(wrapped, keyContext(teamId));
    if (bytes === undefined) return undefined;
    const key = toTextKey(bytes);
    this.#keys.set(teamId, key);
    return key;
  }
}

/** Must match wrapped-secrets.ts, which rewraps the keys. */
function keyContext(teamId: string): string {
  return `texts ${teamId}`;
}

function contextOf(teamId: string, place: string): string {
  return `${teamId} ${place}`;
}

const unreadable = problem(
  'service_unavailable',
  'This text is stored encrypted, and this node does not have the key. Ask the operator of the service to check its data keys.',
);
