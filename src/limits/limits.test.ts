import { describe, expect, test } from 'vitest';
import { type RateRequest, ratesOf } from './limiter.ts';
import { createLimits } from './limits.ts';

const team = { requestsPerSecond: 100, requestsBurst: 200, charactersPerMinute: 1_000, callsInFlight: 2 };
const standing = { left: 5, fullInMs: 10 };
const allowing = { allowed: true, waitMs: 0, requests: standing, characters: standing };

/** Limits that record the requests to the limiter, which always answers `verdict`. */
function recordingLimits(verdict = allowing) {
  const asked: RateRequest[] = [];
  const limits = createLimits({
    take: async (request) => {
      asked.push(request);
      return verdict;
    },
  });
  return { asked, limits };
}

describe('calls in flight', () => {
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
    expect(await limits.admit('a', team, 1)).toMatchObject({ ok: false, reason: 'characters', limit: 1_000 });
  }
});

test('the policy tells the burst that is really there: at least the largest call', async () => {
  const limits = createLimits({ take: async () => allowing });
  expect((await limits.admit('a', team, 1)).rate).toEqual({
    requests: { burst: 200, windowSeconds: 2, ...standing },
    characters: { burst: 131_072, windowSeconds: 7_865, ...standing },
  });
});

describe('a key with limits of its own', () => {
  const own = { keyId: 'k', requestsPerSecond: 3 };
  const rates = ratesOf({ ...team, requestsPerSecond: 3, requestsBurst: 3 }, 70);

  test('is counted beside its team, and where it has no limit as its team is', async () => {
    const { asked, limits } = recordingLimits();
    await limits.admit('a', team, 70, own);
    await limits.takeRequest('a', team, { keyId: 'k', charactersPerMinute: 5 });
    expect(asked).toEqual([
      { bucket: 'a', rates: ratesOf(team, 70), costs: [1, 70], own: { bucket: 'a/k', rates } },
      {
        bucket: 'a:other',
        rates: ratesOf(team),
        costs: [1, 0],
        own: { bucket: 'a:other/k', rates: ratesOf({ ...team, charactersPerMinute: 5 }) },
      },
    ]);
  });

  test.each([
    [{ requests: 0, characters: 9 }, { requests: 0, characters: 0 }, 'requests', 3, true],
    [{ requests: 9, characters: 0 }, { requests: 9, characters: 9 }, 'characters', 1_000, true],
    [{ requests: 9, characters: 9 }, { requests: 0, characters: 9 }, 'requests', 100, undefined],
  ])('with %o left beside %o of the team is told of %s', async (ofKey, ofTeam, reason, limit, isOfKey) => {
    const left = ({ requests, characters }: typeof ofKey) => ({
      requests: { left: requests, fullInMs: 1 },
      characters: { left: characters, fullInMs: 1 },
    });
    const verdict = { allowed: false, waitMs: 1, ...left(ofTeam), own: left(ofKey) };
    const limits = createLimits({ take: async () => verdict });
    const refused = await limits.admit('a', team, 5, own);
    expect(refused).toMatchObject({ ok: false, reason, limit });
    expect((refused as { isOfKey?: true }).isOfKey).toBe(isOfKey);
    const other = await limits.takeRequest('a', team, own);
    if (reason === 'requests') expect(other).toMatchObject({ ok: false, limit });
  });
});

