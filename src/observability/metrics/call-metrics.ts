/** Translate calls and HTTP requests: how many, how they ended, how long they took. */
import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import { durationBuckets } from './buckets.ts';

/** The steps of a call that are measured separately. */
export const callSteps = ['limits', 'look', 'translate', 'charge'] as const;
export type CallStep = (typeof callSteps)[number];
export type StepDurations = Partial<Record<CallStep, number>>;

export interface FinishedCall {
  /** `ok`, `disconnected` or the problem code. */
  readonly outcome: string;
  readonly mode: string;
  /** The characters that were charged, or would have been. */
  readonly characters: number;
  readonly durationMs: number;
  readonly steps: StepDurations;
}

export interface CallMetrics {
  beginCall(): void;
  endCall(call: FinishedCall): void;
  /** `status` is undefined when the client disconnected before it had its answer. */
  countRequest(listener: string, status: number | undefined): void;
}

export function createCallMetrics(registry: Registry): CallMetrics {
  const registers = [registry];
  const calls = new Counter({
    name: 'dragoman_calls_total',
    help: 'Translate calls by outcome (ok, disconnected or the code of the problem) and mode of the key',
    labelNames: ['outcome', 'mode'],
    registers,
  });
  const characters = new Counter({
    name: 'dragoman_characters_total',
    help: 'Characters of translate calls by outcome and mode of the key; only those of ok are charged',
    labelNames: ['outcome', 'mode'],
    registers,
  });
  const seconds = new Histogram({
    name: 'dragoman_call_seconds',
    help: 'How long answered translate calls took, from the checked request to the committed charge',
    buckets: durationBuckets,
    registers,
  });
  const steps = new Histogram({
    name: 'dragoman_call_step_seconds',
    help: 'How long each step of a translate call took',
    labelNames: ['step'],
    buckets: durationBuckets,
    registers,
  });
  const underWay = new Gauge({
    name: 'dragoman_calls_under_way',
    help: 'Translate calls that have begun and have no answer yet',
    registers,
  });
  const requests = new Counter({
    name: 'dragoman_http_requests_total',
    help: 'HTTP requests by listener and status; none if the client disconnected before the answer',
    labelNames: ['listener', 'status'],
    registers,
  });

  return {
    beginCall: () => underWay.inc(),
    endCall(call) {
      const { outcome, mode } = call;
      underWay.dec();
      calls.inc({ outcome, mode });
      if (call.characters > 0) characters.inc({ outcome, mode }, call.characters);
      if (outcome === 'ok') seconds.observe(call.durationMs / 1_000);
      for (const step of callSteps) {
        const ms = call.steps[step];
        if (ms !== undefined) steps.observe({ step }, ms / 1_000);
      }
    },
    countRequest: (listener, status) => requests.inc({ listener, status: status ?? 'none' }),
  };
}
