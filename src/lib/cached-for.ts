/**
 * Caches the result of `ask` for `ms` milliseconds. Concurrent callers share one call: however often a load
 * balancer probes, the database is queried once.
 */
export function cachedFor<T>(
  ms: number,
  ask: () => Promise<T>,
  now: () => number = Date.now,
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
