/**
 * The secrets of the teams: created on first use, stored only in Postgres, wrapped by the server's data key.
 * Finding or decrypting a cache entry requires both, and erasing a team's secret makes its entries
 * unreadable.
 */
import { randomBytes } from 'node:crypto';
import type { DataKeys } from '../../lib/data-keys.ts';
import { recentlyUsed } from '../../lib/recently-used.ts';
import { expandSecret, type TeamSecret } from './sealed-entries.ts';

const secretBytes = 32;

/** Short, so that an erased secret soon leaves this process too. */
const keptMs = 5 * 60_000;
/** A secret wrapped by a key that this node does not have is requested again soon, but not by every call. */
const unreadableKeptMs = 10_000;
const maxKept = 10_000;

export type ReadOrSet = (teamId: string, offered: Buffer) => Promise<Buffer | undefined>;

export class TeamSecrets {
  readonly #dataKeys: DataKeys;
  readonly #readOrSet: ReadOrSet;
  readonly #known = recentlyUsed<string, Promise<TeamSecret | undefined>>(maxKept, { ttl: keptMs });

  constructor(dataKeys: DataKeys, readOrSet: ReadOrSet) {
    this.#dataKeys = dataKeys;
    this.#readOrSet = readOrSet;
  }

  /** Undefined when the database is unavailable, or when the secret was wrapped by another data key. */
  find(teamId: string): Promise<TeamSecret | undefined> {
    const known = this.#known.get(teamId);
    if (known !== undefined) return known;
    const loading = this.#load(teamId);
    this.#known.set(teamId, loading);
    void loading.then((secret) => {
      const isUnreadable = secret === undefined && this.#known.peek(teamId) === loading;
      if (isUnreadable) this.#known.set(teamId, loading, { ttl: unreadableKeptMs });
    });
    return loading;
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
