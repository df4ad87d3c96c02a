/**
 * The teams' secrets: made on first use, kept in Postgres alone, wrapped by the server's data key. Without either of
 * the two nothing in the cache can be found or opened, and erasing a team's secret makes its entries unreadable.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { expandSecret, type TeamSecret } from './sealed-entries.ts';

const secretBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Short, so that an erased secret is soon forgotten here as well. */
const keptMs = 5 * 60_000;
const maxKept = 10_000;

export type ReadOrSet = (teamId: string, offered: Buffer) => Promise<Buffer | undefined>;

export class TeamSecrets {
  readonly #dataKey: Buffer;
  readonly #readOrSet: ReadOrSet;
  readonly #known = new Map<string, { secret: Promise<TeamSecret | undefined>; expiresAt: number }>();

  constructor(dataKey: Buffer, readOrSet: ReadOrSet) {
    this.#dataKey = dataKey;
    this.#readOrSet = readOrSet;
  }

  /** Undefined where it can't be had: the database is away, or the secret was wrapped by another data key. */
  find(teamId: string): Promise<TeamSecret | undefined> {
    const known = this.#known.get(teamId);
    if (known !== undefined && known.expiresAt > Date.now()) return known.secret;
    const secret = this.#load(teamId);
    this.#known.delete(teamId);
    this.#known.set(teamId, { secret, expiresAt: Date.now() + keptMs });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKept && oldest !== undefined) this.#known.delete(oldest);
    return secret;
  }

  async #load(teamId: string): Promise<TeamSecret | undefined> {
    try {
      const offered = wrap(this.#dataKey, teamId, randomBytes(secretBytes));
      const wrapped = await this.#readOrSet(teamId, offered);
      return wrapped && expandSecret(unwrap(this.#dataKey, teamId, wrapped));
    } catch {
      this.#known.delete(teamId);
      return undefined;
    }
  }
}

function wrap(dataKey: Buffer, teamId: string, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', dataKey, nonce).setAAD(Buffer.from(teamId));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

function unwrap(dataKey: Buffer, teamId: string, wrapped: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', dataKey, wrapped.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(teamId)).setAuthTag(wrapped.subarray(wrapped.length - tagBytes));
  return Buffer.concat([
    decipher.update(wrapped.subarray(nonceBytes, wrapped.length - tagBytes)),
    decipher.final(),
  ]);
}
