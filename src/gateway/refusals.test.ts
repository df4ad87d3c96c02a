import { expect, test } from 'vitest';
import { rateWithLeft } from '../../test/support/noted-gateway.ts';
import { quotaExceeded, rateLimited } from './refusals.ts';

const refusal = { ok: false, retryAfterSeconds: 9, rate: rateWithLeft(0) } as const;

test.each([
  ['requests', 100, /limit of 100 translate calls and uploads per second.*Retry-After/],
  ['characters', 1_000_000, /limit of 1,000,000 characters per minute.*Retry-After/],
  ['in_flight', 64, /too many calls in progress: its limit is 64/],
] as const)(
  'who exceeds the limit of %s is told which it is, and how long to wait',
  (reason, limit, detail) => {
    expect(rateLimited({ ...refusal, reason, limit })).toEqual({
      code: 'rate_limited',
      detail: expect.stringMatching(detail),
      retryAfterSeconds: 9,
    });
  },
);

test('a key that exceeds a limit of its own is told that it is the key', () => {
  const { detail } = rateLimited({ ...refusal, reason: 'requests', limit: 3, isOfKey: true });
  expect(detail).toMatch(/^The API key exceeds its limit of 3 translate calls/);
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
