import type { TranslateOptions } from '../../engines/engine.ts';
import type { Span } from '../../observability/tracing/span.ts';
import type { UnitOptions } from '../context/unit-options.ts';

/** Whose texts they are, how long they may take, and the requested options. */
export interface Work {
  readonly teamId: string;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly options?: TranslateOptions | undefined;
  /** Options of single texts, one entry for each text; undefined if no text has any. */
  readonly unitOptions?: readonly (UnitOptions | undefined)[] | undefined;
  /** The parent span, if the call is traced. */
  readonly span?: Span | undefined;
}
