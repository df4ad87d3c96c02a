/**
 * The texts of one call at one engine, for metrics and traces: how long they waited and how long the engine
 * worked.
 */
import type { LanguagePair } from '../../lib/language-tag.ts';
import type { EngineResult, Metrics } from '../../observability/metrics.ts';
import type { Span } from '../../observability/tracing/span.ts';

export type AttemptMetrics = Pick<Metrics, 'countEngineCall'>;

interface Place extends LanguagePair {
  readonly engine: { readonly id: string };
}

export class EngineAttempt {
  readonly span: Span | undefined;
  readonly #engine: string;
  readonly #metrics: AttemptMetrics | undefined;
  readonly #arrived = performance.now();
  #begun: number | undefined;

  constructor(
    at: Place,
    texts: readonly string[],
    parent: Span | undefined,
    metrics: AttemptMetrics | undefined,
  ) {
    this.#engine = at.engine.id;
    this.#metrics = metrics;
    this.span = parent?.child(
      'engine',
      {
        'dragoman.engine': at.engine.id,
        'dragoman.source_language': at.source,
        'dragoman.target_language': at.target,
        'dragoman.texts': texts.length,
      },
      'client',
    );
  }

  /** Call this when the first text is sent to the engine. */
  begin(): void {
    this.#begun = performance.now();
  }

  /** Returns the duration of the whole attempt in milliseconds. */
  end(result: EngineResult): number {
    const now = performance.now();
    const begun = this.#begun;
    const times = begun === undefined ? undefined : { waitMs: begun - this.#arrived, workMs: now - begun };
    this.#metrics?.countEngineCall(this.#engine, result, times);
    this.span?.record('queue', this.#arrived, begun ?? now);
    if (begun !== undefined) this.span?.record('work', begun, now);
    this.span?.set({ 'dragoman.outcome': result });
    this.span?.end(result !== 'ok');
    return now - this.#arrived;
  }
}
