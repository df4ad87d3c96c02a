/** Translations in this process's memory, bounded in bytes; the least recently used ones go. */
import { OldestKey } from '../../lib/oldest-key.ts';

/** What an entry costs on top of its characters: the key, the map's own place, the strings' heads. */
const overheadBytes = 200;

export class MemoryCache {
  readonly #maxBytes: number;
  /** In the order of their last use. */
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

/** Two bytes a character at most: what a string takes in memory. */
function bytesOf(text: string): number {
  return text.length * 2 + overheadBytes;
}
