/** The headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11). */
import type { LimitStatus, OtherRateStatus, RateStatus } from '../../limits/limits.ts';

/** `q` is the burst, which refills in `w` seconds; `r` of it is left, and it is full again in `t` seconds. */
export function rateLimitHeaders(rate: RateStatus | OtherRateStatus): Record<string, string> {
  const limits = Object.entries<LimitStatus>({ ...rate });
  const policy = limits.map(([name, { burst, windowSeconds }]) => `"${name}";q=${burst};w=${windowSeconds}`);
  const statuses = limits.flatMap(([name, { left, fullInMs = 0 }]) =>
    left === undefined ? [] : [`"${name}";r=${left};t=${Math.ceil(fullInMs / 1_000)}`],
  );
  return {
    'ratelimit-policy': policy.join(', '),
    ...(statuses.length > 0 && { ratelimit: statuses.join(', ') }),
  };
}
