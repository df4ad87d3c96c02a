/**
 * Decides which models a thread may hold at once. A WASM memory never shrinks, so its peak size counts; about
 * a third of that is resident.
 */
import { estimatedNeed } from './architectures.ts';
import { type Model, modelKey } from './models.ts';

const megabyte = 1_000_000;

/** The limit of a 32-bit WASM memory. */
export const maxThreadBytes = 2_000 * megabyte;

/**
 * A thread that exceeds the need of its models by this factor has leaked memory, or its memory is fragmented.
 */
const leakFactor = 1.25;

/** Models are named by their keys. */
export class MemoryPlan {
  #bytesPerThread = 0;
  #needs: ReadonlyMap<string, number> = new Map();
  #pinned: ReadonlySet<string> = new Set();
  /** By key. Models that are no longer in use may still be in memory. */
  readonly #learned = new Map<string, number>();
  #before: ReadonlyMap<string, number> = new Map();

  constructor(models: readonly Model[], pinned: readonly string[], bytesPerThread: number) {
    this.replace(models, pinned, bytesPerThread);
  }

  get bytesPerThread(): number {
    return this.#bytesPerThread;
  }

  /** Plans for other models. `pinned` has names. */
  replace(models: readonly Model[], pinned: readonly string[], bytesPerThread: number): void {
    this.#bytesPerThread = Math.min(bytesPerThread, maxThreadBytes);
    this.#before = this.#needs;
    this.#needs = new Map(models.map((model) => [modelKey(model), estimatedNeed(model)]));
    this.#pinned = new Set(models.filter(({ name }) => pinned.includes(name)).map(modelKey));
    for (const key of this.#learned.keys()) {
      if (!this.#needs.has(key) && !this.#before.has(key)) this.#learned.delete(key);
    }
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
    this.#learned.set(model, memoryBytes);
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
    return models.reduce((sum, key) => sum + this.#needOfOne(key), 0);
  }

  #needOfOne(key: string): number {
    return this.#learned.get(key) ?? this.#needs.get(key) ?? this.#before.get(key) ?? 0;
  }
}
