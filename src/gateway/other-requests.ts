/** The limit on the requests of a team that are neither translate calls nor uploads, with the words of its refusal. */
import type { Caller } from '../auth/caller.ts';
import type { Problem } from '../lib/errors.ts';
import type { Limits, OtherRateStatus } from '../limits/limits.ts';
import type { Metering } from '../metering/metering.ts';
import { rateLimited } from './refusals.ts';

export interface OtherRequestAdmission {
  readonly rate: OtherRateStatus;
  /** What is in the way of the request, or nothing. */
  readonly problem?: Problem;
}

export interface OtherRequests {
  /** Counts the request, unless it is over the limit. */
  admit(caller: Caller): Promise<OtherRequestAdmission>;
  countRefusal(teamId: string, code: string): void;
}

export function createOtherRequests(limits: Limits, metering: Metering): OtherRequests {
  return {
    async admit({ teamId, limits: teamLimits }) {
      const admission = await limits.takeRequest(teamId, teamLimits);
      const { rate } = admission;
      return admission.ok ? { rate } : { rate, problem: rateLimited(admission) };
    },
    countRefusal: (teamId, code) => metering.countRefusal(teamId, code),
  };
}
