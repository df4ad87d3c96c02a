import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkEveryMs, longestWaitMs, maxWaiting, NewCalls } from './new-calls.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

function open() {
  const rows = new Map<string, string>();
  const asked: (readonly string[])[] = [];
  const state = { ms: 0, error: undefined as Error | undefined };
  const calls = new NewCalls(
    async (teams) => {
      asked.push(teams);
      if (state.error) throw state.error;
      return new Map(rows);
    },
    () => state.ms,
  );
  const settle = async () => {
    for (let i = 0; i < 20; i++) await turn();
  };
  const pass = async (ms: number) => {
    // The timer is set a few turns after the question.
    await settle();
    state.ms += ms;
    vi.advanceTimersByTime(ms);
    await settle();
  };
  return { calls, rows, asked, state, pass, settle };
}

test('whoever has not seen the newest call is answered at once, and whoever has waits for the next one', async () => {
  const { calls, rows, pass } = open();
  rows.set('a', '1');
  expect(await calls.next('a', undefined)).toBe('1');
  const next = calls.next('a', '1');
  const ended = vi.fn();
  void next.then(ended);
  await pass(checkEveryMs);
  expect(ended).not.toHaveBeenCalled();
  rows.set('a', '2');
  await pass(checkEveryMs);
  expect(ended).toHaveBeenCalledWith('2');
});

test('a call of another team ends nobody else’s wait, and a wait ends in time', async () => {
  const { calls, rows, pass } = open();
  const ended = vi.fn();
  void calls.next('a', undefined).then(ended);
  const other = calls.next('b', undefined);
  rows.set('b', '1');
  await pass(checkEveryMs);
  expect(await other).toBe('1');
  expect(ended).not.toHaveBeenCalled();
  for (let ms = 0; ms < longestWaitMs; ms += checkEveryMs) await pass(checkEveryMs);
  expect(ended).toHaveBeenCalledWith(undefined);
});

test('all who wait share a query, each team once, and without them there is none', async () => {
  const { calls, asked, rows, pass, settle } = open();
  const all = Promise.all(Array.from({ length: 50 }, (_, i) => calls.next(i % 2 ? 'a' : 'b', undefined)));
  await settle();
  await pass(checkEveryMs);
  const before = asked.length;
  await pass(checkEveryMs);
  expect(asked.length).toBe(before + 1);
  expect([...(asked.at(-1) ?? [])].toSorted()).toEqual(['a', 'b']);
  rows.set('a', '1').set('b', '1');
  await pass(checkEveryMs);
  expect(new Set(await all)).toEqual(new Set(['1']));
  const ended = asked.length;
  await pass(10 * checkEveryMs);
  expect(asked.length).toBe(ended);
});

test('a database that fails ends every wait with its error, and the next one begins anew', async () => {
  const { calls, state, rows } = open();
  state.error = new Error('unreachable');
  await expect(calls.next('a', undefined)).rejects.toThrow('unreachable');
  state.error = undefined;
  rows.set('a', '1');
  expect(await calls.next('a', undefined)).toBe('1');
});

test('too many are answered without waiting', async () => {
  const { calls, settle } = open();
  for (let i = 0; i < maxWaiting; i++) void calls.next('a', undefined);
  await settle();
  expect(await calls.next('a', undefined)).toBeUndefined();
});

test('those about whom the database is being asked count as waiting', async () => {
  const asked: (readonly string[])[] = [];
  const never = new Promise<ReadonlyMap<string, string>>(() => undefined);
  const calls = new NewCalls(
    async (teams) => (asked.push(teams) === 1 ? new Map() : never),
    () => 0,
  );
  for (let i = 0; i < maxWaiting; i++) void calls.next('a', undefined);
  await turn();
  vi.advanceTimersByTime(checkEveryMs);
  await turn();
  expect(asked).toHaveLength(2);
  // Its own question: it does not wait for the next one.
  void calls.next('b', undefined);
  expect(asked).toEqual([['a'], ['a'], ['b']]);
});
