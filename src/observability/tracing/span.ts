/**
 * Spans record what happened when, for which call. There is no ambient context: a span is passed along with
 * the work, and is undefined when tracing is off (`span?.child(…)`), so that it costs nothing.
 */
import { randomBytes } from 'node:crypto';
import { formatTraceparent } from './traceparent.ts';

/** Everything a span may contain. As in the log, there is no field for a text, a key, a header or a body. */
export interface SpanAttributes {
  'dragoman.request_id'?: string;
  'dragoman.team_id'?: string;
  'dragoman.outcome'?: string;
  'dragoman.texts'?: number;
  'dragoman.characters'?: number;
  'dragoman.engine'?: string;
  'dragoman.source_language'?: string;
  'dragoman.target_language'?: string;
  'http.request.method'?: string;
  'http.route'?: string;
  'http.response.status_code'?: number;
}

export type SpanKind = 'internal' | 'server' | 'client';

export interface FinishedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly hasFailed: boolean;
  readonly attributes: SpanAttributes;
}

export type TakeSpan = (span: FinishedSpan) => void;

interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** Of a whole trace in this process: all its spans share it. */
export interface Sampling {
  isSampled: boolean;
  /** What the caller asks for, or the same as `isSampled` if it does not say. */
  readonly isWanted: boolean;
}

interface SpanParent {
  readonly traceId: string;
  readonly spanId?: string;
  readonly sampling: Sampling;
}

export class Span {
  readonly traceId: string;
  readonly #spanId = randomBytes(8).toString('hex');
  readonly #parentId: string | undefined;
  readonly #sampling: Sampling;
  readonly #start: SpanStart;
  readonly #startMs = wallMs(performance.now());
  readonly #attributes: SpanAttributes;
  readonly #take: TakeSpan;
  #isOver = false;

  constructor(parent: SpanParent, start: SpanStart, take: TakeSpan) {
    this.traceId = parent.traceId;
    this.#parentId = parent.spanId;
    this.#sampling = parent.sampling;
    this.#start = start;
    this.#attributes = { ...start.attributes };
    this.#take = take;
  }

  /** The header for requests made on behalf of this span. */
  get traceparent(): string {
    const { isSampled } = this.#sampling;
    return formatTraceparent({ traceId: this.traceId, spanId: this.#spanId, isSampled });
  }

  child(name: string, attributes?: SpanAttributes, kind: SpanKind = 'internal'): Span {
    const parent = { traceId: this.traceId, spanId: this.#spanId, sampling: this.#sampling };
    return new Span(parent, { name, kind, ...(attributes && { attributes }) }, this.#take);
  }

  /** Records a child that has already ended, with times from `performance.now()`. */
  record(name: string, start: number, end: number): void {
    if (!this.#sampling.isSampled) return;
    this.#take({
      traceId: this.traceId,
      spanId: randomBytes(8).toString('hex'),
      parentId: this.#spanId,
      name,
      kind: 'internal',
      startMs: wallMs(start),
      endMs: wallMs(end),
      hasFailed: false,
      attributes: {},
    });
  }

  set(attributes: SpanAttributes): void {
    Object.assign(this.#attributes, attributes);
  }

  /** Only the first call has an effect. */
  end(hasFailed = false): void {
    if (this.#isOver || !this.#sampling.isSampled) return;
    this.#isOver = true;
    this.#take({
      traceId: this.traceId,
      spanId: this.#spanId,
      parentId: this.#parentId,
      name: this.#start.name,
      kind: this.#start.kind,
      startMs: this.#startMs,
      endMs: wallMs(performance.now()),
      hasFailed,
      attributes: this.#attributes,
    });
  }

  /** Call it when the caller is authenticated: from now on, its own sampling decision applies. */
  trustCaller(): void {
    this.#sampling.isSampled = this.#sampling.isWanted;
  }
}

/** Wall-clock time that never goes backwards within a trace. */
function wallMs(now: number): number {
  return performance.timeOrigin + now;
}
