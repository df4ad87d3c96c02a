/** Why a call is not served, in words for its caller. */
import { type Problem, problem } from '../lib/errors.ts';
import type { Admission, RequestAdmission } from '../limits/limits.ts';

export const quotaExceeded = problem(
  'quota_exceeded',
  "The team's quota and credit do not cover this call. Ask the operator for more, or wait for the next month.",
);

export function rateLimited({
  reason,
  retryAfterSeconds,
}: Extract<Admission | RequestAdmission, { ok: false }>): Problem {
  const detail =
    reason === 'rate'
      ? 'The team calls faster than its limits allow. Wait as long as Retry-After says.'
      : 'The team has too many calls under way. Wait for some of them to end.';
  return problem('rate_limited', detail, retryAfterSeconds);
}
