/** Begins a trace for each request, or continues the caller's trace when the request names one. */
import { randomBytes } from 'node:crypto';
import { Span, type SpanAttributes, type TakeSpan } from './span.ts';
import { parseTraceparent } from './traceparent.ts';

export interface Tracer {
  /** `traceparent`: the header as received. */
  begin(name: string, traceparent: unknown, attributes: SpanAttributes): Span;
}

/**
 * `share`: fraction of new traces that is sampled, from 0 to 1. The caller's decision for its own trace is
 * kept.
 */
export function createTracer(share: number, take: TakeSpan): Tracer {
  return {
    begin(name, traceparent, attributes) {
      const parent = parseTraceparent(traceparent) ?? newTrace(share);
      return new Span(parent, { name, kind: 'server', attributes }, take);
    },
  };
}

function newTrace(share: number) {
  return { traceId: randomBytes(16).toString('hex'), isSampled: Math.random() < share };
}
