/**
 * Asks one question at a time for each key; what comes meanwhile is asked together in the next one. Without a timer:
 * an idle key is asked for at once, and a busy one shares each round trip among all who wait for it.
 */

/** Bounds the work of one question. */
const maxBatch = 256;

interface Waiting<Item, Answer> {
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export class KeyedBatches<Item, Answer> {
  readonly #run: (key: string, items: readonly Item[]) => Promise<readonly Answer[]>;
  /** An entry for each key that is being asked for: who waits for the next question. */
  readonly #waiting = new Map<string, Waiting<Item, Answer>[]>();

  /** `run` gives one answer for each item, in their order. */
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
        // Who waits behind a failure would most likely wait for the next one: they fail together, now.
        const behind = this.#waiting.get(key)?.splice(0) ?? [];
        for (const { reject } of [...batch, ...behind]) reject(error);
      }
    }
    this.#waiting.delete(key);
  }
}
