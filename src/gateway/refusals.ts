/** The reasons why a call is not served, worded for the caller. */
import { keyRevoked, teamSuspended } from '../auth/refusals.ts';
import { type Problem, problem } from '../lib/errors.ts';
import type { Admission, RequestAdmission, Taken } from '../limits/limits.ts';
import type { ChargeOutcome } from '../metering/metering.ts';
import type { CallLifetime } from './call-lifetime.ts';

export const quotaExceeded = problem(
  'quota_exceeded',
  "The team's quota and credit do not cover this call. Ask the operator for more, or wait for the next month.",
);

export const keyQuotaExceeded = problem(
  'quota_exceeded',
  "The budget of this API key for the month does not cover this call. Ask the key's team for a larger budget, or wait for the next month.",
);

type RateRefusal = Extract<Admission | RequestAdmission | Taken, { ok: false }>;

export function rateLimited(refusal: RateRefusal): Problem {
  if (refusal.reason === 'size') return tooMuchContext(refusal);
  const { reason, limit, isOfKey, retryAfterSeconds } = refusal;
  const whose = isOfKey ? 'API key' : 'team';
  return problem('rate_limited', exceeded[reason](limit.toLocaleString('en'), whose), retryAfterSeconds);
}

const waitAsTold = 'Wait for the seconds in Retry-After.';

/** `most`: the limit, in a form for people. `whose`: the team, or its API key. */
const exceeded = {
  requests: (most: string, whose: string) =>
    `The ${whose} exceeds its limit of ${most} translate calls and uploads per second. ${waitAsTold}`,
  characters: (most: string, whose: string) =>
    `The ${whose} exceeds its limit of ${most} characters per minute. ${waitAsTold}`,
  other_requests: (most: string, whose: string) =>
    `The ${whose} exceeds its limit of ${most} requests per second other than translate calls and uploads. ${waitAsTold}`,
  in_flight: (most: string) =>
    `The team has too many calls in progress: its limit is ${most} at once on each node. Wait for some of them to finish.`,
} as const;

/** Waiting would not help: the team can never accumulate that many characters. */
function tooMuchContext({ characters, most }: Extract<RateRefusal, { reason: 'size' }>): Problem {
  return problem(
    'payload_too_large',
    `The texts, with the context counted once per text, have ${characters} characters; your team may send at most ${most} ` +
      'at once. Send fewer texts in a call, a shorter context or fewer instructions.',
  );
}

export const idempotencyConflict = problem(
  'conflict',
  'This Idempotency-Key was used with another body. Use a new key for a new call.',
);

export const keyWithAnotherBody = problem(
  'conflict',
  'A call with this Idempotency-Key and another body is in progress. Use a new key for a new call.',
);

/** A call in progress usually ends soon, but the time is unknown. */
const underWayRetryAfterSeconds = 1;

export const keyUnderWay = problem(
  'conflict',
  'Calls with this Idempotency-Key are already in progress. Retry after they have been answered.',
  underWayRetryAfterSeconds,
);

export const replayUnavailable = problem(
  'replay_unavailable',
  'The call with this Idempotency-Key was already charged and answered, and its translation was not kept. ' +
    'Send it with a new key to translate it again, for another charge.',
);

export const ledgerUnavailable = problem(
  'service_unavailable',
  'The service is temporarily unavailable. Try again later.',
  2,
);

/** Long enough to restart a pipeline or a model, short enough for a waiting client. */
const engineRetryAfterSeconds = 2;

export const engineBusy = problem(
  'engine_unavailable',
  'The translation engine cannot serve this call right now. Try again later.',
  engineRetryAfterSeconds,
);

const engineLate = problem(
  'engine_unavailable',
  'The translation was not ready in time. Try again, with fewer texts if it happens again.',
  engineRetryAfterSeconds,
);

export function engineFailure({ ending }: CallLifetime): Problem {
  return ending === 'deadline' ? engineLate : engineBusy;
}

export const streamEnded = problem(
  'conflict',
  "The team's key or limits were changed during the translation, so it was stopped. Translate the rest again.",
);

/** The problem to report when the ledger refuses a charge or a hold. */
export const ledgerRefusals = {
  key_revoked: keyRevoked,
  team_suspended: teamSuspended,
  quota_exceeded: quotaExceeded,
  key_quota_exceeded: keyQuotaExceeded,
} as const;

/** The problem to report when a call was not charged. */
export function refusalOfCharge(
  verdict: Exclude<ChargeOutcome['verdict'], 'charged' | 'replayed'>,
  lifetime: CallLifetime,
): Problem {
  switch (verdict) {
    case 'conflict':
      return idempotencyConflict;
    case 'too_late':
    case 'over':
      return engineFailure(lifetime);
    case 'unknown':
      return ledgerUnavailable;
    default:
      return ledgerRefusals[verdict];
  }
}
