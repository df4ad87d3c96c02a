/**
 * Ends requests that get no answer. A server that is frozen, or gone without closing its connections, would otherwise keep a
 * dialog or a poll waiting for the minutes that the browser allows. Counts until the answer begins: its body may take longer.
 */
const readTimeoutMs = 60_000;
/** Includes the time in which the request is sent: a glossary has up to 10 MiB. */
const changeTimeoutMs = 120_000;

/** A file takes as long as the connection needs. */
export function isUpload({ method, url }: Request): boolean {
  return method === 'POST' && new URL(url).pathname.endsWith('/documents');
}

export class AnswerTimers {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** Returns the request to send. */
  start(id: string, request: Request): Request {
    if (isUpload(request)) return request;
    const ended = new AbortController();
    const timeoutMs = request.method === 'GET' ? readTimeoutMs : changeTimeoutMs;
    this.#timers.set(
      id,
      setTimeout(() => {
        this.#timers.delete(id);
        ended.abort();
      }, timeoutMs),
    );
    return new Request(request, { signal: AbortSignal.any([request.signal, ended.signal]) });
  }

  stop(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }
}
