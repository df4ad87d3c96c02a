/**
 * Opens after consecutive failures of an engine; after `openMs` it lets one call at a time try again. Calls
 * that arrive during that trial use another route at once. A trial that is cancelled neither closes nor opens
 * the circuit.
 *
 * Failures of one team may be caused by its texts, so they open the circuit for that team only. Consecutive
 * failures of several teams are the engine's and open it for all teams.
 */
export interface CircuitBreakerOptions {
  readonly failuresToOpen: number;
  readonly openMs: number;
  readonly now?: () => number;
}

/** Failures since the last success, of one team or of all teams. */
interface Streak {
  failures: number;
  openUntil: number;
  isTrying: boolean;
}

/** A success removes a team. The limit covers teams that failed and never called again. */
const maxTeams = 1_000;

export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #now: () => number;
  readonly #allTeams: Streak = newStreak();
  /** The teams whose calls failed since the last success of any team. */
  readonly #failing = new Set<string>();
  /** Holds only teams whose last call failed. */
  readonly #teams = new Map<string, Streak>();

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether a call of this team may be sent now. */
  isClosedFor(teamId: string): boolean {
    if (this.#isOpenForAll && !this.#mayTry(this.#allTeams)) return false;
    const own = this.#teams.get(teamId);
    return own === undefined || !this.#hasTripped(own) || this.#mayTry(own);
  }

  /** Whether the circuit is closed for every team. */
  get isClosed(): boolean {
    return [this.#allTeams, ...this.#teams.values()].every((streak) => !this.#hasTripped(streak));
  }

  /** `isFault` distinguishes failures of the engine from cancelled or shed calls. */
  async run<T>(teamId: string, work: () => Promise<T>, isFault: (error: unknown) => boolean): Promise<T> {
    const own = this.#teams.get(teamId);
    const trials = [
      ...(this.#isOpenForAll ? [this.#allTeams] : []),
      ...(own !== undefined && this.#hasTripped(own) ? [own] : []),
    ];
    for (const streak of trials) streak.isTrying = true;
    try {
      const result = await work();
      this.#allTeams.failures = 0;
      this.#failing.clear();
      this.#teams.delete(teamId);
      return result;
    } catch (error) {
      if (isFault(error)) this.#countFailure(teamId);
      throw error;
    } finally {
      for (const streak of trials) streak.isTrying = false;
    }
  }

  get #isOpenForAll(): boolean {
    return this.#hasTripped(this.#allTeams) && this.#failing.size > 1;
  }

  #hasTripped({ failures }: Streak): boolean {
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
    for (const streak of [own, this.#allTeams]) {
      streak.failures++;
      if (this.#hasTripped(streak)) streak.openUntil = this.#now() + this.#options.openMs;
    }
  }
}

function newStreak(): Streak {
  return { failures: 0, openUntil: 0, isTrying: false };
}
