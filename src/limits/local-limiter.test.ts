import { describe, expect, test } from 'vitest';
import { type RateRequest, ratesOf } from './limiter.ts';
import { LocalLimiter } from './local-limiter.ts';
import { RateMemory } from './rate-memory.ts';

const limits = {
  requestsPerSecond: 100,
  requestsBurst: 200,
  charactersPerMinute: 1_000_000,
  callsInFlight: 64,
};
const hourMs = 3_600_000;

/** A node that lost Redis `awayForMs` ago, with a clock that only the test moves. */
function createNode({ liveNodes = 1, awayForMs = hourMs, team = limits } = {}) {
  let clockMs = 1_800_000_000_000;
  const memory = new RateMemory(() => clockMs * 1_000);
  const limiter = new LocalLimiter(memory, () => liveNodes);
  limiter.begin();
  clockMs += awayForMs;
  const request = (characters: number): RateRequest => ({
    bucket: 'a',
    rates: ratesOf(team),
    costs: [1, characters],
  });
  return {
    memory,
    limiter,
    pass: (ms: number) => {
      clockMs += ms;
    },
    take: (characters = 0) => limiter.take(request(characters)),
    async takeUntilRefused(characters = 0): Promise<number> {
      for (let taken = 0; taken < 10_000; taken++) {
        if (!(await limiter.take(request(characters))).allowed) return taken;
      }
      throw new Error('nobody is refused');
    },
  };
}

describe('alone', () => {
  test('a team may use its burst at once, then its rate', async () => {
    const node = createNode();
    expect(await node.takeUntilRefused()).toBe(200);
    node.pass(1_000);
    expect(await node.takeUntilRefused()).toBe(100);
    node.pass(hourMs);
    expect(await node.takeUntilRefused()).toBe(200);
  });

  test('a key with limits of its own uses up both, and what one of them refuses is taken from neither', async () => {
    const node = createNode();
    const rates = ratesOf({ ...limits, requestsPerSecond: 3, requestsBurst: 3 });
    const take = (key: string) =>
      node.limiter.take({
        bucket: 'a',
        rates: ratesOf(limits),
        costs: [1, 0],
        own: { bucket: `a/${key}`, rates },
      });
    const allowed = [];
    for (const key of ['k', 'k', 'k', 'k', 'l', 'k']) allowed.push((await take(key)).allowed);
    expect(allowed).toEqual([true, true, true, false, true, false]);
    expect(await take('k')).toMatchObject({ allowed: false, own: { requests: { left: 0 } } });
    expect(await node.takeUntilRefused()).toBe(196);
    expect((await take('m')).allowed).toBe(false);
    node.pass(hourMs);
    expect((await take('m')).own).toMatchObject({ requests: { left: 2 } });
  });

  test('characters are limited as well as requests', async () => {
    const node = createNode();
    expect(await node.takeUntilRefused(100_000)).toBe(10);
    node.pass(6_000);
    expect(await node.takeUntilRefused(100_000)).toBe(1);
  });

  test('a refused call takes nothing from either limit', async () => {
    const node = createNode();
    await node.takeUntilRefused(100_000);
    const { requests } = await node.take(0);
    for (let i = 0; i < 50; i++) expect((await node.take(100_000)).allowed).toBe(false);
    expect((await node.take(0)).requests.left).toBe(requests.left - 1);
  });

  test('who comes back when told to is let in', async () => {
    const node = createNode();
    for (let i = 0; i < 1_000; i++) {
      const size = (i * 7_919) % 100_001;
      const first = await node.take(size);
      if (first.allowed) continue;
      node.pass(first.waitMs);
      expect((await node.take(size)).allowed).toBe(true);
    }
  });

  test('says what is left and when all of it is back', async () => {
    const node = createNode();
    const { requests, characters } = await node.take(50_000);
    expect([requests, characters]).toEqual([
      { left: 199, fullInMs: 10 },
      { left: 950_000, fullInMs: 3_000 },
    ]);
  });

  test('the largest call fits, however small the limit', async () => {
    const node = createNode({ awayForMs: 1e10, team: { ...limits, charactersPerMinute: 1 } });
    expect((await node.take(131_072)).allowed).toBe(true);
    expect((await node.take(1)).waitMs).toBe(60_000);
  });
});

