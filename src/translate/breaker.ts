/**
 * Leaves an engine alone after failures in a row, then lets one call at a time try again. Whoever comes while that
 * one is under way goes elsewhere at once, and a try that was given up says nothing: it neither closes nor opens.
 */
export interface BreakerOptions {
  readonly failuresToOpen: number;
  readonly openMs: number;
  readonly now?: () => number;
}

export class Breaker {
  readonly #options: BreakerOptions;
  readonly #now: () => number;
  #failures = 0;
  #openUntil = 0;
  #isTrying = false;

  constructor(options: BreakerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether a call may go through now. */
  get isClosed(): boolean {
    return !this.#isOpen || (!this.#isTrying && this.#now() >= this.#openUntil);
  }

  /** `isFault` tells failures of the engine from calls that were given up or shed. */
  async run<T>(work: () => Promise<T>, isFault: (error: unknown) => boolean): Promise<T> {
    const isTry = this.#isOpen;
    if (isTry) this.#isTrying = true;
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (isFault(error)) this.#countFailure();
      throw error;
    } finally {
      if (isTry) this.#isTrying = false;
    }
  }

  get #isOpen(): boolean {
    return this.#failures >= this.#options.failuresToOpen;
  }

  #countFailure(): void {
    this.#failures++;
    if (this.#isOpen) this.#openUntil = this.#now() + this.#options.openMs;
  }
}
