/**
 * How much of an engine is in use, over all of its lanes. No team has all of it, whatever it sends: some is left for the
 * others, who would wait for as long as the slowest of its texts otherwise.
 */
const keptForOthers = 0.25;

export class EngineSlots {
  readonly #total: number;
  readonly #perTeam: number;
  readonly #byTeam = new Map<string, number>();
  /** What the lanes do when something gets free, in the order of their turns. */
  readonly #waiting = new Set<() => void>();
  #used = 0;

  constructor(total: number) {
    this.#total = total;
    this.#perTeam = Math.max(1, total - Math.max(1, Math.floor(total * keptForOthers)));
  }

  get isFull(): boolean {
    return this.#used >= this.#total;
  }

  mayUse(teamId: string): boolean {
    return !this.isFull && (this.#byTeam.get(teamId) ?? 0) < this.#perTeam;
  }

  /** A batch counts for every team that has a text in it. */
  take(teamIds: ReadonlySet<string>): void {
    this.#used++;
    for (const teamId of teamIds) this.#byTeam.set(teamId, (this.#byTeam.get(teamId) ?? 0) + 1);
  }

  free(teamIds: ReadonlySet<string>): void {
    this.#used--;
    for (const teamId of teamIds) {
      const left = (this.#byTeam.get(teamId) ?? 0) - 1;
      if (left > 0) this.#byTeam.set(teamId, left);
      else this.#byTeam.delete(teamId);
    }
    // A lane that still has to wait asks again, and so goes behind the others.
    for (const dispatch of [...this.#waiting]) {
      if (this.isFull) return;
      this.#waiting.delete(dispatch);
      dispatch();
    }
  }

  /** Called once, when something gets free. */
  whenFree(dispatch: () => void): void {
    this.#waiting.add(dispatch);
  }
}
