import { expect, test } from 'vitest';
import { EngineSlots } from './engine-slots.ts';

const [greedy, modest] = [new Set(['greedy']), new Set(['modest'])];

/** How many a team gets when it takes what it can. */
function fill(slots: EngineSlots, teamIds: ReadonlySet<string>): number {
  const [teamId = ''] = teamIds;
  let taken = 0;
  for (; slots.mayUse(teamId); taken++) slots.take(teamIds);
  return taken;
}

test.each([
  [1, 1, 0],
  [2, 1, 1],
  [4, 3, 1],
  [8, 6, 2],
])('of %i no team has more than %i, and another finds %i', (total, most, rest) => {
  const slots = new EngineSlots(total);
  expect([fill(slots, greedy), fill(slots, modest)]).toEqual([most, rest]);
  expect(slots.isFull).toBe(true);
  slots.free(greedy);
  expect([slots.isFull, slots.mayUse('greedy')]).toEqual([false, true]);
});

test('a batch of several teams counts for each of them, and once in all', () => {
  const slots = new EngineSlots(2);
  slots.take(new Set(['a', 'b']));
  expect(['a', 'b', 'c'].map((teamId) => slots.mayUse(teamId))).toEqual([false, false, true]);
  slots.take(new Set(['c']));
  expect(slots.isFull).toBe(true);
});

test('what gets free goes to those who wait, in turn, and to each once', () => {
  const slots = new EngineSlots(1);
  const turns: string[] = [];
  const lane = (name: string) => () => {
    turns.push(name);
    slots.take(greedy);
  };
  slots.take(greedy);
  for (const name of ['first', 'second']) slots.whenFree(lane(name));
  slots.free(greedy);
  expect(turns).toEqual(['first']);
  slots.free(greedy);
  slots.free(greedy);
  expect(turns).toEqual(['first', 'second']);
});
