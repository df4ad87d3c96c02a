/**
 * All engines as the translator sees them: every text goes through a lane of its engine and pair, behind a breaker.
 * An engine that fails or hangs for a pair is left alone for a moment, and calls go elsewhere at once.
 */
import { type Engine, EngineError } from '../engines/engine.ts';
import { Breaker } from './breaker.ts';
import { Lane, OverloadError, type Work } from './scheduling/lane.ts';

/** One failure may be the fault of a text; three in a row are the engine's. */
const failuresToOpen = 3;
/** Then one call tries again. */
const openMs = 5_000;

export interface EngineAndPair {
  readonly engine: Engine;
  readonly source: string;
  readonly target: string;
}

export interface LaneStatus {
  readonly engine: string;
  readonly pair: string;
  readonly isOpen: boolean;
  readonly waitingCharacters: number;
}

export class EngineBoard {
  readonly #lanes = new Map<string, { lane: Lane; breaker: Breaker; at: EngineAndPair }>();
  readonly #down = new Set<string>();

  /** Rejects with `EngineError` when the engine fails or is left alone, with the signal's reason when that is aborted. */
  async translate(at: EngineAndPair, texts: readonly string[], work: Work): Promise<string[]> {
    const { lane, breaker } = this.#laneOf(at);
    if (!this.isAvailable(at)) throw new EngineError(`${at.engine.id} is left alone after failures`);
    return breaker.run(() => lane.translate(texts, work), isEngineFault);
  }

  /** Whether there is any use in asking: its last answers were good, and its probe as well. */
  isAvailable(at: EngineAndPair): boolean {
    return !this.#down.has(at.engine.id) && this.#laneOf(at).breaker.isClosed;
  }

  /** What the engine's own health check says. */
  reportHealth(engineId: string, isHealthy: boolean): void {
    if (isHealthy) this.#down.delete(engineId);
    else this.#down.add(engineId);
  }

  /** Of the pairs that were asked for so far. */
  status(): LaneStatus[] {
    return [...this.#lanes.values()].map(({ lane, at }) => ({
      engine: at.engine.id,
      pair: `${at.source}>${at.target}`,
      isOpen: !this.isAvailable(at),
      waitingCharacters: lane.waitingCharacters,
    }));
  }

  #laneOf(at: EngineAndPair) {
    const key = `${at.engine.id} ${at.source}>${at.target}`;
    let entry = this.#lanes.get(key);
    if (entry === undefined) {
      entry = { lane: new Lane(at.engine, at), breaker: new Breaker({ failuresToOpen, openMs }), at };
      this.#lanes.set(key, entry);
    }
    return entry;
  }
}

/** Too much work and calls that were given up say nothing about the engine. */
function isEngineFault(error: unknown): boolean {
  return error instanceof EngineError && !(error instanceof OverloadError);
}
