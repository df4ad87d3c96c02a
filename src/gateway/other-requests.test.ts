import { expect, test, vi } from 'vitest';
import { caller } from '../../test/support/noted-gateway.ts';
import type { Limits, RequestAdmission } from '../limits/limits.ts';
import type { Metering } from '../metering/metering.ts';
import { createOtherRequests } from './other-requests.ts';

const rate = { 'other-requests': { burst: 10, windowSeconds: 1, left: 3, fullInMs: 5 } };

function open(admission: RequestAdmission) {
  const limits = { takeRequest: vi.fn<Limits['takeRequest']>(async () => admission) };
  const metering = { countRefusal: vi.fn<Metering['countRefusal']>() };
  const requests = createOtherRequests(
    limits as Partial<Limits> as Limits,
    metering as Partial<Metering> as Metering,
  );
  return { limits, metering, requests };
}

test('a request is counted for its team and told what is left', async () => {
  const { limits, requests } = open({ ok: true, rate });
  expect(await requests.admit(caller)).toEqual({ rate });
  expect(limits.takeRequest.mock.calls).toEqual([['team', caller.limits, undefined]]);
});

test('it also counts against the rate of its key, if that has its own', async () => {
  const { limits, requests } = open({ ok: true, rate });
  const own = { isFrom: () => true, hasBudget: false, requestsPerSecond: 3 };
  await requests.admit({ ...caller, own });
  expect(limits.takeRequest.mock.calls[0]?.[2]).toEqual({ keyId: caller.keyId, requestsPerSecond: 3 });
});

test('a request over the limit is told when to come back', async () => {
  const { requests } = open({ ok: false, reason: 'other_requests', limit: 100, retryAfterSeconds: 3, rate });
  expect(await requests.admit(caller)).toEqual({
    rate,
    problem: {
      code: 'rate_limited',
      detail: expect.stringMatching(/100 requests per second other than/),
      retryAfterSeconds: 3,
    },
  });
});

test('a refusal is counted for its team', () => {
  const { metering, requests } = open({ ok: true, rate });
  requests.countRefusal('team', 'rate_limited');
  expect(metering.countRefusal.mock.calls).toEqual([['team', 'rate_limited']]);
});
