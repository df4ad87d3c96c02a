import { expect, test } from 'vitest';
import { rateWithLeft } from '../../test/support/noted-gateway.ts';
import { quotaExceeded, rateLimited } from './refusals.ts';

const refusal = { ok: false, retryAfterSeconds: 9, rate: rateWithLeft(0) } as const;

test('who calls too fast is told to wait, and for how long', () => {
  expect(rateLimited({ ...refusal, reason: 'rate' })).toEqual({
    code: 'rate_limited',
    detail: 'The team exceeds its rate limit. Wait for the time given in Retry-After.',
    retryAfterSeconds: 9,
  });
});

test('who has too many calls under way is told to let some of them end', () => {
  expect(rateLimited({ ...refusal, reason: 'in_flight' })).toEqual({
    code: 'rate_limited',
    detail: 'The team has too many calls in progress. Wait for some of them to finish.',
    retryAfterSeconds: 9,
  });
});

test('a quota that is used up has no time to come back at', () => {
  expect(quotaExceeded).toEqual({ code: 'quota_exceeded', detail: expect.any(String) });
});

test('who sends a context with more texts than can ever be sent at once is told how much can', () => {
  const { rate } = refusal;
  expect(rateLimited({ ok: false, reason: 'size', characters: 3_200_000, most: 1_000_000, rate })).toEqual({
    code: 'payload_too_large',
    detail:
      'The texts, with the context counted once per text, have 3200000 characters; your team may send at most 1000000 ' +
      'at once. Send fewer texts in a call, a shorter context or fewer instructions.',
  });
});
