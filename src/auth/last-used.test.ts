import { expect, test, vi } from 'vitest';
import { recordLastUsed } from './last-used.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

async function runWithClock(work: (tick: (ms: number) => Promise<void>) => Promise<void>) {
  vi.useFakeTimers({ now: 0 });
  try {
    await work(async (ms) => {
      await vi.advanceTimersByTimeAsync(ms);
    });
  } finally {
    vi.useRealTimers();
  }
}

test('writes a key at most once a minute, in batches', async () => {
  await runWithClock(async (tick) => {
    const writes: string[][] = [];
    const recorder = recordLastUsed(async (ids) => void writes.push(ids), quiet, Date.now);
    for (let second = 0; second < 150; second++) {
      recorder.note('a');
      if (second < 10) recorder.note('b');
      await tick(1_000);
    }
    await recorder.close();
    expect(writes.filter((ids) => ids.includes('a'))).toHaveLength(3);
    expect(writes.filter((ids) => ids.includes('b'))).toHaveLength(1);
    expect(writes[0]).toEqual(['a', 'b']);
  });
});

test('writes what is waiting when it closes', async () => {
  const writes: string[][] = [];
  const recorder = recordLastUsed(async (ids) => void writes.push(ids), quiet, Date.now);
  recorder.note('a');
  await recorder.close();
  expect(writes).toEqual([['a']]);
});

test('a failed write is noted again with the next use', async () => {
  await runWithClock(async (tick) => {
    let calls = 0;
    const write = async () => {
      calls++;
      if (calls === 1) throw new Error('database gone');
    };
    const recorder = recordLastUsed(write, quiet, Date.now);
    recorder.note('a');
    await tick(1_000);
    recorder.note('a');
    await tick(1_000);
    recorder.note('a');
    await tick(1_000);
    await recorder.close();
    expect(calls).toBe(2);
  });
});
