/**
 * The secrets of the teams: created on first use, stored only in Postgres, wrapped by the server's data key.
 * Finding or decrypting a cache entry requires both, and erasing a team's secret makes its entries
 * unreadable.
 */
import { randomBytes } from 'node:crypto';
import type { DataKeys } from '../../lib/data-keys.ts';
import { expandSecret, type TeamSecret } from './sealed-entries.ts';

const secretBytes = 32;

/** Short, so that an erased secret soon leaves this process too. */
const keptMs = 5 * 60_000;
/** A secret wrapped by a key that this node does not have is requested again soon, but not by every call. */
const unreadableKeptMs = 10_000;
const maxKept = 10_000;

export type ReadOrSet = (teamId: string, offered: Buffer) => Promise<Buffer | undefined>;

interface Known {
  readonly secret: Promise<TeamSecret | undefined>;
  expiresAt: number;
}

export class TeamSecrets {
  readonly #dataKeys: DataKeys;
  readonly #readOrSet: ReadOrSet;
  readonly #known = new Map<string, Known>();

  constructor(dataKeys: DataKeys, readOrSet: ReadOrSet) {
    this.#dataKeys = dataKeys;
    this.#readOrSet = readOrSet;
  }

  /** Undefined when the database is unavailable, or when the secret was wrapped by another data key. */
  find(teamId: string): Promise<TeamSecret | undefined> {
    const known = this.#known.get(teamId);
    if (known !== undefined && known.expiresAt > Date.now()) return known.secret;
    const loading: Known = { secret: this.#load(teamId), expiresAt: Date.now() + keptMs };
    this.#known.delete(teamId);
    this.#known.set(teamId, loading);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKept && oldest !== undefined) this.#known.delete(oldest);
    void loading.secret.then((secret) => {
      if (secret === undefined) loading.expiresAt = Date.now() + unreadableKeptMs;
    });
    return loading.secret;
  }

  async #load(teamId: string): Promise<TeamSecret | undefined> {
    try {
      const offered = this.#dataKeys.wrap(randomBytes(secretBytes), teamId);
      const wrapped = await this.#readOrSet(teamId, offered);
      const secret = wrapped && this.#dataKeys.unwrap(wrapped, teamId);
      return secret && expandSecret(secret);
    } catch {
      this.#known.delete(teamId);
      return undefined;
    }
  }
}
