/**
 * The durations of the most recent calls, for the operator's view. The number kept is fixed, regardless of
 * the load.
 */
const kept = 256;

export class RecentLatencies {
  readonly #durations: number[] = [];
  #next = 0;

  note(durationMs: number): void {
    this.#durations[this.#next] = durationMs;
    this.#next = (this.#next + 1) % kept;
  }

  get count(): number {
    return this.#durations.length;
  }

  /** In whole milliseconds; 0 before the first call. */
  percentiles(shares: readonly number[]): number[] {
    const sorted = this.#durations.toSorted((a, b) => a - b);
    return shares.map((share) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0));
  }
}
