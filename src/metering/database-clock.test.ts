import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { followDatabaseClock } from './database-clock.ts';

const localMs = 1_800_000_000_000;
const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: localMs });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Reading {
  /** How far the database's clock is ahead. */
  readonly aheadMs: number;
  /** How long the request takes to arrive, and the answer to return. */
  readonly thereMs?: number;
  readonly backMs?: number;
  readonly fails?: boolean;
}

/** Each read returns the next of these; the last one repeats. */
async function follow(...readings: Reading[]) {
  let reads = 0;
  const logger = createLogger('silent');
  const warn = vi.spyOn(logger, 'warn');
  const clock = await followDatabaseClock(async () => {
    const reading = readings[Math.min(reads++, readings.length - 1)];
    if (reading === undefined || reading.fails) throw new Error('away');
    vi.setSystemTime(Date.now() + (reading.thereMs ?? 0));
    const databaseMs = Date.now() + reading.aheadMs;
    vi.setSystemTime(Date.now() + (reading.backMs ?? 0));
    return databaseMs;
  }, logger);
  return {
    clock,
    warn,
    reads: () => reads,
    aheadMs: () => clock.toDatabaseTime(localMs).getTime() - localMs,
  };
}

test('a moment of this clock is told as the database will see it', async () => {
  const { aheadMs } = await follow({ aheadMs: 5_000 });
  expect(aheadMs()).toBe(5_000);
});

test('a database whose clock is behind is told an earlier moment', async () => {
  const { aheadMs } = await follow({ aheadMs: -5_000 });
  expect(aheadMs()).toBe(-5_000);
});

test('half of the round trip is taken for the way there', async () => {
  const { aheadMs } = await follow({ aheadMs: 1_000, thereMs: 20, backMs: 20 });
  expect(aheadMs()).toBe(1_000);
});

test.each([
  [0, [2, 300, 300]],
  [1, [300, 2, 300]],
  [2, [300, 300, 2]],
])('of three readings the one with the shortest round trip counts, here number %i', async (_, roundTrips) => {
  // A slow answer makes the database's clock appear behind by half of its travel time.
  const { aheadMs, reads } = await follow(...roundTrips.map((backMs) => ({ aheadMs: 1_000, backMs })));
  expect(reads()).toBe(3);
  expect(aheadMs()).toBe(999);
});

test('it is read again every minute', async () => {
  const first = { aheadMs: 0 };
  const { aheadMs, reads } = await follow(first, first, first, { aheadMs: 700 });
  await vi.advanceTimersByTimeAsync(minuteMs - 1);
  expect([reads(), aheadMs()]).toEqual([3, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect([reads(), aheadMs()]).toEqual([6, 700]);
});

test('when it cannot be read, the last reading counts, and it is tried again', async () => {
  const first = { aheadMs: 300 };
  const { aheadMs, warn } = await follow(first, first, first, { aheadMs: 0, fails: true }, { aheadMs: 700 });
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(aheadMs()).toBe(300);
  expect(warn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(aheadMs()).toBe(700);
});

test('a database that cannot be read at the start is an error: no deadline could be told', async () => {
  await expect(follow({ aheadMs: 0, fails: true })).rejects.toThrow('away');
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing is read after it was closed', async () => {
  const { clock, reads } = await follow({ aheadMs: 0 });
  clock.close();
  await vi.advanceTimersByTimeAsync(5 * minuteMs);
  expect([reads(), vi.getTimerCount()]).toEqual([3, 0]);
});

test('a first reading on a busy machine is soon replaced by a better one', async () => {
  const slow = { aheadMs: 0, thereMs: 3_000 };
  const { aheadMs, reads } = await follow(slow, slow, slow, { aheadMs: 0 });
  expect(aheadMs()).toBe(1_500);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([reads(), aheadMs()]).toEqual([6, 0]);
});

test('a slow reading that does not contradict the last one leaves it', async () => {
  const good = { aheadMs: 100 };
  const slow = { aheadMs: 100, thereMs: 3_000 };
  const { aheadMs } = await follow(good, good, good, slow);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(aheadMs()).toBe(100);
});

test('a slow reading that contradicts the last one counts: it is another server', async () => {
  const good = { aheadMs: 100 };
  const other = { aheadMs: 9_000, thereMs: 200, backMs: 200 };
  const { aheadMs } = await follow(good, good, good, other);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(aheadMs()).toBe(9_000);
});

test('nothing is read any more once it is closed, not even after a reading that was under way', async () => {
  let reads = 0;
  let answer: (databaseMs: number) => void = () => undefined;
  const clock = await followDatabaseClock(() => {
    reads++;
    return reads <= 3 ? Promise.resolve(Date.now()) : new Promise((resolve) => (answer = resolve));
  }, createLogger('silent'));
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(reads).toBe(4);
  clock.close();
  for (let i = 0; i < 3; i++) {
    answer(Date.now());
    await vi.advanceTimersByTimeAsync(0);
  }
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
  expect(reads).toBe(6);
});
