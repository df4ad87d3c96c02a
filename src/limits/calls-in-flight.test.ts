import { expect, test } from 'vitest';
import { CallsInFlight } from './calls-in-flight.ts';

test('a team has as many places as its limit says, and other teams have their own', () => {
  const inFlight = new CallsInFlight();
  const leave = inFlight.enter('a', 2);
  expect(inFlight.enter('a', 2)).toBeDefined();
  expect(inFlight.enter('a', 2)).toBeUndefined();
  expect(inFlight.enter('b', 2)).toBeDefined();
  leave?.();
  leave?.(); // A second call gives nothing back.
  expect(inFlight.enter('a', 2)).toBeDefined();
  expect(inFlight.enter('a', 2)).toBeUndefined();
});

test('who is refused takes no place and needs to give none back', () => {
  const inFlight = new CallsInFlight();
  const leave = inFlight.enter('a', 1);
  for (let i = 0; i < 5; i++) expect(inFlight.enter('a', 1)).toBeUndefined();
  leave?.();
  expect(inFlight.enter('a', 1)).toBeDefined();
});

test('when all have left, all places are free, and no more than that', () => {
  const inFlight = new CallsInFlight();
  const leaves = [1, 2, 3].map(() => inFlight.enter('a', 3));
  for (const leave of leaves) leave?.();
  expect([1, 2, 3, 4].map(() => inFlight.enter('a', 3) !== undefined)).toEqual([true, true, true, false]);
});

test('a limit that was lowered meanwhile counts for the next call', () => {
  const inFlight = new CallsInFlight();
  const leaves = [1, 2, 3].map(() => inFlight.enter('a', 3));
  leaves[0]?.();
  expect(inFlight.enter('a', 2)).toBeUndefined();
  leaves[1]?.();
  expect(inFlight.enter('a', 2)).toBeDefined();
});
