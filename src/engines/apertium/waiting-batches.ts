/** The batches of a pool with texts that have not been sent to a pipeline. */
import { type Batch, type SentText, waitingCostOf } from './batch.ts';

export class WaitingBatches {
  /** Oldest first. A batch that is over is removed at once. */
  readonly #batches = new Set<Batch>();
  #cost = 0;

  get isEmpty(): boolean {
    return this.#batches.size === 0;
  }

  get cost(): number {
    return this.#cost;
  }

  add(batch: Batch): void {
    this.#batches.add(batch);
    this.#cost += batch.waitingCost;
  }

  remove(batch: Batch): void {
    if (this.#batches.delete(batch)) this.#cost -= batch.waitingCost;
  }

  /** Takes the next text of a batch, and removes the batch with its last text. */
  take(batch: Batch): SentText {
    const sent = batch.take();
    this.#cost -= waitingCostOf(sent.text);
    if (batch.nextText === undefined) this.#batches.delete(batch);
    return sent;
  }

  /** In order of the engine time that their teams have used, least first; at equal order, oldest first. */
  inOrder(): Iterable<Batch> {
    const [first] = this.#batches;
    if (this.#batches.size < 2 || first?.claim === undefined) return this.#batches;
    return [...this.#batches]
      .map((batch) => ({ batch, order: batch.order }))
      .sort((a, b) => a.order - b.order)
      .map(({ batch }) => batch);
  }

  all(): Batch[] {
    return [...this.#batches];
  }
}
