/** How long the last calls took, for the operator's view: a fixed number of them, whatever the load. */
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

  /** In whole milliseconds, each of these shares of the calls was faster; 0 where there was none yet. */
  percentiles(shares: readonly number[]): number[] {
    const sorted = this.#durations.toSorted((a, b) => a - b);
    return shares.map((share) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0));
  }
}
