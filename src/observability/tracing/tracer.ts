/** Begins a trace for each request, or continues the caller's trace when the request names one. */
import { randomBytes } from 'node:crypto';
import { Span, type SpanAttributes, type TakeSpan } from './span.ts';
import { parseTraceparent } from './traceparent.ts';

export interface Tracer {
  /** `traceparent`: the header as received. */
  begin(name: string, traceparent: unknown, attributes: SpanAttributes): Span;
}

/**
 * `share`: fraction of new traces that is sampled, from 0 to 1. The caller's decision for its own trace is kept once the
 * caller is authenticated (`Span.trustCaller`). Before that it can only lower the share: anyone can send the header.
 */
export function createTracer(share: number, take: TakeSpan): Tracer {
  return {
    begin(name, traceparent, attributes) {
      const isInShare = Math.random() < share;
      const { isSampled: isWanted, ...parent } = parseTraceparent(traceparent) ?? {
        traceId: randomBytes(16).toString('hex'),
        isSampled: isInShare,
      };
      const sampling = { isSampled: isWanted && isInShare, isWanted };
      return new Span({ ...parent, sampling }, { name, kind: 'server', attributes }, take);
    },
  };
}
