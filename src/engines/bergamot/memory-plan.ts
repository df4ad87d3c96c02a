/**
 * Which models a thread may hold at once. A WASM memory only ever grows, so what counts is its size at its fullest; what
 * is resident is about a third of that.
 */
import type { Model } from './models.ts';

const megabyte = 1_000_000;

/** Measured: 7 MB of model made a memory of 330 MB, 17 MB one of 460 MB; two and three of those 850 and 1,310 MB. */
export function estimatedNeed({ bytes }: Pick<Model, 'bytes'>): number {
  return 240 * megabyte + 13 * bytes;
}

/** A 32-bit WASM memory ends here. */
const maxThreadBytes = 2_000 * megabyte;

/** Above what its models need by this much, a thread has leaked, or is left with gaps that nothing fits into. */
const leakFactor = 1.25;

export class MemoryPlan {
  readonly bytesPerThread: number;
  readonly #needs: Map<string, number>;
  readonly #pinned: ReadonlySet<string>;

  constructor(models: readonly Model[], pinned: readonly string[], bytesPerThread: number) {
    this.bytesPerThread = Math.min(bytesPerThread, maxThreadBytes);
    this.#needs = new Map(models.map((model) => [model.name, estimatedNeed(model)]));
    this.#pinned = new Set(pinned);
  }

  /** What goes, the least recently used first, so that one more fits. The pinned stay. */
  evictionsFor(model: string, loaded: readonly string[]): string[] {
    if (loaded.includes(model)) return [];
    const evictions: string[] = [];
    let need = this.#needOf([...loaded, model]);
    for (const name of loaded) {
      if (need <= this.bytesPerThread) break;
      if (this.#pinned.has(name)) continue;
      evictions.push(name);
      need -= this.#needOf([name]);
    }
    return evictions;
  }

  /** A thread that never held another model tells what this one needs. */
  learn(model: string, memoryBytes: number): void {
    this.#needs.set(model, memoryBytes);
  }

  /** Models that share a thread share its part of the budget; one that doesn't fit there gets what it needs. */
  limitFor(models: readonly string[]): number {
    const need = this.#needOf(models);
    const isShared = models.length > 1 && need <= this.bytesPerThread;
    return isShared ? this.bytesPerThread : Math.max(this.bytesPerThread, leakFactor * need);
  }

  #needOf(models: readonly string[]): number {
    return models.reduce((sum, name) => sum + (this.#needs.get(name) ?? 0), 0);
  }
}
