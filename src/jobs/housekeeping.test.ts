import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { startHousekeeping } from './housekeeping.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const minuteMs = 60_000;

function startWith(outcomeOf: (run: number) => 'done' | 'postponed' | Error) {
  const outcomes: string[] = [];
  let runs = 0;
  const job = startHousekeeping(
    {
      async run() {
        const outcome = outcomeOf(runs++);
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    },
    {
      task: 'ledger',
      metrics: { reportHousekeeping: (_, outcome) => outcomes.push(outcome) },
      logger: createLogger('silent'),
    },
  );
  return { job, outcomes };
}

test('a run that was postponed is tried again after minutes, and then every hour', async () => {
  const { job, outcomes } = startWith((run) => (run < 2 ? 'postponed' : 'done'));
  await vi.advanceTimersByTimeAsync(11 * minuteMs);
  expect(outcomes).toEqual(['postponed', 'postponed', 'done']);
  await vi.advanceTimersByTimeAsync(60 * minuteMs);
  expect(outcomes).toEqual(['postponed', 'postponed', 'done', 'done']);
  await job.close();
});

test('being postponed is a failure after a day, and none when it was done in between', async () => {
  const doneAt = 12 * 12;
  const { job, outcomes } = startWith((run) => (run === doneAt ? 'done' : 'postponed'));
  await vi.advanceTimersByTimeAsync(24 * 60 * minuteMs);
  expect(outcomes).not.toContain('failed');
  await vi.advanceTimersByTimeAsync(24 * 60 * minuteMs);
  expect(outcomes.at(-1)).toBe('failed');
  await job.close();
});

test('a run that failed is reported at once and tried again after an hour', async () => {
  const { job, outcomes } = startWith((run) => (run === 0 ? new Error('no rights') : 'done'));
  await vi.advanceTimersByTimeAsync(59 * minuteMs);
  expect(outcomes).toEqual(['failed']);
  await vi.advanceTimersByTimeAsync(2 * minuteMs);
  expect(outcomes).toEqual(['failed', 'done']);
  await job.close();
});

test('nothing runs any more once it is closed', async () => {
  const { job, outcomes } = startWith(() => 'postponed');
  await job.close();
  await vi.advanceTimersByTimeAsync(24 * 60 * minuteMs);
  expect(outcomes).toEqual(['postponed']);
});
