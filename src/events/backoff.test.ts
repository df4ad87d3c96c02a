import { expect, test } from 'vitest';
import { maxAttempts, pauseAfter } from './backoff.ts';

const minute = 60_000;
const hour = 60 * minute;

test('a delivery is tried eight times within 28 hours', () => {
  const pauses = Array.from({ length: maxAttempts }, (_, i) => pauseAfter(i + 1, 5_000, 0, 0));
  expect(pauses).toEqual([
    5_000,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    10 * hour,
    undefined,
  ]);
});

test('waits for as long as the receiver asks, but not longer than a day', () => {
  expect(pauseAfter(1, 5_000, 40_000, 0)).toBe(40_000);
  expect(pauseAfter(3, 5_000, 40_000, 0)).toBe(30 * minute);
  expect(pauseAfter(1, 5_000, 900 * hour, 0)).toBe(24 * hour);
  expect(pauseAfter(maxAttempts, 5_000, 40_000, 0)).toBeUndefined();
});

test('spreads retries by up to a tenth', () => {
  const pauses = Array.from({ length: 200 }, () => pauseAfter(1, 5_000) ?? 0);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(5_500);
  expect(new Set(pauses).size).toBeGreaterThan(5);
});
