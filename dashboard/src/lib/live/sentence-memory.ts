/** Translations of sentences, bounded: those that were not used for longest are forgotten first. */

/** About 16 MB. The longest text, one letter to a sentence, needs half of it. */
const maxCost = 8_000_000;
const costOfEntry = 50;

export class SentenceMemory<Translation extends { readonly text: string }> {
  readonly #entries = new Map<string, Translation>();
  readonly #maxCost: number;
  #cost = 0;

  constructor(limit = maxCost) {
    this.#maxCost = limit;
  }

  get(sentence: string): Translation | undefined {
    const found = this.#entries.get(sentence);
    if (found === undefined) return undefined;
    // The order of a map is the order of insertion.
    this.#entries.delete(sentence);
    this.#entries.set(sentence, found);
    return found;
  }

  has(sentence: string): boolean {
    return this.#entries.has(sentence);
  }

  set(sentence: string, translation: Translation): void {
    this.#forget(sentence);
    this.#entries.set(sentence, translation);
    this.#cost += costOf(sentence, translation);
    for (const oldest of this.#entries.keys()) {
      if (this.#cost <= this.#maxCost) return;
      this.#forget(oldest);
    }
  }

  #forget(sentence: string): void {
    const known = this.#entries.get(sentence);
    if (known === undefined) return;
    this.#entries.delete(sentence);
    this.#cost -= costOf(sentence, known);
  }
}

function costOf(sentence: string, { text }: { readonly text: string }): number {
  return sentence.length + text.length + costOfEntry;
}
