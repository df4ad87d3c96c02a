/** The headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11). */
import type { RateStatus } from '../../limits/limits.ts';

const names = ['requests', 'characters'] as const;

/** `q` can be used at once and is whole again after `w` seconds; `r` of it is left, and it is whole after `t`. */
export function rateLimitHeaders(rate: RateStatus): Record<string, string> {
  const policy = names.map((name) => `"${name}";q=${rate[name].burst};w=${rate[name].windowSeconds}`);
  const standing = names.flatMap((name) => {
    const { left, fullInMs } = rate[name];
    return left === undefined ? [] : [`"${name}";r=${left};t=${Math.ceil((fullInMs ?? 0) / 1_000)}`];
  });
  return {
    'ratelimit-policy': policy.join(', '),
    ...(standing.length > 0 && { ratelimit: standing.join(', ') }),
  };
}
