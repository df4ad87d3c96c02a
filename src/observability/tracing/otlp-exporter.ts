/**
 * Sends finished spans to a collector by OTLP over HTTP, as JSON: in batches, one at a time, without delaying
 * calls. Spans that a slow or unreachable collector does not accept are dropped and counted.
 * docs/decisions/0012 explains why this is not a library.
 */
import type { Logger } from '../logger.ts';
import { encodeSpans, type Resource } from './otlp-json.ts';
import type { FinishedSpan } from './span.ts';

const maxBatch = 512;
/** A second's worth on a busy node. More would only fill the memory while the collector is unavailable. */
const maxWaiting = 8_192;
const everyMs = 1_000;
const timeoutMs = 5_000;
/** Time limit for the remaining spans when the process ends. */
const closeTimeoutMs = 2_000;

export interface OtlpExporterOptions {
  /** The full URL, including the path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  readonly count: (result: 'sent' | 'dropped', spans: number) => void;
  readonly logger: Logger;
}

export class OtlpExporter {
  readonly #options: OtlpExporterOptions;
  readonly #timer: NodeJS.Timeout;
  #waiting: FinishedSpan[] = [];
  #sending: Promise<void> | undefined;
  #isFailing = false;

  constructor(options: OtlpExporterOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#sendMore(), everyMs).unref();
  }

  take(span: FinishedSpan): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#options.count('dropped', 1);
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= maxBatch) this.#sendMore();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const until = performance.now() + closeTimeoutMs;
    await this.#sending;
    while (this.#waiting.length > 0 && performance.now() < until && !this.#isFailing) {
      this.#sendMore();
      await this.#sending;
    }
  }

  #sendMore(): void {
    if (this.#sending !== undefined || this.#waiting.length === 0) return;
    const batch = this.#waiting.splice(0, maxBatch);
    this.#sending = this.#send(batch).finally(() => {
      this.#sending = undefined;
      if (this.#waiting.length >= maxBatch) this.#sendMore();
    });
  }

  async #send(batch: readonly FinishedSpan[]): Promise<void> {
    const { url, headers, resource, count } = this.#options;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(encodeSpans(resource, batch)),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the collector answered ${response.status}`);
      count('sent', batch.length);
      this.#note(undefined);
    } catch (err) {
      count('dropped', batch.length);
      this.#note(err);
    }
  }

  /** Logs once when the collector fails and once when it recovers: a line per batch would fill the log. */
  #note(err: unknown): void {
    const isFailing = err !== undefined;
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    if (isFailing)
      this.#options.logger.warn('the collector does not accept traces: they are dropped', { err });
    else this.#options.logger.info('the collector accepts traces again');
  }
}
