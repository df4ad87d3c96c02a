import { expect, test } from 'vitest';
import { rateWithLeft } from '../../test/support/noted-gateway.ts';
import { quotaExceeded, rateLimited } from './refusals.ts';

const refusal = { ok: false, retryAfterSeconds: 9, rate: rateWithLeft(0) } as const;

test('who calls too fast is told to wait, and for how long', () => {
  expect(rateLimited({ ...refusal, reason: 'rate' })).toEqual({
    code: 'rate_limited',
    detail: 'The team calls faster than its limits allow. Wait as long as Retry-After says.',
    retryAfterSeconds: 9,
  });
});

test('who has too many calls under way is told to let some of them end', () => {
  expect(rateLimited({ ...refusal, reason: 'in_flight' })).toEqual({
    code: 'rate_limited',
    detail: 'The team has too many calls under way. Wait for some of them to end.',
    retryAfterSeconds: 9,
  });
});

test('a quota that is used up has no time to come back at', () => {
  expect(quotaExceeded).toEqual({ code: 'quota_exceeded', detail: expect.any(String) });
});
