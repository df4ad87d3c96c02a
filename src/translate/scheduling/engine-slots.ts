/**
 * How much of an engine is in use, over all of its lanes or in one of them. While teams share it, no team has all of it,
 * whatever it sends, and some is left for teams that have nothing of it: they would wait for the slowest text otherwise.
 */
import { type WaitingQueue, WaitingQueues } from './waiting-queues.ts';

const keptForOthers = 0.25;

export interface EngineSlotsOptions {
  /** How much there is while teams share it. */
  readonly whenShared?: number | undefined;
  readonly isShared?: () => boolean;
}

export class EngineSlots {
  readonly #total: number;
  readonly #whenShared: number;
  readonly #isShared: () => boolean;
  readonly #byTeam = new Map<string, number>();
  readonly #waiting = new WaitingQueues();
  #used = 0;

  constructor(total: number, { whenShared = total, isShared = () => true }: EngineSlotsOptions = {}) {
    this.#total = total;
    this.#whenShared = whenShared;
    this.#isShared = isShared;
  }

  get isFull(): boolean {
    return this.#used >= (this.#isShared() ? this.#whenShared : this.#total);
  }

  mayUse(teamId: string): boolean {
    if (this.isFull) return false;
    if (!this.#isShared() || !this.#byTeam.has(teamId)) return true;
    return this.#used < this.#whenShared - Math.max(1, Math.floor(this.#whenShared * keptForOthers));
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
    this.#waiting.wake(() => !this.isFull);
  }

  /** Called once, when something gets free. */
  whenFree(lane: WaitingQueue): void {
    this.#waiting.add(lane);
  }
}
