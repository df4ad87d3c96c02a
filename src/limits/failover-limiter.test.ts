import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ScriptedRedis } from '../../test/support/scripted-redis.ts';
import { createLogger } from '../observability/logger.ts';
import { FailoverLimiter } from './failover-limiter.ts';
import { type RateRequest, type RateVerdict, ratesOf } from './limiter.ts';
import { LocalLimiter } from './local-limiter.ts';
import { RateMemory } from './rate-memory.ts';
import { RedisLimiter } from './redis-limiter.ts';

const limits = {
  requestsPerSecond: 100,
  requestsBurst: 200,
  charactersPerMinute: 1_000_000,
  callsInFlight: 64,
};
const startMs = 1_800_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
});
afterEach(() => {
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

const request = (bucket = 'a'): RateRequest => ({ bucket, rates: ratesOf(limits), costs: [1, 10] });

/** The remaining characters show which limiter answered: 99 from this Redis, thousands from this node. */
function openLimiter() {
  const redis = new ScriptedRedis();
  redis.reply = () => ({ nowUs: Date.now() * 1_000, tatUs: [Date.now() * 1_000, Date.now() * 1_000] });
  const memory = new RateMemory(() => Date.now() * 1_000);
  const announced: boolean[] = [];
  const warnings: string[] = [];
  const limiter = new FailoverLimiter({
    redis: new RedisLimiter(redis.client, memory, () => 1),
    local: new LocalLimiter(memory, () => 2),
    announce: (isAlone) => announced.push(isAlone),
    logger: { ...createLogger('silent'), warn: (message) => warnings.push(message) },
  });
  const isOfRedis = ({ characters }: RateVerdict) => characters.left === 99;
  const take = async (bucket?: string) =>
    isOfRedis(await limiter.take(request(bucket))) ? 'redis' : 'local';
  return { redis, limiter, announced, warnings, take };
}

/** Redis is unreachable, and a call has already opened the circuit breaker. */
async function openWithoutRedis() {
  const opened = openLimiter();
  opened.redis.mode = 'fails';
  await opened.take();
  opened.redis.asked.length = 0;
  return opened;
}

describe('while Redis answers', () => {
  test('every call is asked for there, and nobody is told anything', async () => {
    const { take, announced } = openLimiter();
    expect([await take(), await take('b')]).toEqual(['redis', 'redis']);
    expect(announced).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a refusal is an answer, not a failure', async () => {
    const { redis, limiter, announced } = openLimiter();
    redis.reply = () => ({ calls: [{ allowed: false, waitMs: 40, left: [0, 99], fullInUs: [0, 0] }] });
    expect(await limiter.take(request())).toMatchObject({ allowed: false, waitMs: 40 });
    expect(announced).toEqual([]);
  });
});

describe('when Redis is lost', () => {
  test('the call that finds out is served by this node, the others are told at once that it is alone', async () => {
    const { redis, take, announced } = openLimiter();
    redis.mode = 'fails';
    expect(await take()).toBe('local');
    expect(announced).toEqual([true]);
  });

  test('no call after the first asks it', async () => {
    const { redis, take, announced } = await openWithoutRedis();
    expect([await take(), await take('b')]).toEqual(['local', 'local']);
    expect(redis.asked).toEqual([]);
    expect(announced).toEqual([true]);
  });

  test('only the first call pays for a Redis that hangs, with 50 ms', async () => {
    const { redis, take } = openLimiter();
    redis.mode = 'hangs';
    const first = vi.fn();
    void take().then(first);
    await vi.advanceTimersByTimeAsync(49);
    expect(first).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(first).toHaveBeenCalledWith('local');
    expect(await take()).toBe('local');
  });

  test('this node starts with its share of a tenth of the burst', async () => {
    const { limiter } = await openWithoutRedis();
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => limiter.take(request())));
    // Each of two nodes starts with ten; the call that opened the breaker took one.
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(9);
  });

  test('a lost connection counts as well, though no call has met it', async () => {
    const { redis, limiter, take, announced } = openLimiter();
    limiter.open(new Error('the connection was lost'));
    expect([await take(), announced]).toEqual(['local', [true]]);
    await vi.advanceTimersByTimeAsync(250);
    expect(redis.asked[0]).toMatchObject({ bucket: 'probe', calls: [[0, 0]] });
  });

  test('several failures at once are one loss', async () => {
    const { redis, limiter, take, announced } = openLimiter();
    redis.mode = 'fails';
    expect(await Promise.all(['a', 'b', 'c'].map(take))).toEqual(['local', 'local', 'local']);
    limiter.open(new Error('the connection was lost'));
    expect(announced).toEqual([true]);
    expect(vi.getTimerCount()).toBe(1);
  });

  test('a call that Redis still answers is told its answer', async () => {
    const { redis, limiter, take } = openLimiter();
    redis.mode = 'hangs';
    const underWay = take();
    limiter.open(new Error('the connection was lost'));
    redis.answerAll();
    expect(await underWay).toBe('redis');
    expect(await take()).toBe('local');
  });
});

