import { expect, test } from 'vitest';
import { EngineSlots } from './engine-slots.ts';

const teams = ['greedy', 'modest', 'late'].map((teamId) => new Set([teamId]));
const [greedy = new Set<string>()] = teams;

/** Takes slots until the team may use no more, and returns their number. */
function fill(slots: EngineSlots, teamIds: ReadonlySet<string>): number {
  const [teamId = ''] = teamIds;
  let taken = 0;
  for (; slots.mayUse(teamId); taken++) slots.take(teamIds);
  return taken;
}

test.each([
  [1, 1, 0, 0],
  [2, 1, 1, 0],
  [4, 3, 1, 0],
  [8, 6, 1, 1],
])('of %i no team has more than %i, and those that have nothing find something', (total, ...expected) => {
  const slots = new EngineSlots(total);
  expect(teams.map((teamId) => fill(slots, teamId))).toEqual(expected);
  expect(slots.isFull).toBe(true);
  slots.free(greedy);
  expect(slots.isFull).toBe(false);
});

test('a team that is alone has all of it, and less when others come', () => {
  let isShared = false;
  const slots = new EngineSlots(8, { whenShared: 4, isShared: () => isShared });
  expect(fill(slots, greedy)).toBe(8);
  isShared = true;
  for (let i = 0; i < 4; i++) slots.free(greedy);
  expect([slots.isFull, slots.mayUse('modest')]).toEqual([true, false]);
  slots.free(greedy);
  expect(['greedy', 'modest'].map((teamId) => slots.mayUse(teamId))).toEqual([false, true]);
});

test('a batch of several teams counts for each of them, and once in all', () => {
  const slots = new EngineSlots(2);
  slots.take(new Set(['a', 'b']));
  expect(['a', 'b', 'c'].map((teamId) => slots.mayUse(teamId))).toEqual([false, false, true]);
  slots.take(new Set(['c']));
  expect(slots.isFull).toBe(true);
});

/** Queues that take one slot when they are dispatched. */
function createWaitingQueues(slots: EngineSlots) {
  const turns: string[] = [];
  const wait = (name: string, nextOrder: number | undefined) =>
    slots.whenFree({
      nextOrder,
      dispatch() {
        turns.push(name);
        slots.take(greedy);
      },
    });
  return { turns, wait };
}

test('what gets free goes to those who wait, in turn, and to each once', () => {
  const slots = new EngineSlots(1);
  const { turns, wait } = createWaitingQueues(slots);
  slots.take(greedy);
  for (const name of ['first', 'second']) wait(name, 0);
  slots.free(greedy);
  expect(turns).toEqual(['first']);
  slots.free(greedy);
  slots.free(greedy);
  expect(turns).toEqual(['first', 'second']);
});

test('of the lanes that wait, the one goes first whose next team has had the least', () => {
  const slots = new EngineSlots(1);
  const { turns, wait } = createWaitingQueues(slots);
  slots.take(greedy);
  wait('nothing to send', undefined);
  wait('much', 500);
  wait('little', 20);
  for (let i = 0; i < 3; i++) slots.free(greedy);
  expect(turns).toEqual(['little', 'much', 'nothing to send']);
});
