/** Limits the requests of a team that are neither translate calls nor uploads, and words the refusal. */
import type { Caller } from '../auth/caller.ts';
import type { Problem } from '../lib/errors.ts';
import type { Limits, OtherRateStatus } from '../limits/limits.ts';
import type { Metering } from '../metering/metering.ts';
import { ratesOfKey } from './engine-work.ts';
import { rateLimited } from './refusals.ts';

export interface OtherRequestAdmission {
  readonly rate: OtherRateStatus;
  /** The reason for the refusal; undefined if the request is admitted. */
  readonly problem?: Problem;
}

export interface OtherRequests {
  /** Counts the request unless it exceeds the limit. */
  admit(caller: Caller): Promise<OtherRequestAdmission>;
  countRefusal(teamId: string, code: string): void;
}

export function createOtherRequests(limits: Limits, metering: Metering): OtherRequests {
  return {
    async admit(caller) {
      const admission = await limits.takeRequest(caller.teamId, caller.limits, ratesOfKey(caller));
      const { rate } = admission;
      return admission.ok ? { rate } : { rate, problem: rateLimited(admission) };
    },
    countRefusal: (teamId, code) => metering.countRefusal(teamId, code),
  };
}
