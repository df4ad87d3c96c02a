import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { HousekeepingTasks } from './housekeeping-tasks.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const minuteMs = 60_000;

class LostConnection extends Error {}

function startWith(outcomeOf: (run: number) => 'done' | 'postponed' | Error) {
  const outcomes: string[] = [];
  let runs = 0;
  const job = new HousekeepingTasks({
    metrics: { reportHousekeeping: (_, outcome) => outcomes.push(outcome) },
    logger: createLogger('silent'),
    isConnectionLost: (error) => error instanceof LostConnection,
  });
  job.add('ledger', {
    async run() {
      const outcome = outcomeOf(runs++);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  });
  // Nothing has failed before the first run, and the metric exists from the start.
  expect(outcomes.splice(0)).toEqual(['done']);
  expect(runs).toBe(0);
  job.start();
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

test('a run that failed is reported at once and tried again after minutes', async () => {
  const { job, outcomes } = startWith((run) => (run === 0 ? new Error('no rights') : 'done'));
  expect(job.describe()).toEqual([{ task: 'ledger', state: 'due', done_at: null }]);
  await vi.advanceTimersByTimeAsync(4 * minuteMs);
  expect(outcomes).toEqual(['failed']);
  expect(job.describe()).toEqual([{ task: 'ledger', state: 'failed', done_at: null }]);
  const before = Date.now();
  await vi.advanceTimersByTimeAsync(2 * minuteMs);
  expect(outcomes).toEqual(['failed', 'done']);
  const doneAt = new Date(before + minuteMs).toISOString();
  expect(job.describe()).toEqual([{ task: 'ledger', state: 'done', done_at: doneAt }]);
  await vi.advanceTimersByTimeAsync(58 * minuteMs);
  expect(outcomes).toEqual(['failed', 'done']);
  await job.close();
});

test('a run whose connection was lost is tried again after seconds, and failed if that one is lost too', async () => {
  const { job, outcomes } = startWith((run) => (run === 1 || run === 4 ? 'done' : new LostConnection()));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(outcomes).toEqual(['done']);
  await vi.advanceTimersByTimeAsync(60 * minuteMs + 11_000);
  expect(outcomes).toEqual(['done', 'failed']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(outcomes).toEqual(['done', 'failed', 'done']);
  await job.close();
});

test('nothing runs any more once it is closed', async () => {
  const { job, outcomes } = startWith(() => 'postponed');
  await job.close();
  await vi.advanceTimersByTimeAsync(24 * 60 * minuteMs);
  expect(outcomes).toEqual(['postponed']);
});

test('closing waits for a run under way, but only for seconds', async () => {
  const { promise, resolve } = Promise.withResolvers<'done'>();
  const parts = {
    metrics: { reportHousekeeping: () => undefined },
    logger: createLogger('silent'),
    isConnectionLost: () => false,
  };
  const [ending, hanging] = [promise, new Promise<'done'>(() => {})].map((run) => {
    const tasks = new HousekeepingTasks(parts);
    tasks.add('documents', { run: () => run });
    tasks.start();
    return tasks;
  });
  const closed: string[] = [];
  void ending?.close().then(() => closed.push('ending'));
  void hanging?.close().then(() => closed.push('hanging'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(closed).toEqual([]);
  resolve('done');
  await vi.advanceTimersByTimeAsync(0);
  expect(closed).toEqual(['ending']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(closed).toEqual(['ending', 'hanging']);
});

test('what was never started is closed at once', async () => {
  const tasks = new HousekeepingTasks({
    metrics: { reportHousekeeping: () => undefined },
    logger: createLogger('silent'),
    isConnectionLost: () => false,
  });
  tasks.add('documents', { run: () => new Promise(() => {}) });
  await tasks.close();
});
