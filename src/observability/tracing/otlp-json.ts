/** Encodes spans as OTLP JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
import type { FinishedSpan, SpanAttributes, SpanKind } from './span.ts';

export type Resource = Readonly<Record<string, string | number>>;

const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const statusError = 2;

export function encodeSpans(resource: Resource, spans: readonly FinishedSpan[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(resource) },
        scopeSpans: [{ scope: { name: 'dragoman' }, spans: spans.map(encodeSpan) }],
      },
    ],
  };
}

function encodeSpan(span: FinishedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId && { parentSpanId: span.parentId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: encodeAttributes(span.attributes),
    status: span.hasFailed ? { code: statusError } : {},
  };
}

function encodeAttributes(attributes: Resource | SpanAttributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** A string, because the value is too large for a number. Exact to the microsecond; the rest is zero. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}
