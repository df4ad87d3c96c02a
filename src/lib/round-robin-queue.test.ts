import { expect, test } from 'vitest';
import { RoundRobinQueue } from './round-robin-queue.ts';

function setUp() {
  const queue = new RoundRobinQueue({ concurrency: 2, maxWaiting: 5, maxWaitingPerKey: 3 });
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const ask = (key: string, name: string) =>
    queue.run(key, () => {
      started.push(name);
      return new Promise<string>((resolve) => finish.push(() => resolve(name)));
    });
  return { ask, started, finish };
}

/** Finishes the running tasks one by one until none is left. */
async function finishAll(finish: (() => void)[]): Promise<void> {
  for (let end = finish.shift(); end !== undefined; end = finish.shift()) {
    end();
    await new Promise(setImmediate);
  }
}

test('runs so much at once, and those who wait take turns', async () => {
  const { ask, started, finish } = setUp();
  const asked = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'].map((name) => ask(name.charAt(0), name));
  expect(started).toEqual(['a1', 'a2']);
  await finishAll(finish);
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'a5']);
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1']);
});

test('when all places are taken, whoever has most of them loses the last one to somebody who has fewer', async () => {
  const { ask, started, finish } = setUp();
  const asked = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2'].map((name) => ask(name.charAt(0), name));
  // Key `a` is at its own limit; later `b` is refused because no key has more waiting tasks than `b`.
  expect(await ask('a', 'a6')).toBeUndefined();
  const late = ask('c', 'c1');
  expect(await asked[4]).toBeUndefined();
  expect(await ask('b', 'b3')).toBeUndefined();
  await finishAll(finish);
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
  expect(await late).toBe('c1');
  const again = ask('d', 'd1');
  await finishAll(finish);
  expect(await again).toBe('d1');
});

test('work that fails makes room as well', async () => {
  const queue = new RoundRobinQueue({ concurrency: 1, maxWaiting: 1, maxWaitingPerKey: 1 });
  const failing = queue.run('a', () => Promise.reject(new Error('failed')));
  const next = queue.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});
