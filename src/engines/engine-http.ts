/**
 * HTTP to an engine's server: JSON in, JSON out. Nothing is followed elsewhere, nothing is waited for without end, and an
 * answer that is too large is cut off. What the server says in its own words goes nowhere: it can hold texts.
 */
import { Agent, request } from 'undici';
import { describeTlsFailure } from '../lib/tls-failures.ts';
import { EngineError } from './engine.ts';

export interface EngineHttpOptions {
  /** Paths are put behind it. */
  readonly url: string;
  readonly headers: Headers;
  readonly connections: number;
  /** From the question to the last byte of the answer. */
  readonly timeoutMs: number;
}

/** A few times the largest batch in the most verbose of the dialects. */
const maxAnswerBytes = 10_000_000;
const connectTimeoutMs = 5_000;
/** Below the 5 s after which many servers close what idles, so that few questions meet a connection that is going away. */
const keepAliveMs = 4_000;
/** What a question gets that met one all the same. A translation asked for twice is the same translation. */
const brokenConnection = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface Poster {
  post(path: string, body: unknown, signal: AbortSignal): Promise<unknown>;
}

type Headers = Readonly<Record<string, string>>;

interface Body {
  readonly text: string;
  readonly headers: Headers;
}

export class EngineHttp implements Poster {
  readonly #options: EngineHttpOptions;
  readonly #agent: Agent;
  /** For questions about the server itself: they must not wait behind the texts of those who keep it busy. */
  readonly #aside: Agent;
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
    this.#aside = agentWith(1);
  }

  /** The body of a 200. Everything else is an `EngineError` that names the status, or the signal's reason. */
  post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#post(path, body, signal, {});
  }

  /** The same server, told on whose behalf it is asked. */
  tracedBy(traceparent: string | undefined): Poster {
    if (traceparent === undefined) return this;
    return { post: (path, body, signal) => this.#post(path, body, signal, { traceparent }) };
  }

  async #post(path: string, body: unknown, signal: AbortSignal, headers: Headers): Promise<unknown> {
    const answer = await this.#send('POST', path, signal, this.#options.timeoutMs, {
      text: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    if (answer.status !== 200) throw new EngineError(describeStatus(answer.status));
    if (answer.body === undefined)
      throw new EngineError('the server answered with something that is no JSON');
    return answer.body;
  }

  get(path: string, signal: AbortSignal, timeoutMs = this.#options.timeoutMs): Promise<HttpAnswer> {
    return this.#send('GET', path, signal, timeoutMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#agent.destroy(), this.#aside.destroy()]);
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
      dispatcher: method === 'GET' ? this.#aside : this.#agent,
      method,
      headers: { accept: 'application/json', ...body?.headers, ...headers },
      body: body?.text ?? null,
      signal,
    });
    return { status: response.statusCode, body: parse(await response.body.text()) };
  }
}

/** Bytes of a file from a place on, as far as the server has them. */
export interface Download {
  readonly status: number;
  /** Changes when the file does. */
  readonly tag: string | undefined;
  /** How many bytes are to come, where the server says so. */
  readonly length: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A server that gives nothing for this long is given up; the rest can be asked for later. */
const downloadStallMs = 30_000;

/** No redirects and no cap: the caller knows how large a model may be. `ifTag` is what was there when it began. */
export async function download(url: string, from: number, ifTag: string | undefined): Promise<Download> {
  const range = from > 0 && { range: `bytes=${from}-`, ...(ifTag && { 'if-range': ifTag }) };
  const response = await request(url, {
    headers: { ...range },
    headersTimeout: downloadStallMs,
    bodyTimeout: downloadStallMs,
  });
  const { etag, 'content-length': length } = response.headers;
  return {
    status: response.statusCode,
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

/** For the operator: what to look at. */
export function describeStatus(status: number): string {
  if (status === 401 || status === 403) return `the server refuses the key (${status})`;
  if (status === 429) return 'the server has had too many calls (429)';
  if (status === 456) return 'the quota at the server is used up (456)';
  if (status >= 300 && status < 400)
    return `the server sends its callers elsewhere (${status}): mend the url`;
  return `the server answered ${status}`;
}

function codeOf(error: unknown): unknown {
  return (Object(error) as { code?: unknown }).code;
}

/** Whether an `EngineError` says that nothing came in time, rather than that the server is away or refuses. */
export function isLate(error: unknown): boolean {
  return error instanceof EngineError && Object(error.cause).name === 'TimeoutError';
}

function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, code } = Object(error) as { name?: string; code?: string };
  if (name === 'TimeoutError') return `the server did not answer within ${timeoutMs} ms`;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'the server gave far too much back';
  const tls = describeTlsFailure(error);
  if (tls !== undefined) return `the server is refused: ${tls.join('. ')}`;
  return `the server can't be reached (${code ?? name ?? 'unknown'})`;
}
