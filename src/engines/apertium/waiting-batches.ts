/** The batches of a pool with texts that no pipeline has got yet. */
import { type Batch, type SentText, waitingCostOf } from './batch.ts';

export class WaitingBatches {
  /** Oldest first. One that is over leaves at once. */
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

  /** The next text of a batch, which leaves with its last one. */
  take(batch: Batch): SentText {
    const sent = batch.take();
    this.#cost -= waitingCostOf(sent.text);
    if (batch.nextText === undefined) this.#batches.delete(batch);
    return sent;
  }

  /** Whose team has had the least first; of equals the oldest. */
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
