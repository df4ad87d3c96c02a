/**
 * The translator's access to all engines: every text passes through the queue of its engine and pair, behind
 * a circuit breaker. When an engine fails or hangs for a pair, its circuit opens for a few seconds and calls
 * use another route at once.
 */
import { type Engine, EngineError } from '../../engines/engine.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import type { EngineResult } from '../../observability/metrics.ts';
import { OverloadError } from '../overload-error.ts';
import { EngineQueue, type SharedByQueues } from '../scheduling/engine-queue.ts';
import { EngineSlots } from '../scheduling/engine-slots.ts';
import { TeamTimes } from '../scheduling/team-times.ts';
import type { Work } from '../scheduling/work.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { type AttemptMetrics, EngineAttempt } from './engine-attempt.ts';
import { RecentLatencies } from './recent-latencies.ts';

/**
 * One failure may be caused by a text. Three in a row are caused by the engine, unless one team has them all.
 */
const failuresToOpen = 3;
/** After this time, one call tries again. */
const openMs = 5_000;

export interface EngineAndPair extends LanguagePair {
  readonly engine: Engine;
}

export interface QueueStatus {
  readonly engine: string;
  readonly pair: string;
  /** Whether the engine is down or its circuit is open, for one team or for all. */
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
  /** When `healthy` last changed; `detail` may have changed since. */
  readonly since: Date;
}

export class EngineSupervisor {
  readonly #queues = new Map<
    string,
    { queue: EngineQueue; breaker: CircuitBreaker; times: RecentLatencies; at: EngineAndPair }
  >();
  /** By engine id. */
  readonly #shared = new Map<string, SharedByQueues>();
  readonly #healths = new Map<string, KnownHealth>();
  readonly #metrics: AttemptMetrics | undefined;

  constructor(metrics?: AttemptMetrics) {
    this.#metrics = metrics;
  }

  /**
   * Rejects with `EngineError` when the engine fails or its circuit is open, and with the signal's reason
   * when it is aborted.
   */
  async translate(at: EngineAndPair, texts: readonly string[], work: Work): Promise<string[]> {
    const { queue, breaker, times } = this.#queueOf(at);
    if (!this.isAvailable(at, work.teamId))
      throw new EngineError(`the circuit breaker of ${at.engine.id} is open after repeated failures`);
    const attempt = new EngineAttempt(at, texts, work.span, this.#metrics);
    const attemptWork = { ...work, span: attempt.span, onBegin: () => attempt.begin() };
    try {
      const answers = await breaker.run(
        work.teamId,
        () => queue.translate(texts, attemptWork),
        // An alternative has only a share of the time, and a model that can't give one can still translate.
        work.options?.alternative === undefined ? isEngineFault : () => false,
      );
      times.note(attempt.end('ok'));
      return answers;
    } catch (error) {
      attempt.end(resultOf(error));
      throw error;
    }
  }

  /** Whether the last health check did not fail and the circuit is closed for the team. */
  isAvailable(at: EngineAndPair, teamId: string): boolean {
    return !this.#isDown(at.engine.id) && this.#queueOf(at).breaker.isClosedFor(teamId);
  }

  /**
   * Whether all of these would refuse the team's call, regardless of its content: every engine whose circuit
   * is closed is overloaded. The call counts as shed by the first such engine.
   */
  shedsFor(teamId: string, all: readonly EngineAndPair[], deadlineMs: number): boolean {
    let first: EngineAndPair | undefined;
    for (const at of all) {
      // A pair without a queue has nothing waiting, and this check must not create the queue.
      const known = this.#queues.get(keyOf(at));
      const isUsable = !this.#isDown(at.engine.id) && (known?.breaker.isClosedFor(teamId) ?? true);
      if (isUsable && !known?.queue.isOverloadedFor(teamId, deadlineMs)) return false;
      if (isUsable) first ??= at;
    }
    if (first !== undefined) this.#metrics?.countEngineCall(first.engine.id, 'shed', undefined);
    return first !== undefined;
  }

  /** Records the result of the engine's own health check. */
  reportHealth(engineId: string, health: ProbedHealth, now = new Date()): void {
    const before = this.#healths.get(engineId);
    const since = before?.healthy === health.healthy ? before.since : now;
    this.#healths.set(engineId, { ...health, since });
  }

  /** The last health check; undefined before the first one. */
  healthOf(engineId: string): KnownHealth | undefined {
    return this.#healths.get(engineId);
  }

  #isDown(engineId: string): boolean {
    return this.#healths.get(engineId)?.healthy === false;
  }

  /** Only pairs that have been requested since the process started. */
  status(): QueueStatus[] {
    return [...this.#queues.values()].map(({ queue, breaker, times, at }) => ({
      engine: at.engine.id,
      pair: `${at.source}>${at.target}`,
      isOpen: this.#isDown(at.engine.id) || !breaker.isClosed,
      waitingCharacters: queue.waitingCharacters,
      batchesUnderWay: queue.batchesUnderWay,
      times,
    }));
  }

  #sharedBy({ id, capacity }: Engine): SharedByQueues {
    const { batchesInAll, workers, workersServeAllPairs } = capacity;
    let shared = this.#shared.get(id);
    if (shared === undefined) {
      // A thread prefers batches for a model that it has loaded. That requires several batches to choose
      // from, so long ones are not limited here while one team is active.
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
        queue: new EngineQueue(at.engine, at, this.#sharedBy(at.engine)),
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

/** Overload and cancelled calls do not indicate a failure of the engine. */
function isEngineFault(error: unknown): boolean {
  return error instanceof EngineError && !(error instanceof OverloadError);
}

function resultOf(error: unknown): EngineResult {
  if (error instanceof OverloadError) return 'shed';
  return error instanceof EngineError ? 'failed' : 'given_up';
}
