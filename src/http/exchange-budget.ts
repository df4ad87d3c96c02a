/**
 * The memory budget for bodies and large responses, shared by all listeners of a process. It counts bytes
 * that have arrived, so a body that is announced and never sent uses nothing. When the budget is exhausted,
 * the team that holds the most loses an exchange, so no team can lock out the others.
 */
export interface ExchangeLimits {
  /** Total bytes of all exchanges. */
  readonly maxBytes: number;
  readonly maxBytesPerTeam: number;
  /** Concurrent large exchanges of a team, because each can use a large part of the budget. */
  readonly maxLargePerTeam: number;
  /** A large body that receives less than `minBytes` in `patience` consecutive checks is dropped. */
  readonly minBytes: number;
  readonly patience: number;
  readonly checkMs: number;
}

/** Why an exchange was dropped early: its memory was needed, or its client was too slow. */
export type DropReason = 'memory' | 'slow';

export interface NewExchange {
  readonly team: string;
  readonly isLarge: boolean;
  /** False for a response, whose progress is limited elsewhere. */
  readonly isBody: boolean;
  /** Called at most once, and never after `end`. */
  drop(reason: DropReason): void;
}

export interface Exchange {
  /** Counts bytes that are now in memory. This may drop the exchange. */
  hold(bytes: number): void;
  /** The whole body has arrived. It is no longer dropped, because that would waste nearly finished work. */
  finishBody(): void;
  /** Releases all bytes. Repeated calls do nothing. */
  end(): void;
}

interface Held extends NewExchange {
  bytes: number;
  isDroppable: boolean;
  recentBytes: number;
  checks: number;
}

export class ExchangeBudget {
  readonly #limits: ExchangeLimits;
  /** Oldest first. */
  readonly #held = new Set<Held>();
  /** Only teams that hold something. */
  readonly #bytesOfTeams = new Map<string, number>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: ExchangeLimits) {
    this.#limits = limits;
  }

  /** Returns undefined when the team has reached its limit of concurrent large exchanges. */
  begin(exchange: NewExchange): Exchange | undefined {
    if (exchange.isLarge && this.#largeOf(exchange.team) >= this.#limits.maxLargePerTeam) return undefined;
    const held: Held = { ...exchange, bytes: 0, isDroppable: true, recentBytes: 0, checks: 0 };
    this.#held.add(held);
    this.#timer ??= setInterval(() => this.#dropSlow(), this.#limits.checkMs).unref();
    return {
      hold: (bytes) => this.#hold(held, bytes),
      finishBody: () => {
        held.isDroppable = false;
      },
      end: () => this.#end(held),
    };
  }

  use(): { exchanges: number; bytes: number } {
    return { exchanges: this.#held.size, bytes: this.#bytes };
  }

  #hold(held: Held, bytes: number): void {
    if (!this.#held.has(held)) return;
    held.bytes += bytes;
    held.recentBytes += bytes;
    this.#count(held.team, bytes);
    while (this.#bytesOf(held.team) > this.#limits.maxBytesPerTeam)
      this.#drop(this.#newestOf(held.team) ?? held);
    while (this.#bytes > this.#limits.maxBytes) this.#drop(this.#nextToDrop() ?? held);
  }

  #drop(held: Held, reason: DropReason = 'memory'): void {
    this.#end(held);
    held.drop(reason);
  }

  #end(held: Held): void {
    if (!this.#held.delete(held)) return;
    this.#count(held.team, -held.bytes);
    if (this.#held.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #count(team: string, change: number): void {
    this.#bytes += change;
    const left = this.#bytesOf(team) + change;
    if (left === 0) this.#bytesOfTeams.delete(team);
    else this.#bytesOfTeams.set(team, left);
  }

  #bytesOf(team: string): number {
    return this.#bytesOfTeams.get(team) ?? 0;
  }

  #largeOf(team: string): number {
    let count = 0;
    for (const held of this.#held) if (held.isLarge && held.team === team) count++;
    return count;
  }

  /** Picks from the team that holds the most; any other choice would let that team lock out the others. */
  #nextToDrop(): Held | undefined {
    const teams = new Set(this.#droppable().map(({ team }) => team));
    const [most] = [...teams].toSorted((a, b) => this.#bytesOf(b) - this.#bytesOf(a));
    return most === undefined ? undefined : this.#newestOf(most);
  }

  /** The newest that holds bytes: older ones are closer to completion, and empty ones would free nothing. */
  #newestOf(team: string): Held | undefined {
    return this.#droppable().findLast((held) => held.team === team);
  }

  #droppable(): Held[] {
    return [...this.#held].filter(({ isDroppable, bytes }) => isDroppable && bytes > 0);
  }

  /** Counts checks, not time: after a stall of this process, pending data is read before the next check. */
  #dropSlow(): void {
    const { minBytes, patience } = this.#limits;
    for (const held of this.#held) {
      if (!mustProgress(held) || ++held.checks < patience) continue;
      if (held.recentBytes < minBytes) this.#drop(held, 'slow');
      held.checks = 0;
      held.recentBytes = 0;
    }
  }
}

/** Small bodies do not count towards the team's limit; the request time-out is enough for them. */
function mustProgress({ isLarge, isBody, isDroppable }: Held): boolean {
  return isLarge && isBody && isDroppable;
}
