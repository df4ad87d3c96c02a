import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

interface Item {
  readonly teamId: string;
  readonly cost: number;
  readonly number: number;
  readonly kind?: string | undefined;
}

function queueOf(...items: [teamId: string, cost: number, kind?: string | undefined][]) {
  const queue = new FairQueue<Item>();
  const added = items.map(([teamId, cost, kind], number) => ({ teamId, cost, number, kind }));
  for (const item of added) queue.add(item);
  return { queue, added };
}

test("a team's items come in their order", () => {
  const { queue } = queueOf(['a', 10], ['a', 20], ['a', 30]);
  expect(queue.take(10, 1_000).map(({ cost }) => cost)).toEqual([10, 20, 30]);
  expect([queue.cost, queue.teamCount]).toEqual([0, 0]);
});

test('a late team does not wait behind the flood of an early one', () => {
  const { queue } = queueOf(...Array.from({ length: 1_000 }, () => ['a', 100] as [string, number]), [
    'b',
    100,
  ]);
  const order = queue.take(2_000, 1_000_000).map(({ teamId }) => teamId);
  expect(order.indexOf('b')).toBeLessThanOrEqual(3);
});

test('teams get equal characters, however large their texts are', () => {
  const large = Array.from({ length: 50 }, () => ['large', 1_000] as [string, number]);
  const small = Array.from({ length: 5_000 }, () => ['small', 10] as [string, number]);
  const { queue } = queueOf(...large, ...small);
  const got = Object.groupBy(queue.take(2_000, 20_000), ({ teamId }) => teamId);
  const sum = (items: Item[] = []) => items.reduce((total, { cost }) => total + cost, 0);
  expect(Math.abs(sum(got.large) - sum(got.small))).toBeLessThanOrEqual(1_200);
});

test('a batch is bounded, and one item always fits', () => {
  const { queue } = queueOf(['a', 90_000], ['a', 5], ['a', 5]);
  expect(queue.take(10, 1_000)).toHaveLength(1);
  expect(queue.take(1, 1_000)).toHaveLength(1);
  expect(queue.take(10, 1_000)).toHaveLength(1);
  expect(queue.take(10, 1_000)).toEqual([]);
});

test('items of different kinds are never taken together, and who is passed over comes first in the next batch', () => {
  const { queue } = queueOf(
    ['a', 10],
    ['b', 20, 'formal'],
    ['a', 30],
    ['c', 40],
    ['b', 50],
    ['d', 60, 'formal'],
  );
  const batches = Array.from({ length: 3 }, () => queue.take(10, 1_000).map(({ cost }) => cost));
  expect(batches).toEqual([[10, 30, 40], [20, 60], [50]]);
  expect([queue.cost, queue.teamCount]).toEqual([0, 0]);
});

test("one team's many kinds keep nobody else waiting for more than a batch", () => {
  const kinds = Array.from({ length: 100 }, (_, i) => ['a', 10, `${i}`] as [string, number, string]);
  const { queue } = queueOf(...kinds, ['b', 10], ['c', 10]);
  const batches = Array.from({ length: 3 }, () => queue.take(10, 1_000).map(({ teamId }) => teamId));
  expect(batches).toEqual([['a'], ['b', 'c'], ['a']]);
});

test('what is given up leaves at once', () => {
  const { queue, added } = queueOf(['a', 10], ['b', 20], ['a', 30]);
  if (added[0] !== undefined) queue.remove(added[0]);
  expect([queue.cost, queue.costOf('a'), queue.teamCount]).toEqual([50, 30, 2]);
  expect(queue.take(10, 1_000).map(({ cost }) => cost)).toEqual([30, 20]);
});

test('everything that is added comes out exactly once, and the sums stay right', () => {
  const item = fc.tuple(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.integer({ min: 1, max: 3_000 }),
    fc.constantFrom('formal', 'informal', undefined),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (items, size) => {
      const { queue, added } = queueOf(...items);
      const out: number[] = [];
      for (let batch = queue.take(size, 2_000); batch.length > 0; batch = queue.take(size, 2_000)) {
        expect(new Set(batch.map(({ kind }) => kind)).size).toBe(1);
        out.push(...batch.map(({ number }) => number));
      }
      expect(out.toSorted((a, b) => a - b)).toEqual(added.map(({ number }) => number));
      expect(queue.cost).toBe(0);
    }),
  );
});
