import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { allowedCall, ScriptedRedis } from '../../test/support/scripted-redis.ts';
import { type RateRequest, ratesOf } from './limiter.ts';
import { RateMemory } from './rate-memory.ts';
import { RedisLimiter } from './redis-limiter.ts';

const limits = {
  requestsPerSecond: 100,
  requestsBurst: 200,
  charactersPerMinute: 1_000_000,
  callsInFlight: 64,
};
const nowUs = 1_800_000_000_000_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function openLimiter(share = 1) {
  const redis = new ScriptedRedis();
  const memory = new RateMemory(() => nowUs);
  return { redis, memory, limiter: new RedisLimiter(redis.client, memory, () => share) };
}

const request = (bucket = 'a', characters = 50, team = limits): RateRequest => ({
  bucket,
  rates: ratesOf(team),
  costs: [1, characters],
});

describe('a call', () => {
  test('asks for its bucket and both limits, and is told what Redis says', async () => {
    const { redis, limiter } = openLimiter();
    redis.reply = () => ({
      calls: [{ allowed: false, waitMs: 70, left: [0, 40], fullInUs: [1_999_001, 500] }],
    });
    expect(await limiter.take(request())).toEqual({
      allowed: false,
      waitMs: 70,
      requests: { left: 0, fullInMs: 2_000 },
      characters: { left: 40, fullInMs: 1 },
    });
    expect(redis.asked).toEqual([
      {
        bucket: 'a',
        limits: [
          { intervalUs: 10_000, toleranceUs: 2_000_000, knownTatUs: 0 },
          { intervalUs: 60, toleranceUs: 60_000_000, knownTatUs: 0 },
        ],
        isForced: false,
        calls: [[1, 50]],
      },
    ]);
  });

  test('of a key with limits of its own asks for both buckets, which are in one slot, and is told of both', async () => {
    const { redis, limiter, memory } = openLimiter();
    const own = { bucket: 'a/key', rates: ratesOf({ ...limits, requestsPerSecond: 1, requestsBurst: 1 }) };
    redis.reply = () => ({
      tatUs: [5, 6],
      calls: [
        {
          allowed: false,
          waitMs: 70,
          left: [9, 40],
          fullInUs: [0, 0],
          own: { left: [0, 30], fullInUs: [7_000, 0] },
        },
      ],
    });
    expect(await limiter.take({ ...request(), own })).toMatchObject({
      allowed: false,
      requests: { left: 9 },
      own: { requests: { left: 0, fullInMs: 7 }, characters: { left: 30 } },
    });
    expect(redis.asked).toMatchObject([
      { bucket: 'a', calls: [[1, 50]], own: { bucket: 'a:key', limits: [{ intervalUs: 1_000_000 }, {}] } },
    ]);
    expect([memory.find('a')?.tatUs, memory.find('a/key')?.tatUs]).toEqual([
      [5, 6],
      [5, 6],
    ]);
  });

  test('leaves what Redis knows with this node, and the next one brings it along', async () => {
    const { redis, limiter, memory } = openLimiter();
    redis.reply = () => ({ nowUs: nowUs + 700, tatUs: [nowUs + 10_700, nowUs + 3_700] });
    await limiter.take(request());
    expect(memory.nowUs()).toBe(nowUs + 700);
    expect(memory.find('a')?.tatUs).toEqual([nowUs + 10_700, nowUs + 3_700]);
    await limiter.take(request());
    expect(redis.asked[1]?.limits.map(({ knownTatUs }) => knownTatUs)).toEqual([
      nowUs + 10_700,
      nowUs + 3_700,
    ]);
  });

  test('of another bucket knows nothing of it', async () => {
    const { redis, limiter } = openLimiter();
    redis.reply = () => ({ nowUs, tatUs: [nowUs + 10_000, nowUs] });
    await limiter.take(request('a'));
    await limiter.take(request('b'));
    expect(redis.asked[1]?.limits[0].knownTatUs).toBe(0);
  });

  test('that comes while its bucket is asked for shares the next question, and has an answer of its own', async () => {
    const { redis, limiter } = openLimiter();
    redis.mode = 'hangs';
    redis.reply = ({ calls }) => ({
      calls: calls.map(([, characters]) => ({ ...allowedCall, allowed: characters < 3, waitMs: characters })),
    });
    const verdicts = Promise.all([1, 2, 3, 4].map((characters) => limiter.take(request('a', characters))));
    void limiter.take(request('b', 9));
    expect(redis.asked.map(({ bucket, calls }) => [bucket, calls])).toEqual([
      ['a', [[1, 1]]],
      ['b', [[1, 9]]],
    ]);
    redis.answerAll();
    await vi.advanceTimersByTimeAsync(0);
    expect(redis.asked[2]?.calls).toEqual([
      [1, 2],
      [1, 3],
      [1, 4],
    ]);
    redis.answerAll();
    expect((await verdicts).map(({ allowed, waitMs }) => [allowed, waitMs])).toEqual([
      [true, 1],
      [true, 2],
      [false, 3],
      [false, 4],
    ]);
  });

  test('counts with the limits of the latest of those that are asked for together', async () => {
    const { redis, limiter, memory } = openLimiter();
    redis.mode = 'hangs';
    const slower = { ...limits, requestsPerSecond: 10 };
    void limiter.take(request());
    void limiter.take(request());
    void limiter.take(request('a', 50, slower));
    redis.answerAll();
    await vi.advanceTimersByTimeAsync(0);
    redis.answerAll();
    await vi.advanceTimersByTimeAsync(0);
    expect(redis.asked[1]?.limits[0].intervalUs).toBe(100_000);
    expect(memory.find('a')?.rates).toEqual(ratesOf(slower));
  });

  test('fails when Redis does, and leaves nothing behind', async () => {
    const { redis, limiter, memory } = openLimiter();
    redis.mode = 'fails';
    await expect(limiter.take(request())).rejects.toThrow('Connection is closed.');
    expect(memory.find('a')).toBeUndefined();
  });

  test('gives up a Redis that hangs after 50 ms', async () => {
    const { redis, limiter } = openLimiter();
    redis.mode = 'hangs';
    const ended = vi.fn();
    limiter.take(request()).catch(ended);
    await vi.advanceTimersByTimeAsync(49);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(ended).toHaveBeenCalledWith(new Error('Redis did not answer within 50 ms'));
  });
});

