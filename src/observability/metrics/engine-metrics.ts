/** Engines: health, waiting work, durations and failures. */
import type { Registry } from '@prometheus-io/client';
import { metersIn } from './meters.ts';

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

export type EngineMetrics = ReturnType<typeof createEngineMetrics>;

export function createEngineMetrics(registry: Registry) {
  const { counter, gauge, histogram, watch } = metersIn(registry);
  let readLanes: () => readonly LaneLoad[] = () => [];

  const health = gauge('dragoman_engine_healthy', 'Whether an engine can translate (1) or not (0)', [
    'engine',
  ]);
  const kernels = gauge(
    'dragoman_engine_kernel',
    'Always 1; which arithmetic a neural engine uses: own (fast), or builtin (the slower fallback)',
    ['engine', 'kernel'],
  );
  const calls = counter(
    'dragoman_engine_calls_total',
    'Requests to an engine by result: ok, failed, shed (refused on arrival), given_up (the caller no longer waits)',
    ['engine', 'result'],
  );
  const waitSeconds = histogram(
    'dragoman_engine_wait_seconds',
    'How long the texts of a call waited for an engine',
    ['engine'],
  );
  const workSeconds = histogram(
    'dragoman_engine_work_seconds',
    'How long an engine worked on the texts of a call',
    ['engine'],
  );
  const laneGauge = (name: string, help: string, figure: (lane: LaneLoad) => number) =>
    watch(name, help, ['engine'], (gauge) => {
      for (const [engine, lanes] of Map.groupBy(readLanes(), (lane) => lane.engine)) {
        const sum = lanes.reduce((total, lane) => total + figure(lane), 0);
        gauge.set({ engine }, sum);
      }
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
    reportEngineHealth(engine: string, healthy: boolean) {
      health.set({ engine }, healthy ? 1 : 0);
      if (known.has(engine)) return;
      known.add(engine);
      // Starts the series at zero; otherwise the first failure would not be an increase.
      for (const result of engineResults) calls.inc({ engine, result }, 0);
    },
    /** Which arithmetic an engine that computes on this machine uses. */
    reportEngineKernel: (engine: string, kernel: string) => kernels.set({ engine, kernel }, 1),
    /** `times` is defined if the texts reached the engine. */
    countEngineCall(engine: string, result: EngineResult, times: EngineTimes | undefined) {
      calls.inc({ engine, result });
      if (times === undefined) return;
      waitSeconds.observe({ engine }, times.waitMs / 1_000);
      workSeconds.observe({ engine }, times.workMs / 1_000);
    },
    /** `read` is called at every scrape. */
    watchLanes(read: () => readonly LaneLoad[]) {
      readLanes = read;
    },
  };
}
