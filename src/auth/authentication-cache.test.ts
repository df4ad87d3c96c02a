import { expect, test, vi } from 'vitest';
import { AuthenticationCache } from './authentication-cache.ts';
import { hashKey } from './key-format.ts';

const limits = { requestsPerSecond: 1, requestsBurst: 1, charactersPerMinute: 1, callsInFlight: 1 };
const caller = (keyId: string) =>
  ({
    teamId: 'team',
    keyId,
    mode: 'live',
    scopes: ['translate'],
    isCached: true,
    maxWaitSeconds: 0,
    limits,
  }) as const;
const [a, b, c] = ['a', 'b', 'c'].map(hashKey) as [Buffer, Buffer, Buffer];

test('a caller is remembered for the set time and no longer', () => {
  let now = 0;
  const cache = new AuthenticationCache(5_000, () => now);
  cache.remember(a, caller('a'));
  now = 4_999;
  expect(cache.find(a)).toEqual(caller('a'));
  expect(cache.find(b)).toBeUndefined();
  now = 5_000;
  expect(cache.find(a)).toBeUndefined();
});

test('being asked for does not prolong it', () => {
  let now = 0;
  const cache = new AuthenticationCache(5_000, () => now);
  cache.remember(a, caller('a'));
  for (now = 0; now < 5_000; now += 1_000) cache.find(a);
  expect(cache.find(a)).toBeUndefined();
});

test('a clock of the machine that is set back does not prolong it', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const cache = new AuthenticationCache(5_000);
    cache.remember(a, caller('a'));
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(5_000);
    expect(cache.find(a)).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test('it forgets what it is told to, and nothing is remembered for no time', () => {
  const cache = new AuthenticationCache(5_000, () => 0);
  cache.remember(a, caller('a'));
  cache.forget(a);
  expect(cache.find(a)).toBeUndefined();
  const off = new AuthenticationCache(0, () => 0);
  off.remember(a, caller('a'));
  expect(off.find(a)).toBeUndefined();
});

test('when it is full, the oldest goes', () => {
  const cache = new AuthenticationCache(5_000, () => 0, 2);
  for (const [hash, id] of [
    [a, 'a'],
    [b, 'b'],
    [c, 'c'],
  ] as const)
    cache.remember(hash, caller(id));
  expect([a, b, c].map((hash) => cache.find(hash)?.keyId)).toEqual([undefined, 'b', 'c']);
});
