/** The lanes that wait for something that they share. Whose next team has had the least goes first. */
export interface WaitingQueue {
  /** Undefined when it has nothing that may go. */
  readonly nextOrder: number | undefined;
  dispatch(): void;
}

export class WaitingQueues {
  /** Of equals, who has waited longest goes first. */
  readonly #queues = new Set<WaitingQueue>();

  add(lane: WaitingQueue): void {
    this.#queues.add(lane);
  }

  /** Tells each of them once; one that still has to wait asks again, and so goes behind its equals. */
  wake(mayGoOn: () => boolean): void {
    for (const lane of this.#inOrder()) {
      if (!mayGoOn()) return;
      this.#queues.delete(lane);
      lane.dispatch();
    }
  }

  #inOrder(): WaitingQueue[] {
    const lanes = [...this.#queues];
    if (lanes.length < 2) return lanes;
    return lanes
      .map((lane) => ({ lane, order: lane.nextOrder ?? Number.MAX_VALUE }))
      .sort((a, b) => a.order - b.order)
      .map(({ lane }) => lane);
  }
}
