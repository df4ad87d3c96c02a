/**
 * What waits for an engine, by team. Teams take turns, and a turn is worth the same number of characters for each
 * (deficit round robin), so that one team's flood leaves the others' waiting time alone.
 */

/** Characters a turn: about one sentence, so that nobody waits for more than a sentence of each other team. */
const quantum = 200;

export interface QueueItem {
  readonly teamId: string;
  /** In characters, at least 1. */
  readonly cost: number;
  /** Only items with the same may be taken together. */
  readonly kind?: string | undefined;
}

interface TeamQueue<T> {
  /** In the order of arrival. A set: what is given up leaves from the middle. */
  readonly items: Set<T>;
  cost: number;
  deficit: number;
  /** Its turn has begun, and a full batch ended before it did. */
  isInTurn: boolean;
}

export class FairQueue<T extends QueueItem> {
  /** In the order of their turns. */
  readonly #teams = new Map<string, TeamQueue<T>>();
  #cost = 0;

  /** Of all that waits. */
  get cost(): number {
    return this.#cost;
  }

  get teamCount(): number {
    return this.#teams.size;
  }

  costOf(teamId: string): number {
    return this.#teams.get(teamId)?.cost ?? 0;
  }

  add(item: T): void {
    let team = this.#teams.get(item.teamId);
    if (team === undefined) {
      team = { items: new Set(), cost: 0, deficit: 0, isInTurn: false };
      this.#teams.set(item.teamId, team);
    }
    team.items.add(item);
    team.cost += item.cost;
    this.#cost += item.cost;
  }

  remove(item: T): void {
    const team = this.#teams.get(item.teamId);
    if (team === undefined || !team.items.delete(item)) return;
    team.cost -= item.cost;
    this.#cost -= item.cost;
    // An idle team saves nothing up: its next item starts a new turn behind the others.
    if (team.items.size === 0) this.#teams.delete(item.teamId);
  }

  /**
   * The next items of one kind, at most so many and of at most this cost together; one at least if anything waits.
   * A team that waits with another kind is passed over and keeps its place: the next batch begins with it. So is one that
   * may not have more at the moment.
   */
  take(maxItems: number, maxCost: number, mayTake: (teamId: string) => boolean = () => true): T[] {
    const taken: T[] = [];
    let cost = 0;
    while (taken.length < maxItems) {
      const next = this.#nextInTurn(taken[0], mayTake);
      if (next === undefined) break;
      const { teamId, team, item } = next;
      if (taken.length > 0 && cost + item.cost > maxCost) break;
      if (!team.isInTurn) {
        team.isInTurn = true;
        team.deficit += quantum;
      }
      if (item.cost > team.deficit) {
        this.#endTurn(teamId, team);
        continue;
      }
      team.deficit -= item.cost;
      cost += item.cost;
      taken.push(item);
      this.remove(item);
    }
    return taken;
  }

  /** Everything, in no particular order. */
  takeAll(): T[] {
    const all = [...this.#teams.values()].flatMap(({ items }) => [...items]);
    this.#teams.clear();
    this.#cost = 0;
    return all;
  }

  #nextInTurn(
    like: T | undefined,
    mayTake: (teamId: string) => boolean,
  ): { teamId: string; team: TeamQueue<T>; item: T } | undefined {
    for (const [teamId, team] of this.#teams) {
      if (!mayTake(teamId)) continue;
      const [item] = team.items;
      if (item === undefined) continue;
      if (like === undefined || item.kind === like.kind) return { teamId, team, item };
      // Had it kept its turn, its small batches of many kinds would go before everybody else's.
      if (team.isInTurn) {
        team.deficit = 0;
        this.#endTurn(teamId, team);
      }
    }
    return undefined;
  }

  #endTurn(teamId: string, team: TeamQueue<T>): void {
    team.isInTurn = false;
    this.#teams.delete(teamId);
    this.#teams.set(teamId, team);
  }
}
