/**
 * The steps that documents share with calls: an upload counts as one call against the rate limits, and the
 * balance is checked before any work.
 */
import type { Caller } from '../auth/caller.ts';
import type { Problem } from '../lib/errors.ts';
import type { Limits, RateStatus } from '../limits/limits.ts';
import type { Metering } from '../metering/metering.ts';
import { ratesOfKey } from './engine-work.ts';
import { rateLimited } from './refusals.ts';

/** The caller of an upload, whose key has been checked. */
export type Uploader = Caller;

export type UploadAdmission =
  | { ok: true; rate: RateStatus; leave(): void }
  | { ok: false; rate: RateStatus; problem: Problem };

type Uncovered = 'quota_exceeded' | 'key_quota_exceeded';

export interface DocumentCalls {
  /**
   * An admitted upload must call `leave`. The characters of a document count only against the quota: workers
   * translate it at their own pace, and it must not cause calls of its team to be refused.
   */
  admit(uploader: Uploader): Promise<UploadAdmission>;
  /** Whether the last known balance, and the budget of the key, cover the document. The hold makes the final decision. */
  look(uploader: Uploader, characters: number): Promise<'covered' | Uncovered>;
  countRefusal(teamId: string, code: string): void;
}

export function createDocumentCalls(limits: Limits, metering: Metering): DocumentCalls {
  return {
    async admit(uploader) {
      const admission = await limits.admit(uploader.teamId, uploader.limits, 0, ratesOfKey(uploader));
      if (admission.ok) return admission;
      return { ok: false, rate: admission.rate, problem: rateLimited(admission) };
    },
    async look({ teamId, keyId, own }, characters) {
      const seen = await metering.look(teamId, characters, undefined, own?.hasBudget ? keyId : undefined);
      return seen === 'quota_exceeded' || seen === 'key_quota_exceeded' ? seen : 'covered';
    },
    countRefusal: (teamId, code) => metering.countRefusal(teamId, code),
  };
}