describe('a stall of this process', () => {
  test('is not taken for a lost Redis: an answer that came meanwhile is read first', async () => {
    const { redis, take, announced } = openLimiter();
    redis.mode = 'hangs';
    const call = take();
    // The event loop turns once, seconds late: the first timer fires, then the answer is read.
    vi.setSystemTime(startMs + 5_000);
    vi.advanceTimersToNextTimer();
    redis.answerAll();
    expect(await call).toBe('redis');
    expect(announced).toEqual([]);
  });

  test('at the end of the patience leaves one more turn for the answer to be read', async () => {
    const { redis, take, announced } = openLimiter();
    redis.mode = 'hangs';
    const call = take();
    for (let step = 0; step < 5; step++) vi.advanceTimersToNextTimer();
    redis.answerAll();
    expect(await call).toBe('redis');
    expect(announced).toEqual([]);
  });
});

describe('Redis is back', () => {
  test('after two probes in a row, 250 ms apart, and the others are told', async () => {
    const { redis, take, announced } = await openWithoutRedis();
    redis.mode = 'answers';
    await vi.advanceTimersByTimeAsync(499);
    expect([await take(), announced]).toEqual(['local', [true]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(announced).toEqual([true, false]);
    expect(await take()).toBe('redis');
    await vi.advanceTimersByTimeAsync(5_000);
    expect([announced, vi.getTimerCount()]).toEqual([[true, false], 0]);
  });

  test('which the log says, as it says that it was lost', async () => {
    const { redis, warnings } = await openWithoutRedis();
    expect(warnings).toEqual(['Redis is unreachable: this node enforces its share of the limits locally']);
    redis.mode = 'answers';
    await vi.advanceTimersByTimeAsync(500);
    expect(warnings.slice(1)).toEqual(['Redis is reachable again: the nodes share the limits']);
  });

  test('not after one probe between two that failed', async () => {
    const { redis, announced } = await openWithoutRedis();
    for (const mode of ['answers', 'fails', 'answers'] as const) {
      redis.mode = mode;
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(announced).toEqual([true]);
    await vi.advanceTimersByTimeAsync(250);
    expect(announced).toEqual([true, false]);
  });

  test('not while it answers probes and does not take what is handed over', async () => {
    const { redis, take, announced } = await openWithoutRedis();
    redis.mode = 'answers';
    redis.reply = ({ isForced }) => {
      if (isForced) throw new Error('OOM command not allowed');
      return {};
    };
    await vi.advanceTimersByTimeAsync(1_000);
    expect([await take(), announced]).toEqual(['local', [true]]);
  });

  test('where the call failed: the probes ask for its bucket', async () => {
    const { redis, take } = openLimiter();
    redis.mode = 'fails';
    await take('b');
    redis.asked.length = 0;
    await vi.advanceTimersByTimeAsync(250);
    expect(redis.asked).toMatchObject([{ bucket: 'b', calls: [[0, 0]] }]);
  });

  test('and is told what this node let through without it, once', async () => {
    const { redis, take } = await openWithoutRedis();
    for (let i = 0; i < 3; i++) await take();
    redis.mode = 'answers';
    await vi.advanceTimersByTimeAsync(250);
    expect(redis.handedOver.map(({ bucket, calls }) => [bucket, calls])).toEqual([['a', [[4, 40]]]]);
    await take();
    await vi.advanceTimersByTimeAsync(250);
    expect(redis.handedOver.slice(1).map(({ calls }) => calls)).toEqual([[[1, 10]]]);
  });

  test('and may be lost again', async () => {
    const { redis, take, announced } = await openWithoutRedis();
    redis.mode = 'answers';
    await vi.advanceTimersByTimeAsync(500);
    redis.mode = 'fails';
    expect(await take('c')).toBe('local');
    redis.asked.length = 0;
    await vi.advanceTimersByTimeAsync(250);
    expect([announced, redis.asked[0]?.bucket]).toEqual([[true, false, true], 'c']);
  });
});

describe('closed', () => {
  test('it probes no more', async () => {
    const { redis, limiter, announced } = await openWithoutRedis();
    limiter.close();
    redis.mode = 'answers';
    await vi.advanceTimersByTimeAsync(5_000);
    expect([redis.asked, announced, vi.getTimerCount()]).toEqual([[], [true], 0]);
  });

  test.each(['answers', 'fails'] as const)('a probe under way that %s changes nothing', async (ending) => {
    const { redis, limiter, announced } = await openWithoutRedis();
    redis.mode = 'answers';
    await vi.advanceTimersByTimeAsync(250);
    redis.mode = 'hangs';
    await vi.advanceTimersByTimeAsync(250);
    limiter.close();
    redis.mode = ending;
    redis.answerAll();
    await settled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([announced, vi.getTimerCount()]).toEqual([[true], 0]);
  });

  test('the end of its own connection is no loss', async () => {
    const { limiter, announced } = openLimiter();
    limiter.close();
    limiter.open(new Error('the connection was lost'));
    expect([announced, vi.getTimerCount()]).toEqual([[], 0]);
  });
});
