/**
 * Decides which models a thread may hold at once. A WASM memory never shrinks, so its peak size counts; about
 * a third of that is resident.
 */
import { estimatedNeed } from './architectures.ts';
import type { Model } from './models.ts';

const megabyte = 1_000_000;

/** The limit of a 32-bit WASM memory. */
export const maxThreadBytes = 2_000 * megabyte;

/**
 * A thread that exceeds the need of its models by this factor has leaked memory, or its memory is fragmented.
 */
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

  /** The models to evict, least recently used first, so that one more fits. Pinned models stay. */
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

  /** Records the measured need of a model, from a thread that has held no other model. */
  learn(model: string, memoryBytes: number): void {
    this.#needs.set(model, memoryBytes);
  }

  /**
   * Models that share a thread share its part of the budget; a model that does not fit gets what it needs.
   */
  limitFor(models: readonly string[]): number {
    const need = this.#needOf(models);
    const isShared = models.length > 1 && need <= this.bytesPerThread;
    return isShared ? this.bytesPerThread : Math.max(this.bytesPerThread, leakFactor * need);
  }

  #needOf(models: readonly string[]): number {
    return models.reduce((sum, name) => sum + (this.#needs.get(name) ?? 0), 0);
  }
}
