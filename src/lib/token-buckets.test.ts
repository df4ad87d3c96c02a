import { expect, test } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

function createBuckets({ perSecond = 1, burst = 3, size = 10 } = {}) {
  let nowMs = 1_000;
  const buckets = new TokenBuckets({ perSecond, burst }, () => nowMs, size);
  return {
    buckets,
    pass: (ms: number) => {
      nowMs += ms;
    },
    takeUntilRefused(key: string): number {
      for (let taken = 0; ; taken++) if (buckets.take(key) > 0) return taken;
    },
  };
}

test('the burst at once, then the rate, and each key for itself', () => {
  const { takeUntilRefused, pass } = createBuckets();
  expect(takeUntilRefused('a')).toBe(3);
  expect(takeUntilRefused('b')).toBe(3);
  pass(2_000);
  expect(takeUntilRefused('a')).toBe(2);
  pass(3_600_000);
  expect(takeUntilRefused('a')).toBe(3);
});

test('says when to come back, and is right; a refusal takes nothing', () => {
  const { buckets, takeUntilRefused, pass } = createBuckets({ perSecond: 7, burst: 2 });
  for (let i = 0; i < 100; i++) {
    takeUntilRefused('a');
    const waitMs = buckets.take('a');
    expect(buckets.take('a')).toBe(waitMs);
    pass(waitMs);
    expect(buckets.take('a')).toBe(0);
  }
});

test('what is given back can be taken again', () => {
  const { buckets, takeUntilRefused } = createBuckets();
  takeUntilRefused('a');
  buckets.giveBack('a');
  buckets.giveBack('unknown');
  expect(takeUntilRefused('a')).toBe(1);
});

test('remembers so many keys and no more; the one that was not used for longest is forgotten', () => {
  const { buckets, takeUntilRefused } = createBuckets({ size: 2 });
  takeUntilRefused('a');
  takeUntilRefused('b');
  buckets.giveBack('a');
  buckets.take('a');
  buckets.take('c');
  expect(takeUntilRefused('a')).toBe(0);
  expect(takeUntilRefused('b')).toBe(3);
});
