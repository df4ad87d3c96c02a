import { describe, expect, test } from 'vitest';
import { CallsInFlight } from './calls-in-flight.ts';
import { createLimits } from './limits.ts';

const team = { requestsPerSecond: 100, requestsBurst: 200, charactersPerMinute: 1_000, callsInFlight: 2 };
const standing = { left: 5, fullInMs: 10 };
const allowing = { allowed: true, waitMs: 0, requests: standing, characters: standing };

describe('calls in flight', () => {
  test('a team has as many places as its limit says, and other teams have their own', () => {
    const inFlight = new CallsInFlight();
    const leave = inFlight.enter('a', 2);
    expect(inFlight.enter('a', 2)).toBeDefined();
    expect(inFlight.enter('a', 2)).toBeUndefined();
    expect(inFlight.enter('b', 2)).toBeDefined();
    leave?.();
    leave?.(); // a second time gives nothing back
    expect(inFlight.enter('a', 2)).toBeDefined();
    expect(inFlight.enter('a', 2)).toBeUndefined();
  });

  test('a call over it is told to come back in a second and takes nothing', async () => {
    let asked = 0;
    const limits = createLimits({
      take: async () => {
        asked++;
        return allowing;
      },
    });
    const first = await limits.admit('a', team, 1);
    await limits.admit('a', team, 1);
    expect(await limits.admit('a', team, 1)).toMatchObject({ ok: false, retryAfterSeconds: 1 });
    expect(asked).toBe(2);
    if (first.ok) first.leave();
    expect((await limits.admit('a', team, 1)).ok).toBe(true);
  });
});

test.each([
  [1, 1],
  [979, 1],
  [981, 2],
  [5_000, 6],
])('a wait of %i ms is told as %i s: whole seconds, never too few', async (waitMs, seconds) => {
  const limits = createLimits({ take: async () => ({ ...allowing, allowed: false, waitMs }) });
  expect(await limits.admit('a', team, 1)).toMatchObject({ ok: false, retryAfterSeconds: seconds });
});

test('a refused call leaves its place', async () => {
  const limits = createLimits({ take: async () => ({ ...allowing, allowed: false, waitMs: 1 }) });
  for (let i = 0; i < 5; i++) {
    expect(await limits.admit('a', team, 1)).toMatchObject({ ok: false, reason: 'rate' });
  }
});

test('the policy tells the burst that is really there: at least the largest call', async () => {
  const limits = createLimits({ take: async () => allowing });
  expect((await limits.admit('a', team, 1)).rate).toEqual({
    requests: { burst: 200, windowSeconds: 2, ...standing },
    characters: { burst: 100_000, windowSeconds: 6_000, ...standing },
  });
});
