/**
 * What a document has in common with a call: its upload counts as one against the rate limits, the balance is looked at
 * before any work, and the verdict of a hold or of a charge is told in the same words.
 */
import { keyRevoked, teamSuspended } from '../auth/authenticate.ts';
import type { Caller } from '../auth/caller.ts';
import type { Problem } from '../lib/errors.ts';
import type { Limits, RateStatus } from '../limits/limits.ts';
import type { Metering } from '../metering/metering.ts';
import { quotaExceeded, rateLimited } from './refusals.ts';

/** Who uploads: the caller of a request whose key was checked. */
export type Uploader = Caller;

export type UploadAdmission =
  | { ok: true; rate: RateStatus; leave(): void }
  | { ok: false; rate: RateStatus; problem: Problem };

export interface DocumentCalls {
  /**
   * Whoever is admitted must leave. The characters of a document count against the quota alone: workers translate it at
   * their own pace, and calls of its team must not be refused for it.
   */
  admit(uploader: Uploader): Promise<UploadAdmission>;
  /** Whether the last known balance covers the document; the hold decides. */
  look(teamId: string, characters: number): Promise<boolean>;
  countRefusal(teamId: string, code: string): void;
}

export function createDocumentCalls(limits: Limits, metering: Metering): DocumentCalls {
  return {
    async admit(uploader) {
      const admission = await limits.admit(uploader.teamId, uploader.limits, 0);
      if (admission.ok) return admission;
      return { ok: false, rate: admission.rate, problem: rateLimited(admission) };
    },
    look: async (teamId, characters) => (await metering.look(teamId, characters, undefined)) === 'covered',
    countRefusal: (teamId, code) => metering.countRefusal(teamId, code),
  };
}

/** Why nothing could be held or charged. */
export function refusalFor(verdict: 'key_revoked' | 'team_suspended' | 'quota_exceeded'): Problem {
  switch (verdict) {
    case 'key_revoked':
      return keyRevoked;
    case 'team_suspended':
      return teamSuspended;
    case 'quota_exceeded':
      return quotaExceeded;
  }
}
