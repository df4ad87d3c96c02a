import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Watchdog } from './watchdog.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A thread that gets this share of a core, or never answers. */
function watch(share: number | 'silent') {
  const started = performance.now();
  const hangs: number[] = [];
  const worker = {
    cpuUsage: () =>
      share === 'silent'
        ? new Promise<never>(() => {})
        : Promise.resolve({ user: (performance.now() - started) * share * 1_000, system: 0 }),
  };
  const watchdog = new Watchdog(worker, () => hangs.push(performance.now() - started));
  watchdog.start(1_000);
  return { watchdog, hangs };
}

test('a thread that works and works is found out when its patience is over', async () => {
  const { hangs } = watch(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(hangs).toEqual([1_000]);
});

test('one that gets a quarter of a core has four times as long', async () => {
  const { hangs } = watch(0.25);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(hangs).toHaveLength(1);
  expect(hangs[0]).toBeGreaterThan(3_000);
  expect(hangs[0]).toBeLessThan(4_500);
});

test.each([0, 'silent'] as const)(
  'one that never gets to work (%s) is given up by the clock',
  async (share) => {
    const { hangs } = watch(share);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(hangs).toHaveLength(1);
    expect(hangs[0]).toBeGreaterThan(6_000);
    expect(hangs[0]).toBeLessThan(7_000);
  },
);

test('one that answers in time, again and again, is left alone', async () => {
  const { watchdog, hangs } = watch(1);
  for (let i = 0; i < 20; i++) {
    await vi.advanceTimersByTimeAsync(900);
    watchdog.start(1_000);
  }
  watchdog.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(hangs).toEqual([]);
});
