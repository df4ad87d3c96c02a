/**
 * What waits for an engine, by team. The team that has had the least of the engine's time goes first, text by text, so
 * that one team's flood leaves the others' waiting time alone.
 */
export interface QueueItem {
  readonly teamId: string;
  /** At least 1. */
  readonly characters: number;
  /** Only items with the same may be taken together. */
  readonly kind?: string | undefined;
}

/** Who goes first. */
export interface TeamOrder<T> {
  orderOf(teamId: string): number;
  /** Whether a team's next item may be taken at the moment. */
  mayTake(item: T): boolean;
  /** What an item that is taken will cost its team; counts for the rest of its batch. */
  costOf(item: T): number;
}

interface TeamQueue<T> {
  /** In the order of arrival. A set: what is given up leaves from the middle. */
  readonly items: Set<T>;
  characters: number;
}

export class FairQueue<T extends QueueItem> {
  /** Of equals, whose turn is longest ago comes first. */
  readonly #teams = new Map<string, TeamQueue<T>>();
  readonly #order: TeamOrder<T>;
  #characters = 0;

  constructor(order: TeamOrder<T>) {
    this.#order = order;
  }

  /** Of all that waits. */
  get characters(): number {
    return this.#characters;
  }

  get teamCount(): number {
    return this.#teams.size;
  }

  /** What waits of each team. */
  *waiting(): Generator<{ teamId: string; characters: number; texts: number }> {
    for (const [teamId, { characters, items }] of this.#teams)
      yield { teamId, characters, texts: items.size };
  }

  add(item: T): void {
    let team = this.#teams.get(item.teamId);
    if (team === undefined) {
      team = { items: new Set(), characters: 0 };
      this.#teams.set(item.teamId, team);
    }
    team.items.add(item);
    team.characters += item.characters;
    this.#characters += item.characters;
  }

  remove(item: T): void {
    const team = this.#teams.get(item.teamId);
    if (team === undefined || !team.items.delete(item)) return;
    team.characters -= item.characters;
    this.#characters -= item.characters;
    if (team.items.size === 0) this.#teams.delete(item.teamId);
  }

  /** The order of the team whose turn it is; undefined when nobody may have one. */
  get nextOrder(): number | undefined {
    const next = this.#next(undefined, new Map());
    return next && this.#order.orderOf(next.teamId);
  }

  /**
   * The next items of one kind, at most so many and of so many characters and this cost together; one at least if
   * anything may be taken.
   */
  take(maxItems: number, maxCharacters: number, maxCost = Number.POSITIVE_INFINITY): T[] {
    const taken: T[] = [];
    /** What the items of this batch cost their teams. */
    const costs = new Map<string, number>();
    let characters = 0;
    let costOfAll = 0;
    while (taken.length < maxItems) {
      const item = this.#next(taken[0], costs);
      if (item === undefined) break;
      const cost = this.#order.costOf(item);
      characters += item.characters;
      costOfAll += cost;
      if (taken.length > 0 && (characters > maxCharacters || costOfAll > maxCost)) break;
      costs.set(item.teamId, (costs.get(item.teamId) ?? 0) + cost);
      taken.push(item);
      this.#endTurn(item);
    }
    return taken;
  }

  /** Everything, in no particular order. */
  takeAll(): T[] {
    const all = [...this.#teams.values()].flatMap(({ items }) => [...items]);
    this.#teams.clear();
    this.#characters = 0;
    return all;
  }

  /** A team whose next item is of another kind is passed over. */
  #next(like: T | undefined, costs: ReadonlyMap<string, number>): T | undefined {
    let first: { item: T; order: number } | undefined;
    for (const [teamId, { items }] of this.#teams) {
      const [item] = items;
      if (item === undefined || (like !== undefined && item.kind !== like.kind)) continue;
      if (!this.#order.mayTake(item)) continue;
      const order = this.#order.orderOf(teamId) + (costs.get(teamId) ?? 0);
      if (first === undefined || order < first.order) first = { item, order };
    }
    return first?.item;
  }

  #endTurn(item: T): void {
    const team = this.#teams.get(item.teamId);
    this.remove(item);
    // Behind its equals, if anything of it is left.
    if (team !== undefined && this.#teams.delete(item.teamId)) this.#teams.set(item.teamId, team);
  }
}
