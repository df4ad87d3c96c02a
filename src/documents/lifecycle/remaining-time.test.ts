import { expect, test } from 'vitest';
import { secondsRemaining } from './remaining-time.ts';

const dayMs = 24 * 3_600_000;
const queue = {
  charactersAhead: 0,
  documentsAhead: 0,
  workers: 2,
  recentPace: 1_000,
  recentOverhead: undefined,
};
const waiting = {
  state: 'queued',
  characters: 10_000,
  translated: 0,
  runningMs: 0,
  lifetimeMs: dayMs,
} as const;

test('one that waits takes its own time, and that of what is ahead over all workers', () => {
  expect(secondsRemaining(waiting, queue)).toBe(10);
  expect(secondsRemaining(waiting, { ...queue, charactersAhead: 40_000, documentsAhead: 1 })).toBe(30);
});

test('each document also takes the time of a small one', () => {
  const measured = { ...queue, recentOverhead: 2, documentsAhead: 5 };
  expect(secondsRemaining(waiting, measured)).toBe(17);
  expect(secondsRemaining({ ...waiting, characters: 17 }, measured)).toBe(8);
});

test('whatever was measured, a small file takes a minute at most, and no document longer than it exists', () => {
  const slow = { ...queue, recentPace: 0.01, recentOverhead: 5_000 };
  expect(secondsRemaining({ ...waiting, characters: 17 }, slow)).toBe(32);
  expect(secondsRemaining({ ...waiting, characters: 10_000_000 }, slow)).toBe(dayMs / 1_000);
  expect(secondsRemaining({ ...waiting, lifetimeMs: 3_000 }, queue)).toBe(3);
});

test('one under way goes by its own pace, the more the longer it runs', () => {
  const slow = { ...waiting, state: 'translating', translated: 1_000, runningMs: 10_000 } as const;
  const seconds = secondsRemaining(slow, queue) ?? 0;
  expect(seconds).toBeGreaterThan(30);
  expect(seconds).toBeLessThanOrEqual(90);
});

test('what is done takes no more time; without a worker nobody knows; at least a second is left', () => {
  expect(secondsRemaining({ ...waiting, state: 'done' }, queue)).toBe(0);
  expect(secondsRemaining(waiting, { ...queue, workers: 0 })).toBeUndefined();
  expect(secondsRemaining({ ...waiting, characters: 1 }, queue)).toBe(1);
});
