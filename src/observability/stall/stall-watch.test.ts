import { expect, test } from 'vitest';
import { parseCpuMs, StallWatch } from './stall-watch.ts';

/** Limit 1000 ms, steps of at most 250 ms; `looks` are the turns and the CPU time at each check. */
function watchOver(looks: readonly (readonly [turns: number, cpuMs: number])[]): boolean[] {
  let cpu = 0;
  const watch = new StallWatch(1_000, 250, () => cpu);
  return looks.map(([turns, cpuMs]) => {
    cpu = cpuMs;
    return watch.isStalled(turns);
  });
}

const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

test('CPU time up to the limit without a turn is a stall', () => {
  const verdicts = watchOver(times(12, (i) => [7, i * 125]));
  expect(verdicts.indexOf(true)).toBe(9);
});

test('a thread that uses little CPU is not stalled, however long it does not turn', () => {
  expect(watchOver(times(10_000, () => [7, 50]))).not.toContain(true);
});

test('a turn starts the count anew', () => {
  expect(watchOver(times(100, (i) => [Math.floor(i / 5), i * 200]))).not.toContain(true);
});

test('a counter that wraps around has turned', () => {
  expect(watchOver([[2 ** 31 - 1, 0], ...times(5, (i) => [-(2 ** 31), i * 200] as const)])).not.toContain(
    true,
  );
});

test('a suspended machine whose kernel charges the pause to the thread is not stalled', () => {
  expect(
    watchOver([
      [7, 0],
      [7, 20],
      [7, 3_600_000],
      [8, 3_600_020],
    ]),
  ).not.toContain(true);
});

test('the time of a thread is read past any name', () => {
  const after = 'R 1 2 3 0 -1 4194304 10 0 0 0 123 45 0 0 20 0 11 0 9000';
  expect(parseCpuMs(`4711 (node) 1 (x) ${after}\n`)).toBe(1_680);
});
