/** Compiled dictionaries in this process's memory, bounded in bytes; the least recently used ones go. */
import type { Outcome } from '../../lib/outcome.ts';
import { bytesOf, type TermTable } from './term-table.ts';

interface Kept {
  readonly table: Promise<Outcome<TermTable>>;
  /** 0 while it is still compiled. */
  bytes: number;
}

export class TableCache {
  readonly #maxBytes: number;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whoever asks for a table that is being made waits for the same one. What went wrong isn't kept. */
  get(id: string, make: () => Promise<Outcome<TermTable>>): Promise<Outcome<TermTable>> {
    const kept = this.#kept.get(id) ?? { table: make(), bytes: 0 };
    const isNew = this.#kept.delete(id) === false;
    this.#kept.set(id, kept);
    if (isNew) this.#account(id, kept);
    return kept.table;
  }

  #account(id: string, kept: Kept): void {
    kept.table.then(
      (made) => {
        if (!made.ok) return this.#forget(id, kept);
        kept.bytes = bytesOf(made.value);
        this.#bytes += kept.bytes;
        this.#makeRoom();
      },
      () => this.#forget(id, kept),
    );
  }

  #makeRoom(): void {
    for (const [id, kept] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      if (kept.bytes > 0) this.#forget(id, kept);
    }
  }

  #forget(id: string, kept: Kept): void {
    this.#kept.delete(id);
    this.#bytes -= kept.bytes;
  }
}
