import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('however often it is asked for while it runs, it runs once more and no more', async () => {
  const ends: (() => void)[] = [];
  const run = oneAtATime(() => new Promise<void>((resolve) => ends.push(resolve)));
  const first = run();
  const others = Array.from({ length: 100 }, () => run());
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await Promise.all(others);
  expect(ends).toHaveLength(2);
});

test('who asks while it runs is served by a run that begins afterwards', async () => {
  let value = 0;
  const seen: number[] = [];
  const run = oneAtATime(async () => {
    seen.push(value);
    await Promise.resolve();
  });
  const first = run();
  value = 1;
  await run();
  await first;
  expect(seen).toEqual([0, 1]);
});

test('a run that fails does so for those who waited for it, and the next one begins all the same', async () => {
  let runs = 0;
  const run = oneAtATime(async () => {
    runs++;
    await Promise.resolve();
    if (runs === 1) throw new Error('failed');
  });
  const first = run();
  const second = run();
  await expect(first).rejects.toThrow('failed');
  await second;
  await run();
  expect(runs).toBe(3);
});
