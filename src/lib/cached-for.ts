/**
 * Remembers what `ask` found for a while, and lets callers that arrive meanwhile share one question: however
 * often a load balancer asks, the database is asked once.
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
