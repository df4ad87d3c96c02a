import { expect, test, vi } from 'vitest';
import { cachedFor } from './cached-for.ts';

test('asks once for all who wait, and again when the answer is old', async () => {
  let now = 0;
  let asked = 0;
  const read = cachedFor(
    1_000,
    async () => ++asked,
    () => now,
  );
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  now = 999;
  expect(await read()).toBe(1);
  now = 1_000;
  expect(await read()).toBe(2);
});

test('a failure is remembered no longer than an answer', async () => {
  let now = 0;
  let asked = 0;
  const read = cachedFor(
    1_000,
    async () => {
      if (++asked === 1) throw new Error('gone');
      return asked;
    },
    () => now,
  );
  await expect(read()).rejects.toThrow('gone');
  now = 1_000;
  expect(await read()).toBe(2);
});

test('an answer does not stay because the clock of the machine was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    let asked = 0;
    const read = cachedFor(1_000, async () => ++asked);
    expect(await read()).toBe(1);
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(1_000);
    expect(await read()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});
