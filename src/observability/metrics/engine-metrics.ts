/** Engines: health, waiting work, durations and failures. */
import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import { durationBuckets } from './buckets.ts';

/** `shed`: refused on arrival, as it could not be served in time; `given_up`: the caller no longer waits. */
export type EngineResult = 'ok' | 'failed' | 'shed' | 'given_up';
const engineResults: readonly EngineResult[] = ['ok', 'failed', 'shed', 'given_up'];

/** Durations for a call's texts on one engine. */
export interface EngineTimes {
  /** Time in the queue, until the first text was sent to the engine. */
  readonly waitMs: number;
  /** Time from then until the last answer. */
  readonly workMs: number;
}

/** The load of one language pair of an engine. */
export interface LaneLoad {
  readonly engine: string;
  readonly isOpen: boolean;
  readonly waitingCharacters: number;
  readonly batchesUnderWay: number;
}

export interface EngineMetrics {
  reportEngineHealth(engine: string, healthy: boolean): void;
  /** Which arithmetic an engine that computes on this machine uses. */
  reportEngineKernel(engine: string, kernel: string): void;
  /** `times` is defined if the texts reached the engine. */
  countEngineCall(engine: string, result: EngineResult, times: EngineTimes | undefined): void;
  /** `read` is called at every scrape. */
  watchLanes(read: () => readonly LaneLoad[]): void;
}

export function createEngineMetrics(registry: Registry): EngineMetrics {
  const registers = [registry];
  const labelNames = ['engine'];
  let readLanes: () => readonly LaneLoad[] = () => [];

  const health = new Gauge({
    name: 'dragoman_engine_healthy',
    help: 'Whether an engine can translate (1) or not (0)',
    labelNames,
    registers,
  });
  const kernels = new Gauge({
    name: 'dragoman_engine_kernel',
    help: 'Always 1; which arithmetic a neural engine uses: own (fast), or builtin (the slower fallback)',
    labelNames: ['engine', 'kernel'],
    registers,
  });
  const calls = new Counter({
    name: 'dragoman_engine_calls_total',
    help: 'Requests to an engine by result: ok, failed, shed (refused on arrival), given_up (the caller no longer waits)',
    labelNames: ['engine', 'result'],
    registers,
  });
  const waitSeconds = new Histogram({
    name: 'dragoman_engine_wait_seconds',
    help: 'How long the texts of a call waited for an engine',
    labelNames,
    buckets: durationBuckets,
    registers,
  });
  const workSeconds = new Histogram({
    name: 'dragoman_engine_work_seconds',
    help: 'How long an engine worked on the texts of a call',
    labelNames,
    buckets: durationBuckets,
    registers,
  });
  const laneGauge = (name: string, help: string, figure: (lane: LaneLoad) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const [engine, lanes] of Map.groupBy(readLanes(), (lane) => lane.engine)) {
          this.set(
            { engine },
            lanes.reduce((sum, lane) => sum + figure(lane), 0),
          );
        }
      },
    });
  laneGauge(
    'dragoman_engine_waiting_characters',
    'Characters that wait for an engine',
    (lane) => lane.waitingCharacters,
  );
  laneGauge(
    'dragoman_engine_batches_under_way',
    'Batches that an engine works on',
    (lane) => lane.batchesUnderWay,
  );
  laneGauge(
    'dragoman_engine_pairs_left_alone',
    'Language pairs that temporarily get no calls on an engine, because it failed for them',
    (lane) => (lane.isOpen ? 1 : 0),
  );

  const known = new Set<string>();
  return {
    reportEngineHealth(engine, healthy) {
      health.set({ engine }, healthy ? 1 : 0);
      if (known.has(engine)) return;
      known.add(engine);
      // Starts the series at zero; otherwise the first failure would not be an increase.
      for (const result of engineResults) calls.inc({ engine, result }, 0);
    },
    reportEngineKernel: (engine, kernel) => kernels.set({ engine, kernel }, 1),
    countEngineCall(engine, result, times) {
      calls.inc({ engine, result });
      if (times === undefined) return;
      waitSeconds.observe({ engine }, times.waitMs / 1_000);
      workSeconds.observe({ engine }, times.workMs / 1_000);
    },
    watchLanes(read) {
      readLanes = read;
    },
  };
}