describe('the share of a node that has others beside it which do not reach Redis', () => {
  test('makes each unit dearer and leaves the time of a burst as it is', async () => {
    const { redis, limiter } = openLimiter(0.5);
    await limiter.take(request());
    expect(redis.asked[0]?.limits).toEqual([
      { intervalUs: 20_000, toleranceUs: 2_000_000, knownTatUs: 0 },
      { intervalUs: 120, toleranceUs: 60_000_000, knownTatUs: 0 },
    ]);
  });

  test('has room for the largest call, however small it is', async () => {
    const { redis, limiter } = openLimiter(0.25);
    const small = { ...limits, requestsPerSecond: 1, requestsBurst: 1, charactersPerMinute: 131_072 };
    await limiter.take(request('a', 131_072, small));
    expect(redis.asked[0]?.limits.map(({ toleranceUs }) => toleranceUs)).toEqual([4_000_000, 240_000_000]);
  });
});

test('a probe asks as a call of the bucket would, takes nothing, and is not remembered', async () => {
  const { redis, limiter, memory } = openLimiter();
  redis.reply = () => ({ nowUs: 5, tatUs: [7, 7] });
  memory.learn('a', ratesOf(limits), nowUs, [nowUs + 10_000, nowUs]);
  await limiter.probe(request());
  expect(redis.asked).toMatchObject([{ bucket: 'a', isForced: false, calls: [[0, 0]] }]);
  expect(redis.asked[0]?.limits.map(({ knownTatUs }) => knownTatUs)).toEqual([0, 0]);
  expect([memory.nowUs(), memory.find('a')?.tatUs[0]]).toEqual([nowUs, nowUs + 10_000]);
  redis.mode = 'fails';
  await expect(limiter.probe(request())).rejects.toThrow();
});

describe('handing over', () => {
  /** Each bucket owes as many requests as its number. */
  function debtsOf() {
    const settled: string[] = [];
    return {
      settled,
      owed: (bucket: string) => [Number(bucket), 10] as const,
      settle: (bucket: string, paid: readonly [number, number]) => settled.push(`${bucket}: ${paid.join()}`),
    };
  }

  function learn(memory: RateMemory, buckets: number) {
    for (let i = 0; i < buckets; i++) {
      memory.learn(`${i}`, ratesOf(limits), nowUs, [nowUs + 10_000 + i, nowUs]);
    }
  }

  test('tells Redis what this node knows and what it let through, then settles it', async () => {
    const { redis, limiter, memory } = openLimiter();
    learn(memory, 2);
    const debts = debtsOf();
    redis.reply = () => ({ nowUs: 5, tatUs: [7, 7] });
    await limiter.handOver(debts);
    expect(
      redis.asked.map(({ bucket, isForced, calls, limits: [{ knownTatUs }] }) => [
        bucket,
        isForced,
        calls,
        knownTatUs,
      ]),
    ).toEqual([
      ['0', true, [[0, 10]], nowUs + 10_000],
      ['1', true, [[1, 10]], nowUs + 10_001],
    ]);
    expect(debts.settled).toEqual(['0: 0,10', '1: 1,10']);
    // Remembering the answer would overwrite what this node admits in the meantime.
    expect(memory.find('1')?.tatUs[0]).toBe(nowUs + 10_001);
  });

  test('leaves out the buckets that have all of their limits again', async () => {
    const { redis, limiter, memory } = openLimiter();
    memory.learn('a', ratesOf(limits), nowUs, [nowUs, nowUs]);
    await limiter.handOver(debtsOf());
    expect(redis.asked).toEqual([]);
  });

  test('settles nothing that Redis was not told', async () => {
    const { redis, limiter, memory } = openLimiter();
    learn(memory, 1);
    redis.mode = 'fails';
    const debts = debtsOf();
    await expect(limiter.handOver(debts)).rejects.toThrow();
    expect(debts.settled).toEqual([]);
  });

  test('asks for a hundred buckets at a time', async () => {
    const { redis, limiter, memory } = openLimiter();
    learn(memory, 230);
    redis.mode = 'hangs';
    const done = vi.fn();
    void limiter.handOver(debtsOf()).then(done);
    for (const asked of [100, 200, 230]) {
      await vi.advanceTimersByTimeAsync(0);
      expect(redis.asked).toHaveLength(asked);
      expect(done).not.toHaveBeenCalled();
      redis.answerAll();
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalledTimes(1);
    expect(new Set(redis.asked.map(({ bucket }) => bucket)).size).toBe(230);
  });
});
