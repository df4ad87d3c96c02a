/** Translate calls and HTTP requests: how many, how they ended, how long they took. */
import type { Registry } from '@prometheus-io/client';
import { metersIn } from './meters.ts';

/** The steps of a call that are measured separately. */
export const callSteps = ['wait', 'limits', 'look', 'translate', 'charge'] as const;
export type CallStep = (typeof callSteps)[number];
export type StepDurations = Partial<Record<CallStep, number>>;

export interface FinishedCall {
  /** `ok`, `disconnected` or the problem code. */
  readonly outcome: string;
  readonly mode: string;
  readonly dialect: string;
  /** The characters that were charged, or would have been. */
  readonly characters: number;
  readonly durationMs: number;
  readonly steps: StepDurations;
}

export type CallMetrics = ReturnType<typeof createCallMetrics>;

export function createCallMetrics(registry: Registry) {
  const { counter, gauge, histogram } = metersIn(registry);
  const calls = counter(
    'dragoman_calls_total',
    'Translate calls by outcome (ok, disconnected or the code of the problem), mode of the key and dialect',
    ['outcome', 'mode', 'dialect'],
  );
  const characters = counter(
    'dragoman_characters_total',
    'Characters of translate calls by outcome, mode of the key and dialect; only those of ok are charged, and what a streamed call had sent before it ended otherwise',
    ['outcome', 'mode', 'dialect'],
  );
  const seconds = histogram(
    'dragoman_call_seconds',
    'How long answered translate calls took, from the checked request to the committed charge',
  );
  const steps = histogram('dragoman_call_step_seconds', 'How long each step of a translate call took', [
    'step',
  ]);
  const underWay = gauge(
    'dragoman_calls_under_way',
    'Translate calls that have begun and have no answer yet',
  );
  const requests = counter(
    'dragoman_http_requests_total',
    'HTTP requests by listener and status; none if the client disconnected before the answer',
    ['listener', 'status'],
  );
  const dialectRequests = counter(
    'dragoman_dialect_requests_total',
    'Requests to the listener for other dialects, by dialect and outcome (ok or the code of the problem)',
    ['dialect', 'outcome'],
  );

  return {
    beginCall: () => underWay.inc(),
    endCall(call: FinishedCall) {
      const { outcome, mode, dialect } = call;
      underWay.dec();
      calls.inc({ outcome, mode, dialect });
      if (call.characters > 0) characters.inc({ outcome, mode, dialect }, call.characters);
      if (outcome === 'ok') seconds.observe(call.durationMs / 1_000);
      for (const step of callSteps) {
        const ms = call.steps[step];
        if (ms !== undefined) steps.observe({ step }, ms / 1_000);
      }
    },
    /** `status` is undefined when the client disconnected before it had its answer. */
    countRequest: (listener: string, status: number | undefined) =>
      requests.inc({ listener, status: status ?? 'none' }),
    countDialectRequest: (dialect: string, outcome: string) => dialectRequests.inc({ dialect, outcome }),
  };
}
