/** Measures each step of a call, for its log line and its trace. */
import type { CallStep, StepDurations } from '../observability/metrics.ts';
import type { Span } from '../observability/tracing/span.ts';

export interface TimedCall {
  readonly steps: StepDurations;
  readonly span?: Span | undefined;
}

export async function timed<T>(
  call: TimedCall,
  step: CallStep,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const span = call.span?.child(step);
  let hasFailed = true;
  try {
    const result = await work(span);
    hasFailed = false;
    return result;
  } finally {
    // Durations add up: texts with markup check the limits twice, and the look of a call with an
    // Idempotency-Key has two parts.
    const totalMs = (call.steps[step] ?? 0) + performance.now() - started;
    call.steps[step] = Math.round(totalMs * 100) / 100;
    span?.end(hasFailed);
  }
}
