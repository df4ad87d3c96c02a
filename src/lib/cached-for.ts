/**
 * Caches the result of `ask` for `ms` milliseconds. Concurrent callers share one call: however often a load
 * balancer probes, the database is queried once. The clock is one that nobody sets: with the time of day, an answer would
 * stay for an hour after the clock was set back by one.
 */
export function cachedFor<T>(
  ms: number,
  ask: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let expiresAt = 0;
  return () => {
    if (answer === undefined || now() >= expiresAt) {
      expiresAt = Number.POSITIVE_INFINITY;
      answer = ask().finally(() => {
        expiresAt = now() + ms;
      });
    }
    return answer;
  };
}
