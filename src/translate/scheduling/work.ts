import type { TranslateOptions } from '../../engines/engine.ts';
import type { Span } from '../../observability/tracing/span.ts';

/** Whose texts they are, how long they may take, and the requested options. */
export interface Work {
  readonly teamId: string;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly options?: TranslateOptions | undefined;
  /** The parent span, if the call is traced. */
  readonly span?: Span | undefined;
}
