import { expect, test } from 'vitest';
import { secondsRemaining } from './remaining-time.ts';

const queue = { charactersAhead: 0, workers: 2, recentPace: 1_000 };
const waiting = { state: 'queued', characters: 10_000, translated: 0, runningMs: 0 } as const;

test('one that waits takes its own time, and that of what is ahead over all workers', () => {
  expect(secondsRemaining(waiting, queue)).toBe(10);
  expect(secondsRemaining(waiting, { ...queue, charactersAhead: 40_000 })).toBe(30);
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
