/**
 * Caches the owner of a key for a short time, so that a translate call needs no query before its charge. Only
 * valid keys are cached, and only calls that end in a charge may use the cache: the charge checks the key
 * again under the team's lock, so a key revoked in the meantime gets no answer. Keys are held as hashes.
 */

/** The entries added first are evicted first. About 30 MB at most. */
const maxRemembered = 100_000;

interface Entry<Caller> {
  readonly caller: Caller;
  readonly expiresAtMs: number;
}

export class AuthenticationCache<Caller> {
  readonly #keptMs: number;
  readonly #now: () => number;
  readonly #size: number;
  readonly #entries = new Map<string, Entry<Caller>>();

  /** With `keptMs` 0, nothing is cached. */
  constructor(keptMs: number, now: () => number = Date.now, size = maxRemembered) {
    this.#keptMs = keptMs;
    this.#now = now;
    this.#size = size;
  }

  find(keyHash: Buffer): Caller | undefined {
    const id = keyHash.toString('latin1');
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    if (entry.expiresAtMs > this.#now()) return entry.caller;
    this.#entries.delete(id);
    return undefined;
  }

  remember(keyHash: Buffer, caller: Caller): void {
    if (this.#keptMs === 0) return;
    const id = keyHash.toString('latin1');
    this.#entries.delete(id);
    this.#entries.set(id, { caller, expiresAtMs: this.#now() + this.#keptMs });
    if (this.#entries.size > this.#size) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
  }

  forget(keyHash: Buffer): void {
    this.#entries.delete(keyHash.toString('latin1'));
  }
}
