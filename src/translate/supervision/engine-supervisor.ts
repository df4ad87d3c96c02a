/**
 * All engines as the translator sees them: every text goes through a lane of its engine and pair, behind a breaker.
 * An engine that fails or hangs for a pair is left alone for a moment, and calls go elsewhere at once.
 */
import { type Engine, EngineError } from '../../engines/engine.ts';
import type { EngineResult } from '../../observability/metrics.ts';
import { EngineQueue, OverloadError, type SharedByQueues, type Work } from '../scheduling/engine-queue.ts';
import { EngineSlots } from '../scheduling/engine-slots.ts';
import { TeamTimes } from '../scheduling/team-times.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type AttemptMetrics, EngineAttempt } from './engine-attempt.ts';
import { RecentLatencies } from './recent-latencies.ts';

/** One failure may be the fault of a text; three in a row are the engine's, unless they are all one team's. */
const failuresToOpen = 3;
/** Then one call tries again. */
const openMs = 5_000;

export interface EngineAndPair {
  readonly engine: Engine;
  readonly source: string;
  readonly target: string;
}

export interface QueueStatus {
  readonly engine: string;
  readonly pair: string;
  /** Whether calls are kept away, of one team or of all. */
  readonly isOpen: boolean;
  readonly waitingCharacters: number;
  readonly batchesUnderWay: number;
  readonly times: RecentLatencies;
}

export interface ProbedHealth {
  readonly healthy: boolean;
  readonly detail: string;
}

export interface KnownHealth extends ProbedHealth {
  /** Since when it is well, or not: what it says may have changed meanwhile. */
  readonly since: Date;
}

export class EngineSupervisor {
  readonly #queues = new Map<
    string,
    { lane: EngineQueue; breaker: CircuitBreaker; times: RecentLatencies; at: EngineAndPair }
  >();
  /** By engine. */
  readonly #shared = new Map<string, SharedByQueues>();
  readonly #healths = new Map<string, KnownHealth>();
  readonly #metrics: AttemptMetrics | undefined;

  constructor(metrics?: AttemptMetrics) {
    this.#metrics = metrics;
  }

  /** Rejects with `EngineError` when the engine fails or is left alone, with the signal's reason when that is aborted. */
  async translate(at: EngineAndPair, texts: readonly string[], work: Work): Promise<string[]> {
    const { lane, breaker, times } = this.#queueOf(at);
    if (!this.isAvailable(at, work.teamId))
      throw new EngineError(`${at.engine.id} is left alone after failures`);
    const attempt = new EngineAttempt(at, texts, work.span, this.#metrics);
    const attemptWork = { ...work, span: attempt.span, onBegin: () => attempt.begin() };
    try {
      const answers = await breaker.run(work.teamId, () => lane.translate(texts, attemptWork), isEngineFault);
      times.note(attempt.end('ok'));
      return answers;
    } catch (error) {
      attempt.end(resultOf(error));
      throw error;
    }
  }

  /** Whether there is any use in asking: its last answers were good, and its probe as well. */
  isAvailable(at: EngineAndPair, teamId: string): boolean {
    return !this.#isDown(at.engine.id) && this.#queueOf(at).breaker.isClosedFor(teamId);
  }

  /**
   * Whether a team's call would be refused by all of these, whatever it asks for: those that are not left alone are
   * overloaded. The call counts as shed by the first of them.
   */
  shedsFor(teamId: string, all: readonly EngineAndPair[], deadlineMs: number): boolean {
    let first: EngineAndPair | undefined;
    for (const at of all) {
      // Nothing waits for one that was never asked, and this asks for nothing.
      const known = this.#queues.get(keyOf(at));
      const isOpen = !this.#isDown(at.engine.id) && (known?.breaker.isClosedFor(teamId) ?? true);
      if (isOpen && !known?.lane.isOverloadedFor(teamId, deadlineMs)) return false;
      if (isOpen) first ??= at;
    }
    if (first !== undefined) this.#metrics?.countEngineCall(first.engine.id, 'shed', undefined);
    return first !== undefined;
  }

  /** What the engine's own health check says. */
  reportHealth(engineId: string, health: ProbedHealth, now = new Date()): void {
    const before = this.#healths.get(engineId);
    const since = before?.healthy === health.healthy ? before.since : now;
    this.#healths.set(engineId, { ...health, since });
  }

  /** What it said last; undefined before its first probe. */
  healthOf(engineId: string): KnownHealth | undefined {
    return this.#healths.get(engineId);
  }

  #isDown(engineId: string): boolean {
    return this.#healths.get(engineId)?.healthy === false;
  }

  /** Of the pairs that were asked for so far. */
  status(): QueueStatus[] {
    return [...this.#queues.values()].map(({ lane, breaker, times, at }) => ({
      engine: at.engine.id,
      pair: `${at.source}>${at.target}`,
      isOpen: this.#isDown(at.engine.id) || !breaker.isClosed,
      waitingCharacters: lane.waitingCharacters,
      batchesUnderWay: lane.batchesUnderWay,
      times,
    }));
  }

  #sharedBy({ id, capacity }: Engine): SharedByQueues {
    const { batchesInAll, workers, workersServeAllPairs } = capacity;
    let shared = this.#shared.get(id);
    if (shared === undefined) {
      // Threads go on with the model that they have, and can only do so while they have a choice.
      const times = new TeamTimes({ workers, longAtOnce: Number.POSITIVE_INFINITY });
      shared = {
        times: batchesInAll === undefined && !workersServeAllPairs ? undefined : times,
        slots: batchesInAll === undefined ? undefined : new EngineSlots(batchesInAll),
      };
      this.#shared.set(id, shared);
    }
    return shared;
  }

  #queueOf(at: EngineAndPair) {
    const key = keyOf(at);
    let entry = this.#queues.get(key);
    if (entry === undefined) {
      const breaker = new CircuitBreaker({ failuresToOpen, openMs });
      entry = {
        lane: new EngineQueue(at.engine, at, this.#sharedBy(at.engine)),
        breaker,
        times: new RecentLatencies(),
        at,
      };
      this.#queues.set(key, entry);
    }
    return entry;
  }
}

function keyOf({ engine, source, target }: EngineAndPair): string {
  return `${engine.id} ${source}>${target}`;
}

/** Too much work and calls that were given up say nothing about the engine. */
function isEngineFault(error: unknown): boolean {
  return error instanceof EngineError && !(error instanceof OverloadError);
}

function resultOf(error: unknown): EngineResult {
  if (error instanceof OverloadError) return 'shed';
  return error instanceof EngineError ? 'failed' : 'given_up';
}
