/** What a client's timer and clock may be fast by, so that it is not a hair too early. */
const clientHasteMs = 20;

/** Whole seconds, as `Retry-After` has them, and never too few. */
export function toRetryAfterSeconds(waitMs: number): number {
  return Math.ceil((waitMs + clientHasteMs) / 1_000);
}
