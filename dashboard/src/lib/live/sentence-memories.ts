import { keyOf, type LiveSettings } from './live-settings.ts';
import { SentenceMemory } from './sentence-memory.ts';

/** Pairs and options that are remembered at once. */
const maxMemories = 8;

/** The translations of sentences, apart for all that they depend on. */
export class SentenceMemories<Translation extends { readonly text: string }> {
  readonly #memories = new Map<string, SentenceMemory<Translation>>();

  /** What is used now is forgotten last. */
  of(settings: LiveSettings): SentenceMemory<Translation> {
    const key = keyOf(settings);
    const memory = this.#memories.get(key) ?? new SentenceMemory<Translation>();
    // The order of a map is the order of insertion.
    this.#memories.delete(key);
    this.#memories.set(key, memory);
    for (const oldest of this.#memories.keys()) {
      if (this.#memories.size <= maxMemories) break;
      this.#memories.delete(oldest);
    }
    return memory;
  }
}
