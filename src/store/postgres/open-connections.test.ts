import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSilence, OpenConnections } from './open-connections.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function connection() {
  const destroy = vi.fn<() => void>();
  return { destroy, client: { connection: { stream: { destroy } } } };
}

test('what was open while a question went unanswered is dropped, once; what came later stays', () => {
  const connections = new OpenConnections();
  const [old, gone, young] = [connection(), connection(), connection()];
  connections.add(old.client);
  connections.add(gone.client);
  connections.delete(gone.client);
  vi.advanceTimersByTime(1_000);
  connections.add(young.client);
  vi.advanceTimersByTime(3_000);
  expect(connections.dropOlderThan(3_500)).toBe(1);
  expect(connections.dropOlderThan(3_500)).toBe(0);
  expect([old, gone, young].map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 0, 0]);
});

test('silence is no answer at all, and not an answer that the server gave up', () => {
  expect(isSilence(new Error('Query read timeout'))).toBe(true);
  expect(isSilence(new Error('canceling statement due to statement timeout'))).toBe(false);
  expect(isSilence(undefined)).toBe(false);
});

test('once given up, every connection is dropped, and each that comes later at once', () => {
  const connections = new OpenConnections();
  const [open, late] = [connection(), connection()];
  connections.add(open.client);
  expect(connections.giveUp()).toBe(1);
  connections.add(late.client);
  expect([open, late].map(({ destroy }) => destroy.mock.calls.length)).toEqual([1, 1]);
});
