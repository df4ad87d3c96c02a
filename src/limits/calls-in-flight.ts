/** Counts each team's calls in progress on this node, so that slow calls of one team cannot fill it. */
export class CallsInFlight {
  readonly #counts = new Map<string, number>();

  /** Returns a function that gives the place back, or undefined if the team has reached its limit. */
  enter(teamId: string, most: number): (() => void) | undefined {
    const count = this.#counts.get(teamId) ?? 0;
    if (count >= most) return undefined;
    this.#counts.set(teamId, count + 1);
    let isOver = false;
    return () => {
      // A second call would lower the count too far, and admit one call too many for the life of the process.
      if (isOver) return;
      isOver = true;
      this.#leave(teamId);
    };
  }

  #leave(teamId: string): void {
    const count = this.#counts.get(teamId) ?? 0;
    if (count > 1) this.#counts.set(teamId, count - 1);
    else this.#counts.delete(teamId);
  }
}
