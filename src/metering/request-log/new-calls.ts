/**
 * Lets people who watch the request log wait for the next call of their team, whichever node logs it. All who wait on this node
 * share one short query a few times a second; without them there is none.
 */

/** The log is written twice a second, so a call is seen within a second of its end. */
export const checkEveryMs = 300;

/** Nobody waits for longer: a session may end meanwhile, and so may this process. */
export const longestWaitMs = 3_000;

/** More people than watch at once. Those beyond are answered without waiting, and ask again. */
export const maxWaiting = 1_000;

/** The newest row of each team; teams without rows are missing. */
export type ReadNewest = (teamIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

interface Waiting {
  readonly teamId: string;
  readonly seen: string | undefined;
  readonly untilMs: number;
  readonly end: (newest: string | undefined) => void;
  readonly fail: (error: unknown) => void;
}

export class NewCalls {
  readonly #readNewest: ReadNewest;
  readonly #now: () => number;
  #waiting: Waiting[] = [];
  /** Those of the check that is under way. */
  #asking: readonly Waiting[] = [];
  #isChecking = false;

  constructor(readNewest: ReadNewest, now: () => number = () => performance.now()) {
    this.#readNewest = readNewest;
    this.#now = now;
  }

  /** Returns the newest row of the team, once it is not `seen` or the time is over. */
  async next(teamId: string, seen: string | undefined): Promise<string | undefined> {
    if (this.#waiting.length + this.#asking.length >= maxWaiting)
      return (await this.#readNewest([teamId])).get(teamId);
    return new Promise((end, fail) => {
      this.#waiting.push({ teamId, seen, untilMs: this.#now() + longestWaitMs, end, fail });
      if (!this.#isChecking) void this.#check();
    });
  }

  /** One check at a time: while the database is slow, no further queries wait for it. */
  async #check(): Promise<void> {
    this.#isChecking = true;
    while (this.#waiting.length > 0) {
      const asking = this.#waiting;
      this.#asking = asking;
      this.#waiting = [];
      try {
        const newest = await this.#readNewest([...new Set(asking.map(({ teamId }) => teamId))]);
        for (const one of asking) {
          const found = newest.get(one.teamId);
          if (found !== one.seen || one.untilMs <= this.#now()) one.end(found);
          else this.#waiting.push(one);
        }
      } catch (error) {
        for (const one of asking) one.fail(error);
      }
      this.#asking = [];
      if (this.#waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
    }
    this.#isChecking = false;
  }
}
