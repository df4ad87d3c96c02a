/** In-memory cache of compiled dictionaries, limited in bytes; evicts the least recently used. */
import type { Outcome } from '../../lib/outcome.ts';
import { bytesOf, type TermTable } from './term-table.ts';

interface CacheEntry {
  readonly table: Promise<Outcome<TermTable>>;
  /** 0 until compilation has finished. */
  bytes: number;
}

export class TableCache {
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #entries = new Map<string, CacheEntry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Concurrent calls for a table share one compilation. Failures are not cached. */
  get(id: string, make: () => Promise<Outcome<TermTable>>): Promise<Outcome<TermTable>> {
    const entry = this.#entries.get(id) ?? { table: make(), bytes: 0 };
    const isNew = this.#entries.delete(id) === false;
    this.#entries.set(id, entry);
    if (isNew) this.#account(id, entry);
    return entry.table;
  }

  #account(id: string, entry: CacheEntry): void {
    entry.table.then(
      (made) => {
        if (!made.ok) return this.#remove(id, entry);
        entry.bytes = bytesOf(made.value);
        this.#bytes += entry.bytes;
        this.#evict();
      },
      () => this.#remove(id, entry),
    );
  }

  #evict(): void {
    for (const [id, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      if (entry.bytes > 0) this.#remove(id, entry);
    }
  }

  #remove(id: string, entry: CacheEntry): void {
    this.#entries.delete(id);
    this.#bytes -= entry.bytes;
  }
}
