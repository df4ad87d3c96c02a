import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCallLifetime } from './call-lifetime.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('work goes on until the deadline', () => {
  const lifetime = startCallLifetime(1_000);
  vi.advanceTimersByTime(999);
  expect([lifetime.signal.aborted, lifetime.ending]).toEqual([false, undefined]);
  vi.advanceTimersByTime(1);
  expect([lifetime.signal.aborted, lifetime.ending]).toEqual([true, 'deadline']);
});

test('a deadline that has passed already leaves no time at all', () => {
  const lifetime = startCallLifetime(-5);
  vi.advanceTimersByTime(1);
  expect(lifetime.ending).toBe('deadline');
});

test('a client that hangs up ends it, and the first reason counts', () => {
  const lifetime = startCallLifetime(1_000);
  lifetime.disconnect();
  vi.advanceTimersByTime(1_000);
  expect([lifetime.signal.aborted, lifetime.ending]).toEqual([true, 'disconnect']);
});

test('when a call is over, nothing of its work goes on, and nothing waits for its deadline', () => {
  const lifetime = startCallLifetime(1_000);
  lifetime.end();
  expect([lifetime.signal.aborted, lifetime.ending]).toEqual([true, undefined]);
  expect(vi.getTimerCount()).toBe(0);
});
