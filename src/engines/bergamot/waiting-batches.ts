/** Batches with texts that have not been sent to a thread, in order of their last turn, oldest first. */
import type { TextBatch } from './text-batch.ts';

export class WaitingBatches {
  readonly #batches = new Set<TextBatch>();

  add(batch: TextBatch): void {
    this.#batches.add(batch);
  }

  delete(batch: TextBatch): void {
    this.#batches.delete(batch);
  }

  /** After a turn: the batch moves behind the others, or is done with. */
  endTurn(batch: TextBatch): void {
    this.#batches.delete(batch);
    if (batch.hasWork) this.#batches.add(batch);
  }

  /** For a batch that has already waited for its turn. */
  putFirst(batch: TextBatch): void {
    const others = [...this.#batches];
    this.#batches.clear();
    for (const each of [batch, ...others]) this.#batches.add(each);
  }

  all(): TextBatch[] {
    return [...this.#batches];
  }

  /** The team that has used the least engine time goes first. */
  inOrder(): TextBatch[] {
    const batches = this.all();
    if (batches.length < 2 || batches[0]?.claim === undefined) return batches;
    return batches
      .map((batch) => ({ batch, order: batch.order }))
      .sort((a, b) => a.order - b.order)
      .map(({ batch }) => batch);
  }
}
