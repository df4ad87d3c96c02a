import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import type { Database } from '../store/postgres/database.ts';
import { createStreamCharges, createStreamHousekeeping } from './streamed-calls.ts';

const nowMs = Date.parse('2026-11-21T10:30:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database that answers each query in turn, or fails; it notes the values that it is given. */
function openStreams(...answers: (object[] | Error)[]) {
  const values: unknown[][] = [];
  const db = {
    async query(_sql: string, given: unknown[]) {
      values.push(given);
      const rows = answers.shift() ?? [];
      if (rows instanceof Error) throw rows;
      return { rows, rowCount: rows.length };
    },
  } as unknown as Database;
  const countCharge = vi.fn();
  const logger = createLogger('silent');
  const logged = { warn: vi.spyOn(logger, 'warn'), error: vi.spyOn(logger, 'error') };
  return {
    charges: createStreamCharges(db, { countCharge }, logger),
    housekeeping: createStreamHousekeeping(db, { countCharge }),
    values,
    countCharge,
    logged,
  };
}

const call = {
  teamId: 'team',
  id: 'call',
  keyId: 'key',
  mode: 'live',
  dialect: 'browser',
  characters: 50,
  target: 'es',
  deadlineMs: nowMs + 8_000,
} as const;
const lines = [{ source: 'en', engine: 'apertium', characters: 20, texts: 1 }];

test.each([
  ['the deadline', call.deadlineMs, 38],
  ['now, where the deadline has passed', nowMs - 5_000, 30],
])('others may settle a stream half a minute after %s', async (_when, deadlineMs, seconds) => {
  const { charges, values } = openStreams([{ verdict: 'held' }]);
  expect(await charges.begin({ ...call, deadlineMs })).toBe('held');
  expect(values[0]?.at(-1)).toBe(seconds);
});

test('what was sent is settled, and its verdict counted', async () => {
  const { charges, values, countCharge, logged } = openStreams([{ verdict: 'charged' }]);
  await charges.settle(call, lines);
  expect(values).toEqual([['team', 'call', ['en'], ['apertium'], [20], [1]]]);
  expect(countCharge.mock.calls).toEqual([['charged']]);
  expect(logged.error).not.toHaveBeenCalled();
});

test('what was sent and could not be charged is a mistake that is logged', async () => {
  const { charges, logged } = openStreams([{ verdict: 'quota_exceeded' }]);
  await charges.settle(call, lines);
  expect(logged.error).toHaveBeenCalledOnce();
});

test('a settlement that fails is left to housekeeping, and fails no call', async () => {
  const { charges, countCharge, logged } = openStreams(new Error('the connection was lost'));
  await charges.settle(call, lines);
  expect(countCharge.mock.calls).toEqual([['unknown']]);
  expect(logged.warn).toHaveBeenCalledOnce();
});

test('housekeeping settles the streams behind one that it cannot, and fails then', async () => {
  const streams = [
    { teamId: 'held', id: 'a' },
    { teamId: 'free', id: 'b' },
  ];
  const { housekeeping, countCharge } = openStreams(streams, new Error('a lock'), [{ verdict: 'charged' }]);
  await expect(housekeeping.run(new AbortController().signal)).rejects.toThrow('could not be settled');
  expect(countCharge.mock.calls).toEqual([['charged']]);
});
