/**
 * Tracks whether several teams have used the same resource recently. The window covers the gaps between the
 * calls of a team that calls rarely.
 */
const rememberMs = 10_000;

export class Sharing {
  readonly #now: () => number;
  #lastTeam: string | undefined;
  #sharedUntil = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  note(teamId: string): void {
    if (this.#lastTeam !== undefined && this.#lastTeam !== teamId)
      this.#sharedUntil = this.#now() + rememberMs;
    this.#lastTeam = teamId;
  }

  /**
   * Several teams have work in progress. A team that waits for a long text makes no other calls, so `note`
   * would miss it.
   */
  noteSeveral(): void {
    this.#sharedUntil = this.#now() + rememberMs;
  }

  get isShared(): boolean {
    return this.#now() < this.#sharedUntil;
  }
}
