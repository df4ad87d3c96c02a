import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerWatch } from './answer-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { workMs: 1_000, silentMs: 5_000 };

/** A pipeline that uses this share of the time; undefined where the system does not report it. */
function watchPipeline(share: number | undefined, isReady = false) {
  const late: { reason: string; isTextToBlame: boolean; atMs: number }[] = [];
  const onBusy = vi.fn();
  const startedMs = performance.now();
  const now = () => performance.now() - startedMs;
  const watch = new AnswerWatch({
    activity: () => (share === undefined ? undefined : { usedMs: 300 + now() * share, isReady }),
    onBusy,
    onLate: (reason, isTextToBlame) => late.push({ reason, isTextToBlame, atMs: now() }),
  });
  return { watch, late, onBusy };
}

test('a text that makes a pipeline work without end is cut off after its work, and to blame', () => {
  const { watch, late } = watchPipeline(1);
  watch.start(limits);
  vi.advanceTimersByTime(10_000);
  expect(late[0]?.atMs).toBeLessThan(1_010);
  expect(late).toMatchObject([{ reason: 'worked on a text for over 1000 ms', isTextToBlame: true }]);
});

test('on a machine that gives it a fifth of the time, a text has five times as long', () => {
  const { watch, late } = watchPipeline(0.2);
  watch.start(limits);
  vi.advanceTimersByTime(3_900);
  expect(late).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(late).toMatchObject([{ isTextToBlame: true }]);
});

test.each([
  ['that is stopped', 0],
  ['whose work nobody knows', undefined],
])('a pipeline %s is given up by the clock, and no text is to blame', (_, share) => {
  const { watch, late } = watchPipeline(share);
  watch.start(limits);
  vi.advanceTimersByTime(4_999);
  expect(late).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(late).toMatchObject([{ reason: 'returned no answer for 5000 ms', isTextToBlame: false }]);
});

test('a pipeline that is ready but gets no processor is waited for, and says so', () => {
  const { watch, late, onBusy } = watchPipeline(0.01, true);
  watch.start(limits);
  vi.advanceTimersByTime(60_000);
  expect(late).toEqual([]);
  expect(onBusy.mock.calls.length).toBeGreaterThan(200);
  // A hundredth of the time is work, too.
  vi.advanceTimersByTime(60_000);
  expect(late).toMatchObject([{ isTextToBlame: true }]);
});

test('every answer starts the watch anew, and nothing is watched after the last one', () => {
  const { watch, late } = watchPipeline(1);
  for (let i = 0; i < 10; i++) {
    watch.start(limits);
    expect(watch.isOn).toBe(true);
    vi.advanceTimersByTime(900);
  }
  watch.stop();
  vi.advanceTimersByTime(20_000);
  expect([late, watch.isOn]).toEqual([[], false]);
});

test('an answer that is read when the look is due already counts', () => {
  const { watch, late } = watchPipeline(1);
  watch.start({ workMs: 250, silentMs: 5_000 });
  // The timer has fired; an answer that arrived before is read in the same turn of the event loop.
  vi.advanceTimersByTime(249);
  setTimeout(() => watch.stop(), 1);
  vi.advanceTimersByTime(1_000);
  expect(late).toEqual([]);
});
