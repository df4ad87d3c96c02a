import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pollInterval } from './poll-interval.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

const minuteMs = 60_000;

/** A page that asks every three seconds for what `read` answers. */
function open(read: () => Promise<{ used: number; at?: number }>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.mount();
  const queryFn = vi.fn(read);
  const observer = new QueryObserver(client, {
    queryKey: ['usage'],
    queryFn,
    refetchInterval: pollInterval(3_000, ({ used }: { used: number }) => used),
  });
  const end = observer.subscribe(() => undefined);
  return {
    close() {
      end();
      client.unmount();
    },
    /** How often the page asks in this time. */
    async asked(ms: number): Promise<number> {
      const before = queryFn.mock.calls.length;
      await vi.advanceTimersByTimeAsync(ms);
      return queryFn.mock.calls.length - before;
    },
  };
}

test('what changes is asked for at full speed', async () => {
  let used = 0;
  const page = open(async () => ({ used: used++ }));
  await page.asked(30 * minuteMs);
  expect(await page.asked(minuteMs)).toBe(20);
  page.close();
});

test('what stays is asked for less and less, then no more, and again after a change', async () => {
  const page = open(async () => ({ used: 1, at: Date.now() }));
  expect(await page.asked(minuteMs)).toBeGreaterThan(15);
  expect(await page.asked(5 * minuteMs)).toBeLessThan(40);
  await page.asked(10 * minuteMs);
  expect(await page.asked(60 * minuteMs)).toBe(0);
  page.close();
});

test('after errors the page waits longer, then stops', async () => {
  const page = open(async () => Promise.reject(new Error('unreachable')));
  expect(await page.asked(30_000)).toBe(5);
  expect(await page.asked(5 * minuteMs)).toBeLessThan(20);
  await page.asked(30 * minuteMs);
  expect(await page.asked(60 * minuteMs)).toBe(0);
  page.close();
});

test('a hidden tab does not ask, and starts over when it is shown', async () => {
  const page = open(async () => ({ used: 1 }));
  await page.asked(12 * minuteMs);
  focusManager.setFocused(false);
  expect(await page.asked(60 * minuteMs)).toBe(0);
  focusManager.setFocused(true);
  expect(await page.asked(30_000)).toBeGreaterThan(8);
  page.close();
});
