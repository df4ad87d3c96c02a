/**
 * Metrics of this process. Labels come from small fixed sets (codes, modes, steps): no key, no text, no team, so
 * that nothing private is in them and their number can't grow.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** The steps of a call whose durations are told apart. */
export const callSteps = ['limits', 'look', 'translate', 'charge'] as const;
export type CallStep = (typeof callSteps)[number];
export type StepDurations = Partial<Record<CallStep, number>>;

export interface Metrics {
  readonly contentType: string;
  /** The text that Prometheus scrapes. */
  expose(): Promise<string>;
  /** A finished translate call: `ok` or the code of its problem. */
  countCall(outcome: string, mode: string, characters: number, steps: StepDurations): void;
  countChargeBatch(calls: number, durationMs: number, failed: boolean): void;
  reportEngineHealth(engine: string, healthy: boolean): void;
  /** Whether this node keeps its share of the rate limits by itself, because Redis is away. */
  reportLimiterAlone(isAlone: boolean): void;
}

const durationBuckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'dragoman_' });

  const calls = new Counter({
    name: 'dragoman_calls_total',
    help: 'Translate calls by outcome (ok or the code of the problem) and mode of the key',
    labelNames: ['outcome', 'mode'],
    registers,
  });
  const characters = new Counter({
    name: 'dragoman_characters_total',
    help: 'Characters of answered translate calls by mode of the key',
    labelNames: ['mode'],
    registers,
  });
  const steps = new Histogram({
    name: 'dragoman_call_step_seconds',
    help: 'How long each step of a translate call took',
    labelNames: ['step'],
    buckets: durationBuckets,
    registers,
  });
  const batchSize = new Histogram({
    name: 'dragoman_charge_batch_calls',
    help: 'Calls charged by one commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers,
  });
  const batchSeconds = new Histogram({
    name: 'dragoman_charge_batch_seconds',
    help: 'How long the commit of a batch of charges took',
    buckets: durationBuckets,
    registers,
  });
  const failedBatches = new Counter({
    name: 'dragoman_charge_batches_failed_total',
    help: 'Batches of charges that failed and were tried again or split',
    registers,
  });
  const engineHealth = new Gauge({
    name: 'dragoman_engine_healthy',
    help: 'Whether an engine can translate (1) or not (0)',
    labelNames: ['engine'],
    registers,
  });
  const limiterAlone = new Gauge({
    name: 'dragoman_limiter_fallback',
    help: 'Whether this node keeps its share of the rate limits by itself (1), because Redis is away, or not (0)',
    registers,
  });
  const limiterFallbacks = new Counter({
    name: 'dragoman_limiter_fallbacks_total',
    help: 'How often Redis went away and this node kept its share of the rate limits by itself',
    registers,
  });

  return {
    contentType: registry.contentType,
    expose: () => registry.metrics(),
    countCall(outcome, mode, charged, durations) {
      calls.inc({ outcome, mode });
      if (charged > 0) characters.inc({ mode }, charged);
      for (const step of callSteps) {
        const ms = durations[step];
        if (ms !== undefined) steps.observe({ step }, ms / 1_000);
      }
    },
    countChargeBatch(size, durationMs, failed) {
      batchSize.observe(size);
      batchSeconds.observe(durationMs / 1_000);
      if (failed) failedBatches.inc();
    },
    reportEngineHealth: (engine, healthy) => engineHealth.set({ engine }, healthy ? 1 : 0),
    reportLimiterAlone(isAlone) {
      limiterAlone.set(isAlone ? 1 : 0);
      if (isAlone) limiterFallbacks.inc();
    },
  };
}
