import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RedisClient } from '../store/redis/connection.ts';
import { type KeyedCall, KeyedCalls } from './keyed-calls.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What the script answers. */
const answers = { full: 0, entered: 1 } as const;

/** A Redis that gives one answer after the other, and has failed where it is told to. */
function openCalls(...replies: (keyof typeof answers | Error)[]) {
  const asked: string[] = [];
  const left: string[] = [];
  const redis = {
    async evalsha(_sha: string, _keys: number, _name: string, _body: string, callId: string) {
      asked.push(callId);
      const reply = replies.shift() ?? 'entered';
      if (reply instanceof Error) throw reply;
      return answers[reply];
    },
    async zrem(_name: string, member: string) {
      left.push(member);
      return 1;
    },
  } as unknown as RedisClient;
  return { calls: new KeyedCalls(redis), asked, left };
}

const callOf = (callId: string): KeyedCall => ({ teamId: 'team', key: 'key', body: 'body', callId });
const alone = () => ({ mostOthers: 0, deadlineMs: Date.now() + 8_000 });

test('a call that Redis refuses keeps no other call of this node out', async () => {
  const { calls, asked } = openCalls('full', 'entered');
  expect(await calls.enter(callOf('a'), alone())).toBe('full');
  expect(await calls.enter(callOf('b'), alone())).toBe('entered');
  expect(asked).toEqual(['a', 'b']);
});

test('a call that this node refuses does not ask Redis', async () => {
  const { calls, asked } = openCalls();
  await calls.enter(callOf('a'), alone());
  expect(await calls.enter(callOf('b'), alone())).toBe('full');
  expect(asked).toEqual(['a']);
});

test('a call that entered, and may not stay with other options, has left Redis as well', async () => {
  const { calls, left } = openCalls();
  await calls.enter(callOf('a'), { ...alone(), mostOthers: 1 });
  await calls.enter(callOf('b'), { ...alone(), mostOthers: 1 });
  expect(await calls.enter(callOf('b'), alone())).toBe('full');
  expect(left).toEqual(['body:b']);
});

test('without Redis this node counts alone, and asks it again after a second', async () => {
  const { calls, asked } = openCalls(new Error('the connection was lost'));
  expect(await calls.enter(callOf('a'), alone())).toBe('entered');
  expect(await calls.enter(callOf('b'), alone())).toBe('full');
  await calls.leave(callOf('a'));
  expect(await calls.enter(callOf('b'), alone())).toBe('entered');
  expect(asked).toEqual(['a']);
  await calls.leave(callOf('b'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await calls.enter(callOf('c'), alone())).toBe('entered');
  expect(asked).toEqual(['a', 'c']);
});
