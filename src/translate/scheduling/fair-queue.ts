/**
 * The texts that wait for an engine, by team. The team that has used the least engine time goes first, text
 * by text, so that a flood from one team does not delay the others.
 */
export interface QueueItem {
  readonly teamId: string;
  /** At least 1. */
  readonly characters: number;
  /** Only items of the same kind may share a batch. */
  readonly kind?: string | undefined;
  /** What a batch of this kind contains besides its items, once for all of them. */
  readonly charactersOfBatch?: number | undefined;
}

/** Decides which team goes first. */
export interface TeamOrder<T> {
  orderOf(teamId: string): number;
  /** Whether this item, the next of its team, may be taken now. */
  mayTake(item: T): boolean;
  /** The cost of an item to its team. It counts for the rest of the batch that takes the item. */
  costOf(item: T): number;
}

interface TeamQueue<T> {
  /** In order of arrival. A set, because cancelled items are removed from the middle. */
  readonly items: Set<T>;
  characters: number;
}

export class FairQueue<T extends QueueItem> {
  /** In order of their last turn, oldest first; this decides between teams of equal order. */
  readonly #teams = new Map<string, TeamQueue<T>>();
  readonly #order: TeamOrder<T>;
  #characters = 0;

  constructor(order: TeamOrder<T>) {
    this.#order = order;
  }

  /** The total of all waiting items. */
  get characters(): number {
    return this.#characters;
  }

  get teamCount(): number {
    return this.#teams.size;
  }

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

  /** The order of the next team; undefined when no team may take a turn. */
  get nextOrder(): number | undefined {
    const next = this.#next(undefined, new Map());
    return next && this.#order.orderOf(next.teamId);
  }

  /**
   * Takes the next items of one kind, within the limits. Takes at least one item if any may be taken, even if
   * it exceeds `maxCharacters` or `maxCost`.
   */
  take(maxItems: number, maxCharacters: number, maxCost = Number.POSITIVE_INFINITY): T[] {
    const taken: T[] = [];
    /** The cost of this batch by team. */
    const costs = new Map<string, number>();
    let characters = 0;
    let costOfAll = 0;
    while (taken.length < maxItems) {
      const item = this.#next(taken[0], costs);
      if (item === undefined) break;
      const cost = this.#order.costOf(item);
      if (taken.length === 0) characters += item.charactersOfBatch ?? 0;
      characters += item.characters;
      costOfAll += cost;
      if (taken.length > 0 && (characters > maxCharacters || costOfAll > maxCost)) break;
      costs.set(item.teamId, (costs.get(item.teamId) ?? 0) + cost);
      taken.push(item);
      this.#endTurn(item);
    }
    return taken;
  }

  /** All items, in no particular order. */
  takeAll(): T[] {
    const all = [...this.#teams.values()].flatMap(({ items }) => [...items]);
    this.#teams.clear();
    this.#characters = 0;
    return all;
  }

  /** Skips teams whose next item is of another kind. */
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
    // A team that still has items moves behind the teams of equal order.
    if (team !== undefined && this.#teams.delete(item.teamId)) this.#teams.set(item.teamId, team);
  }
}
