/** When a failed delivery is tried again. */
import { randomInt } from 'node:crypto';

/**
 * The pauses after each attempt, in units of the first one. With the usual first pause of 5 s: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h
 * and 10 h, so a receiver may be down for a day without losing an event, as the scheme of Standard Webhooks recommends.
 */
const pauses = [1, 60, 360, 1_440, 3_600, 7_200, 7_200] as const;

export const maxAttempts = pauses.length + 1;

/** A receiver that asks for more would keep events until they are deleted. */
const maxRetryAfterMs = 24 * 3_600_000;

/** Spreads the retries of many events that failed at once. */
const jitterPercent = 10;

/** Undefined after the last attempt. `retryAfterMs`: what the receiver asked for. */
export function pauseAfter(
  attempts: number,
  firstPauseMs: number,
  retryAfterMs = 0,
  jitter = randomInt(0, jitterPercent + 1),
): number | undefined {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return undefined;
  const pauseMs = Math.max(pause * firstPauseMs, Math.min(retryAfterMs, maxRetryAfterMs));
  return Math.round((pauseMs * (100 + jitter)) / 100);
}
