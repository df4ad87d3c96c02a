/**
 * The memory that bodies and large answers may take, shared by all listeners of a process. It counts what has really
 * arrived: what a client announces and never sends takes nothing from anybody. When the memory is full, the team that
 * holds most of it gives way, so no team can keep the others out.
 */
export interface ExchangeLimits {
  /** Bytes of all exchanges together. */
  readonly maxBytes: number;
  readonly maxBytesPerTeam: number;
  /** Large exchanges of a team at once, because each is worth a large part of the memory. */
  readonly maxLargePerTeam: number;
  /** A large body that brings less than `minBytes` in `patience` checks in a row is dropped. */
  readonly minBytes: number;
  readonly patience: number;
  readonly checkMs: number;
}

/** Why an exchange was dropped before its end: the memory was needed, or the client was too slow. */
export type DropReason = 'memory' | 'slow';

export interface NewExchange {
  readonly team: string;
  readonly isLarge: boolean;
  /** Not an answer, for whose progress its client has other limits. */
  readonly isBody: boolean;
  /** Called at most once, never after the end. */
  drop(reason: DropReason): void;
}

export interface Exchange {
  /** Counts bytes that are in memory from now on. The exchange may be dropped by this. */
  hold(bytes: number): void;
  /** All of the body is there. Dropping it now would waste what is nearly done. */
  finishBody(): void;
  /** Gives everything back; again does nothing. */
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

  /** Undefined when the team has as many large exchanges under way as it may. */
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
    while (this.#bytes > this.#limits.maxBytes) this.#drop(this.#leastDeserving() ?? held);
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

  /** Of the team that holds most, because any other choice would let it keep the others out. */
  #leastDeserving(): Held | undefined {
    const teams = new Set(this.#droppable().map(({ team }) => team));
    const [most] = [...teams].toSorted((a, b) => this.#bytesOf(b) - this.#bytesOf(a));
    return most === undefined ? undefined : this.#newestOf(most);
  }

  /** The newest that holds something: the older ones are nearer to their end, and the empty ones would free nothing. */
  #newestOf(team: string): Held | undefined {
    return this.#droppable().findLast((held) => held.team === team);
  }

  #droppable(): Held[] {
    return [...this.#held].filter(({ isDroppable, bytes }) => isDroppable && bytes > 0);
  }

  /** Checks are counted and not the time: after a stall of this process what has arrived is read before the next one. */
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

/** Small bodies take no place of their team; the time-out of the request is enough for them. */
function mustProgress({ isLarge, isBody, isDroppable }: Held): boolean {
  return isLarge && isBody && isDroppable;
}
