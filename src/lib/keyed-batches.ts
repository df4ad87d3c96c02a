/**
 * Runs one batch at a time per key; items that arrive during a batch form the next one. There is no timer: an
 * item for an idle key runs at once, and items for a busy key share a round trip.
 */

/** Bounds the work of one batch. */
const maxBatch = 256;

interface Waiting<Item, Answer> {
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export class KeyedBatches<Item, Answer> {
  readonly #run: (key: string, items: readonly Item[]) => Promise<readonly Answer[]>;
  /** Has an entry for each key with a batch in progress: the items for its next batch. */
  readonly #waiting = new Map<string, Waiting<Item, Answer>[]>();

  /** `run` returns one answer per item, in the same order. */
  constructor(run: (key: string, items: readonly Item[]) => Promise<readonly Answer[]>) {
    this.#run = run;
  }

  ask(key: string, item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key);
      if (waiting !== undefined) {
        waiting.push({ item, resolve, reject });
        return;
      }
      this.#waiting.set(key, []);
      void this.#runAll(key, [{ item, resolve, reject }]);
    });
  }

  async #runAll(key: string, first: Waiting<Item, Answer>[]): Promise<void> {
    for (let batch = first; batch.length > 0; batch = this.#waiting.get(key)?.splice(0, maxBatch) ?? []) {
      try {
        const answers = await this.#run(
          key,
          batch.map(({ item }) => item),
        );
        for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer);
      } catch (error) {
        // The next batch would most likely fail as well, so the waiting items are rejected now.
        const behind = this.#waiting.get(key)?.splice(0) ?? [];
        for (const { reject } of [...batch, ...behind]) reject(error);
      }
    }
    this.#waiting.delete(key);
  }
}
