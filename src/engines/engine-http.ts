/**
 * HTTP client for an engine's server: JSON requests and responses. It follows no redirects, limits every
 * wait, and aborts responses that are too large. The server's own error text is never passed on, because it
 * can contain texts.
 */
import { Agent, request } from 'undici';
import { describeTlsFailure } from '../lib/tls-failures.ts';
import { EngineError } from './engine.ts';

export interface EngineHttpOptions {
  /** The base URL; paths are appended to it. */
  readonly url: string;
  readonly headers: Headers;
  readonly connections: number;
  /** From sending the request to the last byte of the response. */
  readonly timeoutMs: number;
  /** Called after every request with a body. */
  readonly observe?: ((exchange: Exchange) => void) | undefined;
}

/** A request and its response, for an operator who tries an engine. Both contain texts. */
export interface Exchange {
  readonly path: string;
  readonly request: unknown;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly answer: unknown;
  readonly ms: number;
}

/** A few times the size of the largest batch in the most verbose dialect. */
const maxAnswerBytes = 10_000_000;
const connectTimeoutMs = 5_000;
/**
 * Below the 5 s after which many servers close idle connections, so that few requests use a connection that
 * is being closed.
 */
const keepAliveMs = 4_000;
/**
 * The errors of a request that uses such a connection nevertheless. It is retried: translating twice is
 * harmless.
 */
const brokenConnection = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter?: string | undefined;
}

export interface Poster {
  /** `timeoutMs` replaces the usual time-out. */
  post(path: string, body: unknown, signal: AbortSignal, timeoutMs?: number): Promise<unknown>;
}

/**
 * The server responded with a status other than 200. The response is private, so that an error that is logged with
 * all its properties does not show it: it can contain texts.
 */
export class StatusError extends EngineError {
  readonly #answer: HttpAnswer;

  constructor(answer: HttpAnswer) {
    super(describeStatus(answer.status));
    this.#answer = answer;
  }

  get status(): number {
    return this.#answer.status;
  }

  get body(): unknown {
    return this.#answer.body;
  }

  /** The `Retry-After` header. */
  get retryAfter(): string | undefined {
    return this.#answer.retryAfter;
  }
}

type Headers = Readonly<Record<string, string>>;

interface Body {
  readonly text: string;
  readonly headers: Headers;
}

export class EngineHttp implements Poster {
  readonly #options: EngineHttpOptions;
  readonly #agent: Agent;
  /** For requests about the server itself, so that they do not wait behind translations. */
  readonly #controlAgent: Agent;
  #isClosed = false;

  constructor(options: EngineHttpOptions) {
    this.#options = options;
    const agentWith = (connections: number) =>
      new Agent({
        connections,
        pipelining: 1,
        connect: { timeout: connectTimeoutMs },
        headersTimeout: options.timeoutMs,
        bodyTimeout: options.timeoutMs,
        keepAliveTimeout: keepAliveMs,
        keepAliveMaxTimeout: keepAliveMs,
        maxResponseSize: maxAnswerBytes,
      });
    this.#agent = agentWith(options.connections);
    this.#controlAgent = agentWith(1);
  }

  /**
   * Returns the body of a 200 response. Rejects with a `StatusError` for any other response, with an
   * `EngineError` if there is none, or with the signal's reason.
   */
  post(
    path: string,
    body: unknown,
    signal: AbortSignal,
    timeoutMs = this.#options.timeoutMs,
  ): Promise<unknown> {
    return this.#post(path, body, signal, timeoutMs, {});
  }

