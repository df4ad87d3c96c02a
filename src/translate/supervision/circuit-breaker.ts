/**
 * Leaves an engine alone after failures in a row, then lets one call at a time try again. Whoever comes while that
 * one is under way goes elsewhere at once, and a try that was given up says nothing: it neither closes nor opens.
 *
 * One team's failures may be the fault of its texts, so they close the way for that team alone; failures of several
 * teams in a row are the engine's, and close it for everybody.
 */
export interface CircuitBreakerOptions {
  readonly failuresToOpen: number;
  readonly openMs: number;
  readonly now?: () => number;
}

/** Failures since the last success, of one team or of all. */
interface Streak {
  failures: number;
  openUntil: number;
  isTrying: boolean;
}

/** A success forgets a team; this is for teams that failed and never came back. */
const maxTeams = 1_000;

export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #now: () => number;
  readonly #everybody: Streak = newStreak();
  /** Whose calls failed since the last success. */
  readonly #failing = new Set<string>();
  /** Of the teams whose last call failed. */
  readonly #teams = new Map<string, Streak>();

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether a team's call may go through now. */
  isClosedFor(teamId: string): boolean {
    if (this.#isOpenForAll && !this.#mayTry(this.#everybody)) return false;
    const own = this.#teams.get(teamId);
    return own === undefined || !this.#isLong(own) || this.#mayTry(own);
  }

  /** Whether no team's calls are kept away. */
  get isClosed(): boolean {
    return [this.#everybody, ...this.#teams.values()].every((streak) => !this.#isLong(streak));
  }

  /** `isFault` tells failures of the engine from calls that were given up or shed. */
  async run<T>(teamId: string, work: () => Promise<T>, isFault: (error: unknown) => boolean): Promise<T> {
    const own = this.#teams.get(teamId);
    const tried = [
      ...(this.#isOpenForAll ? [this.#everybody] : []),
      ...(own !== undefined && this.#isLong(own) ? [own] : []),
    ];
    for (const streak of tried) streak.isTrying = true;
    try {
      const result = await work();
      this.#everybody.failures = 0;
      this.#failing.clear();
      this.#teams.delete(teamId);
      return result;
    } catch (error) {
      if (isFault(error)) this.#countFailure(teamId);
      throw error;
    } finally {
      for (const streak of tried) streak.isTrying = false;
    }
  }

  get #isOpenForAll(): boolean {
    return this.#isLong(this.#everybody) && this.#failing.size > 1;
  }

  #isLong({ failures }: Streak): boolean {
    return failures >= this.#options.failuresToOpen;
  }

  #mayTry({ isTrying, openUntil }: Streak): boolean {
    return !isTrying && this.#now() >= openUntil;
  }

  #countFailure(teamId: string): void {
    const own = this.#teams.get(teamId) ?? newStreak();
    if (this.#teams.size >= maxTeams) this.#teams.clear();
    this.#teams.set(teamId, own);
    this.#failing.add(teamId);
    for (const streak of [own, this.#everybody]) {
      streak.failures++;
      if (this.#isLong(streak)) streak.openUntil = this.#now() + this.#options.openMs;
    }
  }
}

function newStreak(): Streak {
  return { failures: 0, openUntil: 0, isTrying: false };
}
