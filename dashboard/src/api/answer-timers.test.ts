import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerTimers } from './answer-timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const send = (method: string, path: string, signal?: AbortSignal) =>
  new Request(`http://console${path}`, { method, ...(signal && { signal }) });

test.each([
  ['GET', '/api/me', 60_000],
  ['POST', '/api/teams/1/keys', 120_000],
])('%s %s ends when a frozen server does not answer', (method, path, limitMs) => {
  const { signal } = new AnswerTimers().start('1', send(method, path));
  vi.advanceTimersByTime(limitMs - 1);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
});

test('an answer that has begun may take its time, and so may an upload', () => {
  const timers = new AnswerTimers();
  const download = timers.start('1', send('GET', '/api/teams/1/requests/export'));
  timers.stop('1');
  const upload = timers.start('2', send('POST', '/api/teams/1/documents'));
  vi.advanceTimersByTime(3_600_000);
  expect([download.signal.aborted, upload.signal.aborted]).toEqual([false, false]);
});

test('the page can still cancel its request', () => {
  const page = new AbortController();
  const { signal } = new AnswerTimers().start('1', send('GET', '/api/me', page.signal));
  page.abort();
  expect(signal.aborted).toBe(true);
});
