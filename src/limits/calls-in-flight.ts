/** Counts each team's calls under way on this node, so that one team's slow calls can't fill it. */
export class CallsInFlight {
  readonly #counts = new Map<string, number>();

  /** How to give the place back, or undefined when the team has as many calls under way as it may. */
  enter(teamId: string, most: number): (() => void) | undefined {
    const count = this.#counts.get(teamId) ?? 0;
    if (count >= most) return undefined;
    this.#counts.set(teamId, count + 1);
    let isOver = false;
    return () => {
      // Twice would count a call too few, and let one too many in for as long as the process lives.
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
