/** The lanes that wait for something that they share. Whose next team has had the least goes first. */
export interface WaitingLane {
  /** Undefined when it has nothing that may go. */
  readonly nextOrder: number | undefined;
  dispatch(): void;
}

export class WaitingLanes {
  /** Of equals, who has waited longest goes first. */
  readonly #lanes = new Set<WaitingLane>();

  add(lane: WaitingLane): void {
    this.#lanes.add(lane);
  }

  /** Tells each of them once; one that still has to wait asks again, and so goes behind its equals. */
  wake(mayGoOn: () => boolean): void {
    for (const lane of this.#inOrder()) {
      if (!mayGoOn()) return;
      this.#lanes.delete(lane);
      lane.dispatch();
    }
  }

  #inOrder(): WaitingLane[] {
    const lanes = [...this.#lanes];
    if (lanes.length < 2) return lanes;
    return lanes
      .map((lane) => ({ lane, order: lane.nextOrder ?? Number.MAX_VALUE }))
      .sort((a, b) => a.order - b.order)
      .map(({ lane }) => lane);
  }
}
