/**
 * Repeats a request that the server had no room for (429) or failed to serve (5xx), at most twice and only
 * within the time that the call has left. If the server names a later time, the request fails at once, so that the
 * next engine is asked.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Poster, StatusError } from '../engine-http.ts';

const maxRepeats = 2;
/** Doubled for the second repeat. */
const firstWaitMs = 500;
/** With a `Retry-After`, waiting requests are spread over this time behind it. */
const spreadMs = 250;

export interface TimeLimits {
  /** For the request and all its repeats. */
  readonly timeoutMs: number;
  /** When the call ends, as `Date.now()` counts. */
  readonly deadlineMs: number | undefined;
}

export function repeatWhenBusy(http: Poster, { timeoutMs, deadlineMs }: TimeLimits): Poster {
  return {
    async post(path, body, signal) {
      // Whole milliseconds, as a time-out needs. A deadline has a fraction where a route gets a share of the time.
      const endMs = Math.floor(Math.min(Date.now() + timeoutMs, deadlineMs ?? Number.POSITIVE_INFINITY));
      for (let repeats = 0; ; repeats++) {
        try {
          return await http.post(path, body, signal, Math.max(1, endMs - Date.now()));
        } catch (error) {
          if (repeats === maxRepeats || !isBusy(error)) throw error;
          const waitMs = waitBefore(repeats, error.retryAfter);
          if (Date.now() + waitMs >= endMs) throw error;
          await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
        }
      }
    },
  };
}

function isBusy(error: unknown): error is StatusError {
  return error instanceof StatusError && (error.status === 429 || error.status >= 500);
}

/** Random, so that requests that were refused together do not come back together. */
export function waitBefore(
  repeats: number,
  retryAfter: string | undefined,
  { random = Math.random, now = Date.now }: { random?: () => number; now?: () => number } = {},
): number {
  const askedMs = retryAfter === undefined ? undefined : waitAskedFor(retryAfter, now());
  if (askedMs !== undefined) return askedMs + spreadMs * random();
  return firstWaitMs * 2 ** repeats * (0.5 + 0.5 * random());
}

/** The header has seconds or a date. */
function waitAskedFor(retryAfter: string, nowMs: number): number | undefined {
  const askedMs = /^\d+(\.\d+)?$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - nowMs;
  return Number.isNaN(askedMs) ? undefined : Math.max(0, askedMs);
}
