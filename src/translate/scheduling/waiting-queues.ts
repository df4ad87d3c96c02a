/** The queues that wait for a shared resource. The queue whose next team has used the least goes first. */
export interface WaitingQueue {
  /** Undefined when none of its texts may be sent. */
  readonly nextOrder: number | undefined;
  dispatch(): void;
}

export class WaitingQueues {
  /** In order of arrival, which decides between queues of equal order. */
  readonly #queues = new Set<WaitingQueue>();

  add(queue: WaitingQueue): void {
    this.#queues.add(queue);
  }

  /**
   * Dispatches each queue once. A queue that must still wait adds itself again and so moves behind its
   * equals.
   */
  wake(mayGoOn: () => boolean): void {
    for (const queue of this.#inOrder()) {
      if (!mayGoOn()) return;
      this.#queues.delete(queue);
      queue.dispatch();
    }
  }

  #inOrder(): WaitingQueue[] {
    const queues = [...this.#queues];
    if (queues.length < 2) return queues;
    return queues
      .map((queue) => ({ queue, order: queue.nextOrder ?? Number.MAX_VALUE }))
      .sort((a, b) => a.order - b.order)
      .map(({ queue }) => queue);
  }
}
