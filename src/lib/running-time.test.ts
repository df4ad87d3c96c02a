import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { afterRunningTime } from './running-time.ts';

/** Returns the number of event-loop turns until the callback, with a stall in the middle of the wait. */
async function turnsUntilCalled(stallMs: number): Promise<number> {
  let turns = 0;
  const count = () => {
    turns++;
    turning = setImmediate(count);
  };
  let turning = setImmediate(count);
  const called = new Promise<void>((resolve) => void afterRunningTime(30, resolve));
  const until = performance.now() + stallMs;
  while (performance.now() < until);
  await called;
  clearImmediate(turning);
  return turns;
}

test('a stall counts as one step: the loop still turns for the rest of the wait', async () => {
  // 20 ms of turns are left; an ordinary timer would fire in the first turn.
  expect(await turnsUntilCalled(100)).toBeGreaterThan(2);
});

test('what is cancelled never calls back', async () => {
  let calls = 0;
  const cancel = afterRunningTime(1, () => calls++);
  cancel();
  const late = afterRunningTime(1, () => calls++);
  await delay(1);
  late();
  const before = calls;
  await delay(20);
  expect(calls).toBe(before);
});
