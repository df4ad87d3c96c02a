/**
 * Translations in this process's memory, bounded in bytes. The least recently used entries are evicted first.
 */
import { LRUCache } from 'lru-cache';

/** The overhead of an entry on top of its characters: the key, the slots and the string headers. */
const overheadBytes = 200;

export class MemoryCache {
  readonly #entries: LRUCache<string, string>;

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      // A string takes at most two bytes per character in memory.
      sizeCalculation: (text) => text.length * 2 + overheadBytes,
    });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get(id: string): string | undefined {
    return this.#entries.get(id);
  }

  set(id: string, text: string): void {
    this.#entries.set(id, text);
  }
}
