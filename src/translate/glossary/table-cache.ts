/** In-memory cache of compiled dictionaries, limited in bytes; evicts the least recently used. */
import { LRUCache } from 'lru-cache';
import type { Outcome } from '../../lib/outcome.ts';
import { bytesOf, type TermTable } from './term-table.ts';

type CompiledTable = Promise<Outcome<TermTable>>;

export class TableCache {
  readonly #tables: LRUCache<string, CompiledTable>;

  constructor(maxBytes: number) {
    this.#tables = new LRUCache({ maxSize: maxBytes });
  }

  get bytes(): number {
    return this.#tables.calculatedSize;
  }

  /** Concurrent calls for a table share one compilation. Failures are not cached. */
  get(id: string, make: () => CompiledTable): CompiledTable {
    const known = this.#tables.get(id);
    if (known !== undefined) return known;
    const table = make();
    // Its real size is known when the compilation has finished.
    this.#tables.set(id, table, { size: 1 });
    table.then(
      (made) => {
        // Deleted first, because the library ignores the new size of a value that it already has.
        this.#tables.delete(id);
        if (made.ok) this.#tables.set(id, table, { size: bytesOf(made.value) });
      },
      () => this.#tables.delete(id),
    );
    return table;
  }
}
