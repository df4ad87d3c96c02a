/** Whether several teams ask for the same, lately: a team that trickles is there between its calls as well. */
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

  /** Several are at work: one that waits for a long text asks for nothing else meanwhile. */
  noteSeveral(): void {
    this.#sharedUntil = this.#now() + rememberMs;
  }

  get isShared(): boolean {
    return this.#now() < this.#sharedUntil;
  }
}
