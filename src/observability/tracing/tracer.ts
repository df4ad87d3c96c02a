/** Begins traces: one for each request, or a part of the caller's own when it names one. */
import { randomBytes } from 'node:crypto';
import { Span, type SpanAttributes, type TakeSpan } from './span.ts';
import { parseTraceparent } from './traceparent.ts';

export interface Tracer {
  /** `traceparent`: the header as it came. */
  begin(name: string, traceparent: unknown, attributes: SpanAttributes): Span;
}

/** `share`: of the traces that begin here, how many are kept, from 0 to 1. What a caller decided for its own trace stands. */
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
