/**
 * Translations in this process's memory, bounded in bytes. The least recently used entries are evicted first.
 */
import { OldestKey } from '../../lib/oldest-key.ts';

/** The overhead of an entry on top of its characters: the key, the map slot and the string headers. */
const overheadBytes = 200;

export class MemoryCache {
  readonly #maxBytes: number;
  /** In order of last use, oldest first. */
  readonly #entries = new Map<string, string>();
  readonly #oldest = new OldestKey(this.#entries);
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(id: string): string | undefined {
    const text = this.#entries.get(id);
    if (text === undefined) return undefined;
    this.#entries.delete(id);
    this.#entries.set(id, text);
    return text;
  }

  set(id: string, text: string): void {
    this.#delete(id);
    const bytes = bytesOf(text);
    if (bytes > this.#maxBytes) return;
    this.#entries.set(id, text);
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes) {
      const oldest = this.#oldest.next();
      if (oldest === undefined) return;
      this.#delete(oldest);
    }
  }

  #delete(id: string): void {
    const text = this.#entries.get(id);
    if (text === undefined) return;
    this.#entries.delete(id);
    this.#bytes -= bytesOf(text);
  }
}

/** A string takes at most two bytes per character in memory. */
function bytesOf(text: string): number {
  return text.length * 2 + overheadBytes;
}
