import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { followLiveNodes } from './live-nodes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

/** Nodes whose heartbeats the test answers. */
function fakeNodes() {
  const logger = createLogger('silent');
  const beat = vi.fn(async (_isAlone: boolean) => ({ live: 1, othersAlone: 0 }));
  const removeNode = vi.fn(async () => {});
  const warn = vi.spyOn(logger, 'warn');
  return { beat, removeNode, warn, follow: () => followLiveNodes(beat, removeNode, logger) };
}

test('the first beat is awaited, and says that this node reaches Redis', async () => {
  const { beat, follow } = fakeNodes();
  const first = Promise.withResolvers<{ live: number; othersAlone: number }>();
  beat.mockReturnValueOnce(first.promise);
  const ready = vi.fn();
  const nodes = follow().then((following) => {
    ready();
    return following;
  });
  await settled();
  expect(ready).not.toHaveBeenCalled();
  first.resolve({ live: 3, othersAlone: 1 });
  expect((await nodes).count()).toEqual({ live: 3, othersAlone: 1 });
  expect(beat.mock.calls).toEqual([[false]]);
});

test('a node that cannot be counted at the start does not start', async () => {
  const { beat, follow } = fakeNodes();
  beat.mockRejectedValueOnce(new Error('away'));
  await expect(follow()).rejects.toThrow('away');
  expect(vi.getTimerCount()).toBe(0);
});

test('the nodes are counted again with each beat, once a second', async () => {
  const { beat, follow } = fakeNodes();
  const nodes = await follow();
  beat.mockResolvedValue({ live: 2, othersAlone: 0 });
  await vi.advanceTimersByTimeAsync(999);
  expect(nodes.count().live).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(nodes.count().live).toBe(2);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(beat).toHaveBeenCalledTimes(5);
});

test('without Postgres the last count stands, and the next beat counts again', async () => {
  const { beat, warn, follow } = fakeNodes();
  beat.mockResolvedValueOnce({ live: 4, othersAlone: 1 });
  const nodes = await follow();
  beat.mockRejectedValueOnce(new Error('away'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(nodes.count()).toEqual({ live: 4, othersAlone: 1 });
  expect(warn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(nodes.count()).toEqual({ live: 1, othersAlone: 0 });
});

test('a node that is on its own says so at once and with every beat, until it is not', async () => {
  const { beat, follow } = fakeNodes();
  const nodes = await follow();
  nodes.announce(true);
  await settled();
  expect(beat.mock.calls).toEqual([[false], [true]]);
  await vi.advanceTimersByTimeAsync(1_000);
  nodes.announce(false);
  await settled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(beat.mock.calls.slice(2)).toEqual([[true], [false], [false]]);
});

test('one beat at a time: what is announced during one is told by the next', async () => {
  const { beat, follow } = fakeNodes();
  const nodes = await follow();
  const slow = Promise.withResolvers<{ live: number; othersAlone: number }>();
  beat.mockReturnValueOnce(slow.promise);
  await vi.advanceTimersByTimeAsync(1_000);
  nodes.announce(true);
  await settled();
  expect(beat.mock.calls).toEqual([[false], [false]]);
  slow.resolve({ live: 1, othersAlone: 0 });
  await settled();
  expect(beat.mock.calls).toEqual([[false], [false], [true]]);
});

test('it is silent for as long as no beat was written', async () => {
  const { beat, follow } = fakeNodes();
  const nodes = await follow();
  await vi.advanceTimersByTimeAsync(600);
  expect(nodes.silentMs()).toBe(600);
  await vi.advanceTimersByTimeAsync(600);
  expect(nodes.silentMs()).toBe(200);
  beat.mockRejectedValue(new Error('away'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(nodes.silentMs()).toBe(5_200);
});

test('a node that closes signs off after its last beat, and beats no more', async () => {
  const { beat, removeNode, follow } = fakeNodes();
  const nodes = await follow();
  const slow = Promise.withResolvers<{ live: number; othersAlone: number }>();
  beat.mockReturnValueOnce(slow.promise);
  await vi.advanceTimersByTimeAsync(1_000);
  const closing = nodes.close();
  await settled();
  expect(removeNode).not.toHaveBeenCalled();
  slow.resolve({ live: 1, othersAlone: 0 });
  await closing;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([beat.mock.calls.length, removeNode.mock.calls.length]).toEqual([2, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a node that cannot sign off closes all the same', async () => {
  const { removeNode, warn, follow } = fakeNodes();
  const nodes = await follow();
  removeNode.mockRejectedValue(new Error('away'));
  await nodes.close();
  expect(warn).toHaveBeenCalledTimes(1);
});
