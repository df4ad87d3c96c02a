/**
 * Caches the owner of a key for a short time, so that a translate call needs no query before its charge. Only
 * valid keys are cached, and only calls that end in a charge may use the cache: the charge checks the key
 * again under the team's lock, so a key revoked in the meantime gets no answer. Keys are held as hashes.
 */
import { type RecentlyUsed, recentlyUsed } from '../lib/recently-used.ts';
import type { Caller } from './caller.ts';

/** About 30 MB at most. */
const maxRemembered = 100_000;

interface Entry {
  readonly caller: Caller;
  readonly expiresAtMs: number;
}

export class AuthenticationCache {
  readonly #keptMs: number;
  readonly #now: () => number;
  readonly #entries: RecentlyUsed<string, Entry>;

  /** With `keptMs` 0, nothing is cached. A clock of the machine that is set back must not make a key last longer. */
  constructor(keptMs: number, now: () => number = () => performance.now(), size = maxRemembered) {
    this.#keptMs = keptMs;
    this.#now = now;
    this.#entries = recentlyUsed(size);
  }

  find(keyHash: Buffer): Caller | undefined {
    // Not the time-out of the library, which would still accept an entry at the moment of its expiry.
    const entry = this.#entries.get(keyHash.toString('latin1'));
    return entry !== undefined && entry.expiresAtMs > this.#now() ? entry.caller : undefined;
  }

  /** Also a caller whose time is over: to name the owner of a key, never to accept it. */
  findExpired(keyHash: Buffer): Caller | undefined {
    return this.#entries.peek(keyHash.toString('latin1'))?.caller;
  }

  remember(keyHash: Buffer, caller: Caller): void {
    if (this.#keptMs === 0) return;
    this.#entries.set(keyHash.toString('latin1'), { caller, expiresAtMs: this.#now() + this.#keptMs });
  }

  forget(keyHash: Buffer): void {
    this.#entries.delete(keyHash.toString('latin1'));
  }
}
