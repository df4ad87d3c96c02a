import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { caller, createCall, openGateway, type Steps } from '../../test/support/noted-gateway.ts';
import { keyRevoked, teamSuspended } from '../auth/refusals.ts';
import { startCallLifetime } from './call-lifetime.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const patient = { ...caller, maxWaitSeconds: 10 };
const tooFast = { ok: false, reason: 'requests', limit: 1, retryAfterSeconds: 4 } as const;
const inFlight = { ok: false, reason: 'in_flight', limit: 1, retryAfterSeconds: 1 } as const;

/** Refuses the first calls, then admits. */
function refusing(times: number, refusal: typeof tooFast | typeof inFlight = tooFast): Partial<Steps> {
  let left = times;
  return { admit: () => (left-- > 0 ? refusal : { ok: true }) };
}

const attempts = (events: readonly string[]) => events.filter((event) => event.startsWith('admit')).length;

test('a call is tried again after the time in Retry-After, and reported once', async () => {
  const gateway = openGateway(refusing(2));
  const outcome = gateway.translate(createCall({ caller: patient }));
  await vi.advanceTimersByTimeAsync(7_999);
  expect(attempts(gateway.events)).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ ok: true, characters: 5 });
  expect(gateway.ended).toMatchObject([{ outcome: 'ok', steps: { wait: expect.closeTo(8_000, -2) } }]);
  expect(gateway.refusals).toEqual([]);
  expect(gateway.charges).toHaveLength(1);
});

test('a call waits up to a second longer, at random, but not too long for its key', async () => {
  vi.mocked(Math.random).mockReturnValue(0.5);
  const gateway = openGateway(refusing(1));
  const outcome = gateway.translate(createCall({ caller: patient }));
  await vi.advanceTimersByTimeAsync(4_499);
  expect(attempts(gateway.events)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ ok: true });

  const late = openGateway(refusing(1));
  const answered = late.translate(createCall({ caller: { ...caller, maxWaitSeconds: 4 } }));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await answered).toMatchObject({ ok: true });
});

test('a call is refused as soon as another attempt would come too late for its key', async () => {
  const gateway = openGateway(refusing(9));
  const outcome = gateway.translate(createCall({ caller: patient }));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await outcome).toMatchObject({ problem: { code: 'rate_limited', retryAfterSeconds: 4 } });
  expect(attempts(gateway.events)).toBe(3);
  expect(gateway.refusals).toEqual(['rate_limited of team']);
});

test('the deadline of the call ends the waiting earlier', async () => {
  const gateway = openGateway(refusing(9));
  const lifetime = startCallLifetime(5_500);
  const outcome = gateway.translate(createCall({ caller: patient, lifetime }));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await outcome).toMatchObject({ problem: { code: 'rate_limited' } });
  expect(attempts(gateway.events)).toBe(2);
});

test.each([
  { remainingMs: 5_000, expected: 2 },
  { remainingMs: 4_999, expected: 1 },
])(
  'the last attempt begins a second before the deadline or earlier: of $remainingMs ms',
  async ({ remainingMs, expected }) => {
    const gateway = openGateway(refusing(9));
    const lifetime = startCallLifetime(remainingMs);
    const outcome = gateway.translate(createCall({ caller: patient, lifetime }));
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await outcome).toMatchObject({ problem: { code: 'rate_limited' } });
    expect(attempts(gateway.events)).toBe(expected);
  },
);

test('a client that disconnects ends the waiting', async () => {
  const gateway = openGateway(refusing(9));
  const lifetime = startCallLifetime(30_000);
  const outcome = gateway.translate(createCall({ caller: patient, lifetime }));
  await vi.advanceTimersByTimeAsync(1_000);
  lifetime.disconnect();
  expect(await outcome).toMatchObject({ ok: false });
  expect(attempts(gateway.events)).toBe(1);
  expect(gateway.ended).toMatchObject([{ outcome: 'disconnected' }]);
});

test('a key that is revoked ends the waiting within five seconds, before the next attempt', async () => {
  let isRevoked = false;
  const long = { ok: false, reason: 'requests', limit: 1, retryAfterSeconds: 20 } as const;
  const gateway = openGateway({ admit: () => long, checkKey: () => (isRevoked ? keyRevoked : undefined) });
  const outcome = gateway.translate(createCall({ caller: { ...caller, maxWaitSeconds: 25 } }));
  await vi.advanceTimersByTimeAsync(6_000);
  isRevoked = true;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await outcome).toMatchObject({ problem: { code: 'key_revoked' } });
  expect(attempts(gateway.events)).toBe(1);

  isRevoked = false;
  const short = openGateway({ ...refusing(1), checkKey: () => (isRevoked ? teamSuspended : undefined) });
  const refused = short.translate(createCall({ caller: patient }));
  isRevoked = true;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await refused).toMatchObject({ problem: { code: 'forbidden' } });
  expect(short.events).not.toContain('translate');
});

test('a call goes on waiting if its key cannot be checked', async () => {
  const gateway = openGateway({
    ...refusing(1),
    checkKey: () => {
      throw new Error('no database');
    },
  });
  const outcome = gateway.translate(createCall({ caller: patient }));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await outcome).toMatchObject({ ok: true });
});

test('a key without a waiting time is refused at once', async () => {
  const gateway = openGateway(refusing(1));
  expect(await gateway.translate(createCall())).toMatchObject({ problem: { code: 'rate_limited' } });
});

test('engines that shed calls are asked again, and the body of such a call is read', async () => {
  let isBusy = true;
  const gateway = openGateway({ shedsOnArrival: () => isBusy });
  const deadlineMs = Date.now() + 30_000;
  const arriving = { caller: patient, dialect: 'v1', deadlineMs, skipsCache: false } as const;
  expect(gateway.shedOnArrival(arriving)).toBeUndefined();
  expect(gateway.shedOnArrival({ ...arriving, caller })).toMatchObject({ code: 'engine_unavailable' });
  const outcome = gateway.translate(createCall({ caller: patient }));
  await vi.advanceTimersByTimeAsync(1_000);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await outcome).toMatchObject({ ok: true });
});

test('what waiting cannot change is refused at once', async () => {
  const gateway = openGateway({ look: () => 'quota_exceeded' });
  expect(await gateway.translate(createCall({ caller: patient }))).toMatchObject({
    problem: { code: 'quota_exceeded' },
  });
});

test('a team has as many waiting calls on a node as it may have in progress, and a place that is left is free', async () => {
  let isFull = true;
  const gateway = openGateway({ admit: () => (isFull ? inFlight : { ok: true }) });
  const callThatWaits = () => gateway.translate(createCall({ caller: patient }));
  const first = callThatWaits();
  await vi.advanceTimersByTimeAsync(0);
  expect(await callThatWaits()).toMatchObject({ problem: { code: 'rate_limited' } });
  isFull = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await first).toMatchObject({ ok: true });

  isFull = true;
  const next = callThatWaits();
  await vi.advanceTimersByTimeAsync(0);
  isFull = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next).toMatchObject({ ok: true });
});
