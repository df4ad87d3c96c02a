import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runEvery } from './run-every.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs the task at the interval and on request, and not after it was stopped', async () => {
  const task = vi.fn(async () => {});
  const periodic = runEvery(1_000, task);
  expect(task).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(task).toHaveBeenCalledTimes(2);
  await periodic.runNow();
  expect(task).toHaveBeenCalledTimes(3);
  await periodic.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(task).toHaveBeenCalledTimes(3);
});

test('stopping waits for the run in progress', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const periodic = runEvery(1_000, () => promise);
  void periodic.runNow();
  let isStopped = false;
  const stopped = periodic.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(isStopped).toBe(false);
  resolve();
  await stopped;
});
