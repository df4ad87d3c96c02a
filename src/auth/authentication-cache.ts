/**
 * Remembers for a moment whom a key belongs to, so that a translate call needs no query before its charge. Only
 * good keys are remembered, and only calls that end in a charge may ask here: the charge checks the key again
 * under the team's lock, so a key that was revoked meanwhile gets no answer. Keys are held as hashes.
 */

/** The least recently added ones make room: about 30 MB at most. */
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

  /** `keptMs` 0 remembers nothing. */
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
