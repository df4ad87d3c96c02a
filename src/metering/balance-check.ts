/**
 * Checks before any work whether the last known balance covers a call. This only saves work; the charge
 * decides. Memory may say yes too often (another node spent the rest) but never no: before a call is refused,
 * Postgres is asked, so new credit counts at once.
 */
import { recentlyUsed } from '../lib/recently-used.ts';

/** Teams whose balance is remembered; the least recently used ones are read again. */
const maxRemembered = 100_000;

export class BalanceCheck {
  readonly #read: (teamId: string) => Promise<number | undefined>;
  readonly #known = recentlyUsed<string, number>(maxRemembered);
  readonly #asking = new Map<string, Promise<number>>();

  constructor(read: (teamId: string) => Promise<number | undefined>) {
    this.#read = read;
  }

  async covers(teamId: string, characters: number): Promise<boolean> {
    const known = this.#known.get(teamId);
    if (known !== undefined && known >= characters) return true;
    // A read that began before this call may have missed new credit: it may admit the call, not refuse it.
    const underWay = this.#asking.get(teamId);
    if (underWay !== undefined && (await underWay) >= characters) return true;
    return (await this.#ask(teamId)) >= characters;
  }

  /** Stores the balance that a charge returned. */
  remember(teamId: string, available: number): void {
    this.#known.set(teamId, available);
  }

  /** Concurrent callers share one read. */
  #ask(teamId: string): Promise<number> {
    const underWay = this.#asking.get(teamId);
    if (underWay !== undefined) return underWay;
    const answer = this.#read(teamId)
      .then((available) => {
        this.remember(teamId, available ?? 0);
        return available ?? 0;
      })
      .finally(() => this.#asking.delete(teamId));
    this.#asking.set(teamId, answer);
    return answer;
  }
}
