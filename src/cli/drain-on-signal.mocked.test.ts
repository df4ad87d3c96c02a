import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { drainOnSignal } from './drain-on-signal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  process.removeAllListeners('SIGTERM').removeAllListeners('SIGINT');
});

function startDraining(drain: () => Promise<void>): number[] {
  const codes: number[] = [];
  const ending = { limitMs: 1_000, exit: (code: number) => void codes.push(code) };
  drainOnSignal({ drain }, createLogger('silent'), ending);
  process.emit('SIGTERM', 'SIGTERM');
  return codes;
}

test('a process that has let go of everything exits with 0, and once', async () => {
  const codes = startDraining(async () => {});
  process.emit('SIGINT', 'SIGINT');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(codes).toEqual([0]);
});

test('a process that cannot let go of something exits with 1 at its limit, and not before', async () => {
  const codes = startDraining(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(999);
  expect(codes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(codes).toEqual([1]);
});

test('a process that fails to let go exits with 1', async () => {
  const codes = startDraining(() => Promise.reject(new Error('failed')));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(codes).toEqual([1]);
});
