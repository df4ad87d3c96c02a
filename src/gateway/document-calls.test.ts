import { expect, test, vi } from 'vitest';
import { caller, rateWithLeft } from '../../test/support/noted-gateway.ts';
import { keyRevoked, teamSuspended } from '../auth/refusals.ts';
import type { Admission, Limits } from '../limits/limits.ts';
import type { Metering } from '../metering/metering.ts';
import { createDocumentCalls } from './document-calls.ts';
import { keyQuotaExceeded, ledgerRefusals, quotaExceeded } from './refusals.ts';

const rate = rateWithLeft(3);

function open(admission: Admission = { ok: true, rate, leave: () => undefined }) {
  const limits = { admit: vi.fn<Limits['admit']>(async () => admission) };
  const metering = {
    look: vi.fn<Metering['look']>(async () => 'covered'),
    countRefusal: vi.fn<Metering['countRefusal']>(),
  };
  const calls = createDocumentCalls(
    limits as Partial<Limits> as Limits,
    metering as Partial<Metering> as Metering,
  );
  return { limits, metering, calls };
}

test('an upload counts as one request of its team, without characters', async () => {
  const { limits, calls } = open();
  await calls.admit(caller);
  expect(limits.admit.mock.calls).toEqual([['team', caller.limits, 0, undefined]]);
});

test('an upload also counts against the rates of its key, if that has its own', async () => {
  const { limits, calls } = open();
  await calls.admit({ ...caller, own: { isFrom: () => true, hasBudget: false, charactersPerMinute: 3 } });
  expect(limits.admit.mock.calls[0]?.[3]).toEqual({ keyId: caller.keyId, charactersPerMinute: 3 });
});

test('an upload that is admitted gets the place, and leaves it when it says so', async () => {
  const leave = vi.fn();
  const { calls } = open({ ok: true, rate, leave });
  const admission = await calls.admit(caller);
  expect(admission).toMatchObject({ ok: true, rate });
  expect(leave).not.toHaveBeenCalled();
  if (admission.ok) admission.leave();
  expect(leave).toHaveBeenCalledTimes(1);
});

test.each([
  ['requests', /100 translate calls and uploads per second/],
  ['in_flight', /too many calls in progress/],
] as const)('an upload over the limit of %s is told when to come back', async (reason, detail) => {
  const { calls } = open({ ok: false, reason, limit: 100, retryAfterSeconds: 4, rate });
  expect(await calls.admit(caller)).toEqual({
    ok: false,
    rate,
    problem: { code: 'rate_limited', detail: expect.stringMatching(detail), retryAfterSeconds: 4 },
  });
});

test('limits that fail fail the upload', async () => {
  const { limits, calls } = open();
  limits.admit.mockRejectedValue(new Error('of the test'));
  await expect(calls.admit(caller)).rejects.toThrow('of the test');
});

test('the look is at the characters of the document, under no Idempotency-Key', async () => {
  const { metering, calls } = open();
  expect(await calls.look(caller, 700)).toBe('covered');
  metering.look.mockResolvedValue('quota_exceeded');
  expect(await calls.look(caller, 700)).toBe('quota_exceeded');
  expect(metering.look.mock.calls[0]).toEqual(['team', 700, undefined, undefined]);
});

test('the look is also at the budget of the key, if it has one', async () => {
  const { metering, calls } = open();
  metering.look.mockResolvedValue('key_quota_exceeded');
  const own = { isFrom: () => true, hasBudget: true };
  expect(await calls.look({ ...caller, own }, 700)).toBe('key_quota_exceeded');
  expect(metering.look.mock.calls).toEqual([['team', 700, undefined, caller.keyId]]);
});

test('a refusal is counted for its team', () => {
  const { metering, calls } = open();
  calls.countRefusal('team', 'quota_exceeded');
  expect(metering.countRefusal.mock.calls).toEqual([['team', 'quota_exceeded']]);
});

test.each([
  ['key_revoked', keyRevoked],
  ['team_suspended', teamSuspended],
  ['quota_exceeded', quotaExceeded],
  ['key_quota_exceeded', keyQuotaExceeded],
] as const)('the verdict %s of a hold is told in the words of a call', (verdict, problem) => {
  expect(ledgerRefusals[verdict]).toBe(problem);
});
