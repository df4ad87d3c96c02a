/** The header `traceparent` (W3C Trace Context): who asked, and whether that trace is kept. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** A later version may have more fields behind these; version 00 has none. */
const pattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const nobody = /^0+$/;

/** Undefined for what is no such header: then a new trace begins. */
export function parseTraceparent(header: unknown): TraceParent | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = pattern.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (nobody.test(traceId) || nobody.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