describe('what is asked of the limiter', () => {
  test('is one request and its characters for a call', async () => {
    const { asked, limits } = recordingLimits();
    await limits.admit('a', team, 70);
    expect(asked).toEqual([{ bucket: 'a', rates: ratesOf(team), costs: [1, 70] }]);
  });

  test('is no second request for the characters of a call that was admitted before', async () => {
    const { asked, limits } = recordingLimits();
    expect(await limits.takeCharacters('a', team, 70)).toMatchObject({ ok: true });
    expect(asked).toEqual([{ bucket: 'a', rates: ratesOf(team), costs: [0, 70] }]);
  });

  test('counts the call at hand as the largest where its context makes it so', async () => {
    const { limits, asked } = recordingLimits();
    const large = { ...team, charactersPerMinute: 1_000_000 };
    await limits.takeCharacters('a', large, 800_000);
    expect(asked[0]?.rates[1]).toMatchObject({ burst: 1_000_000, largestCost: 800_000 });
  });

  test('is nothing for more characters than a team can ever save up: waiting would not help', async () => {
    const { limits, asked } = recordingLimits();
    expect(await limits.takeCharacters('a', team, 131_073)).toMatchObject({
      ok: false,
      reason: 'size',
      characters: 131_073,
      most: 131_072,
    });
    expect((await limits.takeCharacters('a', team, 131_072)).ok).toBe(true);
    expect(asked).toHaveLength(1);
  });

  test('is one request in a bucket of its own for every other request of the team', async () => {
    const { asked, limits } = recordingLimits();
    expect(await limits.takeRequest('a', team)).toEqual({
      ok: true,
      rate: { 'other-requests': { burst: 200, windowSeconds: 2, ...standing } },
    });
    expect(asked).toEqual([{ bucket: 'a:other', rates: ratesOf(team), costs: [1, 0] }]);
  });
});

describe('places in flight', () => {
  const onePlace = { ...team, callsInFlight: 1 };

  test('are given back when the limiter fails', async () => {
    const limits = createLimits({ take: () => Promise.reject(new Error('of the test')) });
    for (let i = 0; i < 3; i++) {
      await expect(limits.admit('a', onePlace, 1)).rejects.toThrow('of the test');
    }
  });

  test('are kept until the call leaves, and one that leaves twice gives back one', async () => {
    const { limits } = recordingLimits();
    const first = await limits.admit('a', onePlace, 1);
    expect(await limits.admit('a', onePlace, 1)).toMatchObject({ ok: false, reason: 'in_flight' });
    if (first.ok) first.leave();
    const second = await limits.admit('a', onePlace, 1);
    if (first.ok) first.leave();
    expect(second.ok).toBe(true);
    expect(await limits.admit('a', onePlace, 1)).toMatchObject({ ok: false, reason: 'in_flight' });
  });

  test('are those of the team alone', async () => {
    const { limits } = recordingLimits();
    await limits.admit('a', onePlace, 1);
    expect((await limits.admit('b', onePlace, 1)).ok).toBe(true);
  });

  test('are not needed for characters and other requests', async () => {
    const { limits } = recordingLimits();
    await limits.admit('a', onePlace, 1);
    expect((await limits.takeCharacters('a', onePlace, 1)).ok).toBe(true);
    expect((await limits.takeRequest('a', onePlace)).ok).toBe(true);
  });

  test('that are all taken tell the policy, and nothing of what is left', async () => {
    const { limits } = recordingLimits();
    await limits.admit('a', onePlace, 1);
    expect((await limits.admit('a', onePlace, 1)).rate).toEqual({
      requests: { burst: 200, windowSeconds: 2 },
      characters: { burst: 131_072, windowSeconds: 7_865 },
    });
  });
});

describe('a refusal of the limiter', () => {
  const refusing = { ...allowing, allowed: false, waitMs: 1_500 };

  test.each([
    ['requests', 0],
    ['characters', 3],
  ] as const)('names %s as the limit that was exceeded if %i requests are left', async (reason, left) => {
    const { limits } = recordingLimits({ ...refusing, requests: { ...standing, left } });
    expect(await limits.admit('a', team, 70)).toMatchObject({ ok: false, reason });
  });

  test('is told with the wait and what is left, for characters', async () => {
    const { limits } = recordingLimits(refusing);
    expect(await limits.takeCharacters('a', team, 70)).toMatchObject({
      ok: false,
      reason: 'characters',
      retryAfterSeconds: 2,
      rate: { requests: standing, characters: standing },
    });
  });

  test('is told with the wait and what is left, for other requests', async () => {
    const { limits } = recordingLimits(refusing);
    expect(await limits.takeRequest('a', team)).toMatchObject({
      ok: false,
      reason: 'other_requests',
      retryAfterSeconds: 2,
      rate: { 'other-requests': standing },
    });
  });
});
