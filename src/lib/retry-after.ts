/** Tolerance for clients whose timer or clock is fast, so that they do not retry slightly too early. */
const clientToleranceMs = 20;

/** Rounds up to the whole seconds that `Retry-After` needs. */
export function toRetryAfterSeconds(waitMs: number): number {
  return Math.ceil((waitMs + clientToleranceMs) / 1_000);
}
