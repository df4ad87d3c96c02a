/** Waits that the server asks for with `Retry-After`, bounded: a page that was left open must not ask forever. */

/** Attempts in a row that end with another wait. The person asks for the next one. */
const maxWaits = 5;
/** Nobody sits in front of the page for longer. Timers of browsers also end at once after 24 days. */
const longestWaitMs = 10 * 60_000;

export class ServerWaits {
  /** Nothing is sent before then. */
  #until = Number.NEGATIVE_INFINITY;
  #count = 0;

  get until(): number {
    return this.#until;
  }

  /** Whether an attempt after the wait makes sense; otherwise the person has to ask for it. */
  add(retryAt: number, now: number): boolean {
    // Calls that were made together are refused together: they are one attempt.
    if (now >= this.#until) this.#count++;
    const until = Math.min(retryAt, now + longestWaitMs);
    // Of several refusals, the one that asks for the longest wait counts.
    this.#until = Math.max(this.#until, until);
    return this.#count <= maxWaits && until === retryAt;
  }

  isWaiting(now: number): boolean {
    return now < this.#until;
  }

  /** The other calls of the attempt may still have to wait. */
  answered(): void {
    this.#count = 0;
  }

  /** If the person asks. */
  reset(): void {
    this.#until = Number.NEGATIVE_INFINITY;
    this.#count = 0;
  }

  /** Whether it was the number of attempts that ended them. */
  get areUsedUp(): boolean {
    return this.#count > maxWaits;
  }
}
