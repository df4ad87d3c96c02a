import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import type { RefusalCount } from '../store/postgres/usage.ts';
import { RefusalCounter } from './refusal-counter.ts';

const minute = new Date('2026-11-21T10:30:00Z');
const minuteMs = minute.getTime();

beforeEach(() => {
  vi.useFakeTimers({ now: minuteMs });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Records the writes; each completes when `write` does. */
function openCounter(write: () => Promise<void> = async () => {}) {
  const written: RefusalCount[][] = [];
  const logger = createLogger('silent');
  const warn = vi.spyOn(logger, 'warn');
  const counter = new RefusalCounter((counts) => {
    written.push(counts);
    return write();
  }, logger);
  return { counter, written, warn };
}

test('counts by team, minute and code, and writes once a second', async () => {
  const { counter, written } = openCounter();
  counter.count('a', 'rate_limited');
  counter.count('a', 'rate_limited', minuteMs + 59_999);
  counter.count('a', 'quota_exceeded');
  counter.count('b', 'rate_limited');
  counter.count('a', 'rate_limited', minuteMs + 60_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([
    [
      { team: 'a', minute, code: 'rate_limited', calls: 2 },
      { team: 'a', minute, code: 'quota_exceeded', calls: 1 },
      { team: 'b', minute, code: 'rate_limited', calls: 1 },
      { team: 'a', minute: new Date(minuteMs + 60_000), code: 'rate_limited', calls: 1 },
    ],
  ]);
});

test('what was written is not written again, and nothing is written when there is nothing', async () => {
  const { counter, written } = openCounter();
  counter.count('a', 'rate_limited');
  await vi.advanceTimersByTimeAsync(3_000);
  counter.count('a', 'rate_limited');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written.map((counts) => counts.map(({ calls }) => calls))).toEqual([[1], [1]]);
});

test('one write at a time: what is counted meanwhile waits for the next', async () => {
  const first = Promise.withResolvers<void>();
  const { counter, written } = openCounter(() => first.promise);
  counter.count('a', 'rate_limited');
  await vi.advanceTimersByTimeAsync(1_000);
  counter.count('b', 'rate_limited');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written).toHaveLength(1);
  first.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(written.map((counts) => counts.map(({ team }) => team))).toEqual([['a'], ['b']]);
});

test('counts that cannot be written are lost with a warning, and the next ones are written', async () => {
  let isAway = true;
  const { counter, written, warn } = openCounter(async () => {
    if (isAway) throw new Error('away');
  });
  counter.count('a', 'rate_limited');
  await vi.advanceTimersByTimeAsync(1_000);
  isAway = false;
  expect(warn).toHaveBeenCalledTimes(1);
  counter.count('b', 'rate_limited');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written.at(-1)).toEqual([{ team: 'b', minute, code: 'rate_limited', calls: 1 }]);
});

test('closing writes what is left, after the write that is under way, and stops', async () => {
  const first = Promise.withResolvers<void>();
  const { counter, written } = openCounter(() => first.promise);
  counter.count('a', 'rate_limited');
  await vi.advanceTimersByTimeAsync(1_000);
  counter.count('b', 'rate_limited');
  let isClosed = false;
  const closing = counter.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect([written.length, isClosed]).toEqual([1, false]);
  first.resolve();
  await closing;
  expect(written).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('closing does not fail when the last counts cannot be written', async () => {
  const { counter, warn } = openCounter(() => Promise.reject(new Error('away')));
  counter.count('a', 'rate_limited');
  await counter.close();
  expect(warn).toHaveBeenCalledTimes(1);
});
