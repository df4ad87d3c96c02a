import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

interface Item {
  readonly teamId: string;
  readonly characters: number;
  readonly number: number;
  readonly kind?: string | undefined;
}

type ItemShape = [teamId: string, characters: number, kind?: string | undefined];

/** A character costs 1, times the hardness of its team. Taken items count from the next batch on. */
function queueOf(items: readonly ItemShape[], hardness: Readonly<Record<string, number>> = {}) {
  const used = new Map<string, number>();
  const closed = new Set<string>();
  const costOf = ({ teamId, characters }: Item) => characters * (hardness[teamId] ?? 1);
  const queue = new FairQueue<Item>({
    orderOf: (teamId) => used.get(teamId) ?? 0,
    mayTake: ({ teamId }) => !closed.has(teamId),
    costOf,
  });
  const added = items.map(([teamId, characters, kind], number) => ({ teamId, characters, number, kind }));
  for (const item of added) queue.add(item);
  const take = (maxItems: number, maxCharacters: number, maxCost?: number) => {
    const taken = queue.take(maxItems, maxCharacters, maxCost);
    for (const item of taken) used.set(item.teamId, (used.get(item.teamId) ?? 0) + costOf(item));
    return taken;
  };
  return { queue, added, take, closed };
}

const many = (count: number, item: ItemShape): ItemShape[] => Array.from({ length: count }, () => item);
const lengths = (items: readonly Item[]) => items.map(({ characters }) => characters);

test("a team's items come in their order", () => {
  const { queue, take } = queueOf([
    ['a', 10],
    ['a', 20],
    ['a', 30],
  ]);
  expect(lengths(take(10, 1_000))).toEqual([10, 20, 30]);
  expect([queue.characters, queue.teamCount]).toEqual([0, 0]);
});

test('a late team does not wait behind the flood of an early one', () => {
  const { take } = queueOf([...many(1_000, ['a', 100]), ['b', 100]]);
  const order = take(2_000, 1_000_000).map(({ teamId }) => teamId);
  expect(order.indexOf('b')).toBe(1);
});

test('teams get the same, however large their texts are', () => {
  const { take } = queueOf([...many(50, ['large', 1_000]), ...many(5_000, ['small', 10])]);
  const got = Object.groupBy(take(2_000, 20_000), ({ teamId }) => teamId);
  const sum = (items: Item[] = []) => items.reduce((total, { characters }) => total + characters, 0);
  expect(Math.abs(sum(got.large) - sum(got.small))).toBeLessThanOrEqual(1_000);
});

test('a team whose texts cost a hundred times as much gets a hundredth of the characters', () => {
  const { take } = queueOf([...many(500, ['hard', 10]), ...many(500, ['easy', 10])], { hard: 100 });
  const batches = Array.from({ length: 202 }, () => take(1, 1_000)[0]?.teamId);
  expect(batches.filter((teamId) => teamId === 'hard')).toHaveLength(2);
});

test('a batch is bounded, and one item always fits', () => {
  const { take } = queueOf([
    ['a', 90_000],
    ['a', 5],
    ['a', 5],
  ]);
  expect(take(10, 1_000)).toHaveLength(1);
  expect(take(1, 1_000)).toHaveLength(1);
  expect(take(10, 1_000)).toHaveLength(1);
  expect(take(10, 1_000)).toEqual([]);
});

test('a batch is bounded by what its items cost, too', () => {
  const { take } = queueOf(many(5, ['a', 10]), { a: 3 });
  expect([take(10, 1_000, 60), take(10, 1_000, 10), take(10, 1_000)].map(lengths)).toEqual([
    [10, 10],
    [10],
    [10, 10],
  ]);
});

test('items of different kinds are never taken together, and who is passed over comes first in the next batch', () => {
  const { queue, take } = queueOf([
    ['a', 10],
    ['b', 20, 'formal'],
    ['a', 30],
    ['c', 40],
    ['b', 50],
    ['d', 60, 'formal'],
  ]);
  const batches = Array.from({ length: 3 }, () => lengths(take(10, 1_000)));
  expect(batches).toEqual([[10, 40, 30], [20, 60], [50]]);
  expect([queue.characters, queue.teamCount]).toEqual([0, 0]);
});

test("one team's many kinds keep nobody else waiting for more than a batch", () => {
  const kinds = Array.from({ length: 100 }, (_, i): ItemShape => ['a', 10, `${i}`]);
  const { take } = queueOf([...kinds, ['b', 10], ['c', 10]]);
  const batches = Array.from({ length: 3 }, () => take(10, 1_000).map(({ teamId }) => teamId));
  expect(batches).toEqual([['a'], ['b', 'c'], ['a']]);
});

test('who may have nothing at the moment keeps nobody else waiting', () => {
  const { queue, take, closed } = queueOf([
    ['a', 10],
    ['b', 20],
  ]);
  closed.add('a');
  expect(lengths(take(10, 1_000))).toEqual([20]);
  expect([take(10, 1_000), queue.nextOrder]).toEqual([[], undefined]);
  closed.delete('a');
  expect([queue.nextOrder, lengths(take(10, 1_000))]).toEqual([0, [10]]);
});

test('what is given up leaves at once', () => {
  const { queue, added, take } = queueOf([
    ['a', 10],
    ['b', 20],
    ['a', 30],
  ]);
  if (added[0] !== undefined) queue.remove(added[0]);
  expect([queue.characters, queue.teamCount]).toEqual([50, 2]);
  expect([...queue.waiting()]).toEqual([
    { teamId: 'a', characters: 30, texts: 1 },
    { teamId: 'b', characters: 20, texts: 1 },
  ]);
  expect(lengths(take(10, 1_000))).toEqual([30, 20]);
});

test('everything that is added comes out exactly once, and the sums stay right', () => {
  const item = fc.tuple(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.integer({ min: 1, max: 3_000 }),
    fc.constantFrom('formal', 'informal', undefined),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (items, size) => {
      const { queue, added, take } = queueOf(items);
      const out: number[] = [];
      for (let batch = take(size, 2_000); batch.length > 0; batch = take(size, 2_000)) {
        expect(new Set(batch.map(({ kind }) => kind)).size).toBe(1);
        out.push(...batch.map(({ number }) => number));
      }
      expect(out.toSorted((a, b) => a - b)).toEqual(added.map(({ number }) => number));
      expect(queue.characters).toBe(0);
    }),
  );
});