describe('one of several', () => {
  test.each([2, 3, 10])('%i nodes together let through burst and rate of the limit', async (liveNodes) => {
    const nodes = Array.from({ length: liveNodes }, () => createNode({ liveNodes }));
    const countAll = async () => {
      let sum = 0;
      for (const node of nodes) sum += await node.takeUntilRefused();
      return sum;
    };
    expect(await countAll()).toBeLessThanOrEqual(200);
    let taken = 0;
    for (let second = 0; second < 60; second++) {
      for (const node of nodes) node.pass(1_000);
      taken += await countAll();
    }
    expect(taken).toBeLessThanOrEqual(6_000 + liveNodes);
    expect(taken).toBeGreaterThanOrEqual(6_000 - liveNodes);
  });

  test('when Redis is lost, nodes that know nothing start with a tenth of the burst', async () => {
    const nodes = [1, 2].map(() => createNode({ liveNodes: 2, awayForMs: 0 }));
    for (const node of nodes) expect(await node.takeUntilRefused()).toBe(10);
    for (const node of nodes) node.pass(2_000);
    for (const node of nodes) expect(await node.takeUntilRefused()).toBe(100);
  });

  test('a team that had used its limit up gets no new burst', async () => {
    const node = createNode({ liveNodes: 2, awayForMs: 0 });
    const now = node.memory.nowUs();
    node.memory.learn('a', ratesOf(limits), now, [now + 2_000_000, now]);
    expect(await node.takeUntilRefused()).toBe(0);
    node.pass(1_000);
    expect(await node.takeUntilRefused()).toBe(50);
  });

  test('there is room for one request, however small the burst', async () => {
    const node = createNode({
      liveNodes: 3,
      awayForMs: 0,
      team: { ...limits, requestsPerSecond: 1, requestsBurst: 1 },
    });
    expect(await node.takeUntilRefused(100)).toBe(1);
  });

  test('what it let through is noted as if every node had, and a quiet start is not', async () => {
    const node = createNode({ liveNodes: 2, awayForMs: 0 });
    const now = node.memory.nowUs();
    for (let i = 0; i < 5; i++) await node.take(0);
    expect(node.memory.find('a')?.tatUs[0]).toBe(now + 2 * 5 * 10_000);
  });
});

describe('what is owed to Redis', () => {
  test('is what was let through, once', async () => {
    const node = createNode({ liveNodes: 2, awayForMs: 0 });
    for (let i = 0; i < 5; i++) await node.take(100);
    node.pass(1_900);
    expect(node.limiter.owed('a')).toEqual([5, 500]);
    await node.take(100);
    node.limiter.settle('a', [5, 500]);
    expect(node.limiter.owed('a')).toEqual([1, 100]);
  });

  test('comes back at the share of this node once the others have heard of it', async () => {
    const node = createNode({ liveNodes: 2, awayForMs: 0 });
    for (let i = 0; i < 10; i++) await node.take(0);
    node.pass(2_100);
    expect(node.limiter.owed('a')).toEqual([5, 0]);
  });
});

describe('the edge of a limit', () => {
  const oneASecond = { ...limits, requestsPerSecond: 1, requestsBurst: 2 };

  test('is reached to the unit: the last of the burst is let in, and the next one to the millisecond', async () => {
    const node = createNode({ team: oneASecond });
    expect([await node.take(), await node.take()]).toMatchObject([{ allowed: true }, { allowed: true }]);
    expect(await node.take()).toMatchObject({ allowed: false, waitMs: 1_000, requests: { left: 0 } });
    node.pass(999);
    expect(await node.take()).toMatchObject({ allowed: false, waitMs: 1 });
    node.pass(1);
    expect(await node.take()).toMatchObject({ allowed: true, waitMs: 0 });
  });

  test('of characters is reached by a call that takes no request', async () => {
    const node = createNode();
    const charactersOnly: RateRequest = { bucket: 'a', rates: ratesOf(limits), costs: [0, 500_000] };
    expect(await node.limiter.take(charactersOnly)).toMatchObject({ requests: { left: 200 } });
    expect(await node.limiter.take(charactersOnly)).toMatchObject({ allowed: true, characters: { left: 0 } });
    expect(await node.limiter.take(charactersOnly)).toMatchObject({ allowed: false, waitMs: 30_000 });
  });

  test('of one bucket is none of another', async () => {
    const node = createNode();
    await node.takeUntilRefused();
    const other: RateRequest = { bucket: 'b', rates: ratesOf(limits), costs: [1, 0] };
    expect(await node.limiter.take(other)).toMatchObject({ allowed: true, requests: { left: 199 } });
  });
});

test('a bucket that nobody asked for owes nothing and can be settled', () => {
  const node = createNode();
  expect(node.limiter.owed('a')).toEqual([0, 0]);
  node.limiter.settle('a', [5, 5]);
  expect(node.memory.find('a')).toBeUndefined();
});

test('a second loss starts without the burst again', async () => {
  const node = createNode();
  node.limiter.begin();
  expect(await node.takeUntilRefused()).toBe(20);
});

test('teams that have all of their limits again are forgotten', async () => {
  const node = createNode({ awayForMs: hourMs });
  await node.take(1_000);
  expect(node.memory.inUse()).toHaveLength(1);
  node.pass(hourMs);
  expect(node.memory.inUse()).toEqual([]);
  node.memory.findOrCreate('b', ratesOf(limits));
  expect(node.memory.find('a')).toBeUndefined();
});
