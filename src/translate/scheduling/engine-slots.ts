/**
 * Counts the slots of an engine that are in use, over all of its queues or in one of them. While teams share
 * the engine, no team gets all slots, and some are reserved for teams that have none: otherwise these would
 * wait for the slowest text.
 */
import { type WaitingQueue, WaitingQueues } from './waiting-queues.ts';

const keptForOthers = 0.25;

export interface EngineSlotsOptions {
  /** The number of slots while teams share the engine. */
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

  /** The queue is dispatched once, when a slot becomes free. */
  whenFree(queue: WaitingQueue): void {
    this.#waiting.add(queue);
  }
}
