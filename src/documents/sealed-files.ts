/**
 * Encrypted files: each has its own key (AES-256-GCM), which the server's data key wraps. The file store
 * holds ciphertext under random names, and Postgres holds the wrapped keys; neither alone reveals anything.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DataKeys } from '../lib/data-keys.ts';
import { uuidV7 } from '../lib/uuid-v7.ts';
import type { FileStore } from '../store/files/file-store.ts';
import type { Database } from '../store/postgres/database.ts';
import { announceFile } from '../store/postgres/files-to-delete.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Less than a millisecond of work, after which the event loop gets a turn. */
const bytesPerTurn = 1024 * 1024;

/** A file that is not in use after this time never will be: the process that wrote it has died. */
const unusedForMs = 15 * 60_000;

/** What is encrypted and for which team. It is authenticated, so ciphertext opens as nothing else. */
export interface Subject {
  readonly teamId: string;
  readonly id: string;
  readonly part: 'source' | 'result' | 'name' | 'instructions';
}

/** The source has its own key, deleted when the document is done; the name and the instructions share the key of the result. */
export interface FileKey {
  readonly plain: Buffer;
  readonly wrapped: Buffer;
}

export interface SealedFiles {
  newKey(subject: Subject): FileKey;
  /** Undefined if no data key of this server unwraps it. */
  openKey(wrapped: Buffer | null, subject: Subject): Buffer | undefined;
  seal(key: Buffer, subject: Subject, content: Uint8Array): Promise<Buffer>;
  /** Undefined if it was sealed with another key or subject, or was modified. */
  unseal(key: Buffer, subject: Subject, sealed: Buffer): Promise<Buffer | undefined>;
  /** Encrypts to a new name, which the caller must put in use soon, or else the file is deleted. */
  write(key: Buffer, subject: Subject, content: Uint8Array): Promise<string>;
  read(key: Buffer, subject: Subject, name: string): Promise<Buffer | undefined>;
  delete(name: string): Promise<void>;
}

export function createSealedFiles(db: Database, store: FileStore, dataKeys: DataKeys): SealedFiles {
  return {
    newKey(subject) {
      const plain = randomBytes(keyBytes);
      return { plain, wrapped: dataKeys.wrap(plain, contextOf(subject)) };
    },
    openKey: (wrapped, subject) =>
      wrapped === null ? undefined : dataKeys.unwrap(wrapped, contextOf(subject)),
    seal,
    unseal,
    async write(key, subject, content) {
      const name = uuidV7();
      await announceFile(db, name, unusedForMs);
      await store.write(name, await seal(key, subject, content));
      return name;
    },
    async read(key, subject, name) {
      const sealed = await store.read(name);
      return sealed && unseal(key, subject, sealed);
    },
    delete: (name) => store.delete(name),
  };
}

function contextOf({ teamId, id, part }: Subject): string {
  return `document ${part} ${teamId} ${id}`;
}

async function seal(key: Buffer, subject: Subject, content: Uint8Array): Promise<Buffer> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(contextOf(subject)));
  const parts = await inTurns(content, (part) => cipher.update(part));
  return Buffer.concat([nonce, ...parts, cipher.final(), cipher.getAuthTag()]);
}

async function unseal(key: Buffer, subject: Subject, sealed: Buffer): Promise<Buffer | undefined> {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(contextOf(subject))).setAuthTag(sealed.subarray(-tagBytes));
  const parts = await inTurns(sealed.subarray(nonceBytes, -tagBytes), (part) => decipher.update(part));
  try {
    return Buffer.concat([...parts, decipher.final()]);
  } catch {
    return undefined;
  }
}

async function inTurns(content: Uint8Array, work: (part: Uint8Array) => Buffer): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for (let start = 0; start < content.length; start += bytesPerTurn) {
    if (start > 0) await yieldToEventLoop();
    parts.push(work(content.subarray(start, start + bytesPerTurn)));
  }
  return parts;
}
