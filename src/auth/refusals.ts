/** Why a key is not accepted, worded for the caller. */
import { type Problem, problem } from '../lib/errors.ts';
import { type Refusal, refused, refusedWith } from '../lib/outcome.ts';
import { toRetryAfterSeconds } from '../lib/retry-after.ts';
import type { Scope } from './scopes.ts';

/** A missing, a malformed and an unknown key must be indistinguishable, so the same object answers all three. */
export const unauthorized = refusedWith({
  ...problem(
    'unauthorized',
    'This call needs a valid API key. Send it as "Authorization: Bearer <API_KEY>".',
  ),
  libraryDetail: 'This call needs a valid API key. Send it as "Authorization: DeepL-Auth-Key <API_KEY>".',
});
export const keyRevoked = problem(
  'key_revoked',
  'This API key was revoked or has expired. Create a new key and update your application.',
);
export const otherNetwork = problem(
  'forbidden',
  'This API key is not accepted from this address. Call from one of its networks, or use another key.',
);
export const teamSuspended = problem(
  'forbidden',
  'This team is suspended, so none of its API keys is accepted. Ask whoever operates this service.',
);

export function tooManyBadKeys(waitMs: number): Refusal {
  return refused(
    'rate_limited',
    'Too many unknown API keys came from this address. Check your key, and try again after the seconds in Retry-After.',
    toRetryAfterSeconds(waitMs),
  );
}

export function lacksScope(needed: Scope): Problem {
  return problem(
    'forbidden',
    `This call needs the scope "${needed}", which this API key does not have. Use a key that has it.`,
  );
}