  /** Adds the `traceparent` header to every request. */
  tracedBy(traceparent: string | undefined): Poster {
    if (traceparent === undefined) return this;
    return {
      post: (path, body, signal, timeoutMs = this.#options.timeoutMs) =>
        this.#post(path, body, signal, timeoutMs, { traceparent }),
    };
  }

  async #post(
    path: string,
    body: unknown,
    signal: AbortSignal,
    timeoutMs: number,
    headers: Headers,
  ): Promise<unknown> {
    const startedMs = performance.now();
    let answer: HttpAnswer | undefined;
    try {
      answer = await this.#send('POST', path, signal, timeoutMs, {
        text: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      });
    } finally {
      const ms = Math.round(performance.now() - startedMs);
      this.#options.observe?.({ path, request: body, status: answer?.status, answer: answer?.body, ms });
    }
    if (answer.status !== 200) throw new StatusError(answer);
    if (answer.body === undefined) throw new EngineError('the server did not return JSON');
    return answer.body;
  }

  get(path: string, signal: AbortSignal, timeoutMs = this.#options.timeoutMs): Promise<HttpAnswer> {
    return this.#send('GET', path, signal, timeoutMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#agent.destroy(), this.#controlAgent.destroy()]);
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    timeoutMs: number,
    body?: Body,
  ): Promise<HttpAnswer> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    for (let isLastTry = false; ; isLastTry = true) {
      signal.throwIfAborted();
      if (this.#isClosed) throw new EngineError('the engine is closing');
      try {
        return await this.#sendOnce(method, path, within, body);
      } catch (error) {
        signal.throwIfAborted();
        if (!isLastTry && brokenConnection.has(String(codeOf(error)))) continue;
        throw new EngineError(describeFailure(error, timeoutMs), { cause: error });
      }
    }
  }

  async #sendOnce(
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    body?: Body,
  ): Promise<HttpAnswer> {
    const { url, headers } = this.#options;
    const response = await request(url.replace(/\/+$/, '') + path, {
      dispatcher: method === 'GET' ? this.#controlAgent : this.#agent,
      method,
      headers: { accept: 'application/json', ...body?.headers, ...headers },
      body: body?.text ?? null,
      signal,
    });
    const { 'retry-after': retryAfter } = response.headers;
    return {
      status: response.statusCode,
      body: parse(await response.body.text()),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    };
  }
}

/** The bytes of a file from an offset on, as far as the server has them. */
export interface Download {
  readonly status: number;
  /** The position of the first byte, if the server reports it. */
  readonly start: number | undefined;
  /** The ETag, which changes when the file changes. */
  readonly tag: string | undefined;
  /** The number of bytes that follow, if the server reports it. */
  readonly length: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A download without data for this long is aborted; the rest can be requested later. */
const downloadStallMs = 30_000;

/**
 * Follows no redirects and has no size limit: the caller knows how large a model may be. `ifTag` is the tag
 * of the part that is already present.
 */
export async function download(url: string, from: number, ifTag: string | undefined): Promise<Download> {
  const range = from > 0 && { range: `bytes=${from}-`, ...(ifTag && { 'if-range': ifTag }) };
  const response = await request(url, {
    headers: { ...range },
    headersTimeout: downloadStallMs,
    bodyTimeout: downloadStallMs,
  });
  const { etag, 'content-length': length, 'content-range': contentRange } = response.headers;
  const [, start] = /^bytes (\d+)-/.exec(String(contentRange)) ?? [];
  return {
    status: response.statusCode,
    start: start === undefined ? undefined : Number(start),
    tag: typeof etag === 'string' ? etag : undefined,
    length: typeof length === 'string' ? Number(length) : undefined,
    bytes: response.body,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function describeStatus(status: number): string {
  if (status === 401 || status === 403) return `the server refuses the key (${status})`;
  if (status === 429) return 'the server is rate limiting calls (429)';
  if (status === 456) return 'the quota at the server is used up (456)';
  if (status >= 300 && status < 400) return `the server redirects (${status}): fix the url`;
  return `the server answered ${status}`;
}

function codeOf(error: unknown): unknown {
  return (Object(error) as { code?: unknown }).code;
}

/** Whether an `EngineError` reports a time-out, rather than a server that is unreachable or refuses. */
export function isLate(error: unknown): boolean {
  return error instanceof EngineError && Object(error.cause).name === 'TimeoutError';
}

function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, code } = Object(error) as { name?: string; code?: string };
  if (name === 'TimeoutError') return `the server did not answer within ${timeoutMs} ms`;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return "the server's response is too large";
  const tls = describeTlsFailure(error);
  if (tls !== undefined) return `the TLS connection to the server failed: ${tls.join('. ')}`;
  return `the server cannot be reached (${code ?? name ?? 'unknown'})`;
}
