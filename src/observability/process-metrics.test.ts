import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMetrics } from './metrics.ts';
import { processMetrics } from './process-metrics.ts';

// Before the first use, so that the timers of the process are among those that are counted and advanced.
beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

test('the process is observed once, however many servers it has', async () => {
  processMetrics();
  const timers = vi.getTimerCount();
  expect(timers).toBeGreaterThan(0);
  const servers = [createMetrics(), createMetrics()];
  expect(vi.getTimerCount()).toBe(timers);
  for (const server of servers) {
    const names = [...(await server.expose()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['dragoman_nodejs_eventloop_lag_p99_seconds', 'dragoman_http_requests_total']),
    );
    expect(names).toEqual([...new Set(names)]);
  }
});

test('a clock that is put forward costs nothing', async () => {
  processMetrics();
  // What keeps a window of values: it is emptied for each window that has passed.
  const { TDigest } = createRequire(import.meta.resolve('@prometheus-io/client'))('tdigest');
  const emptied = vi.spyOn(TDigest.prototype, 'reset');
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() + 10 * 86_400_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await processMetrics().metrics()).not.toContain('_summary');
  expect(emptied.mock.calls.length).toBeLessThan(10);
});
