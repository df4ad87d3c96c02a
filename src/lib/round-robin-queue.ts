/**
 * Runs a limited number of tasks at once. The others wait, and their keys are served in rotation, so a key
 * with many tasks does not delay the rest.
 */
export interface RoundRobinQueueLimits {
  readonly concurrency: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerKey: number;
}

interface Waiting {
  start(): void;
  refuse(): void;
}

export class RoundRobinQueue {
  readonly #limits: RoundRobinQueueLimits;
  /** Waiting tasks by key; the next key comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(limits: RoundRobinQueueLimits) {
    this.#limits = limits;
  }

  /** Returns undefined when too many tasks are waiting. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#running < this.#limits.concurrency) return this.#start(work);
    if (!this.#makeRoom(key)) return undefined;
    return new Promise((resolve) => {
      const waiting = { start: () => resolve(this.#start(work)), refuse: () => resolve(undefined) };
      this.#waiting.set(key, [...this.#ofKey(key), waiting]);
      this.#waitingCount++;
    });
  }

  /** When the queue is full, the key with the most waiting tasks loses its last one to a key with fewer. */
  #makeRoom(key: string): boolean {
    const count = this.#ofKey(key).length;
    if (count >= this.#limits.maxWaitingPerKey) return false;
    if (this.#waitingCount < this.#limits.maxWaiting) return true;
    const [most] = [...this.#waiting.values()].toSorted((a, b) => b.length - a.length);
    if (most === undefined || most.length <= count + 1) return false;
    this.#waitingCount--;
    most.pop()?.refuse();
    return true;
  }

  #ofKey(key: string): Waiting[] {
    return this.#waiting.get(key) ?? [];
  }

  async #start<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  #startNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [key, [first, ...others]] = next;
    // The key that was served moves to the end of the rotation.
    this.#waiting.delete(key);
    if (others.length > 0) this.#waiting.set(key, others);
    this.#waitingCount--;
    first?.start();
  }
}
