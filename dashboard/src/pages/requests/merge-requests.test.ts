import { expect, test } from 'vitest';
import { withNew } from './merge-requests.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test('new rows come first, and those that are repeated stay once', () => {
  expect(withNew(rows('5', '4', '3'), rows('4', '3', '2', '1'))).toEqual(rows('5', '4', '3', '2', '1'));
});

test('a row that was written late takes its place', () => {
  expect(withNew(rows('5', '4', '3'), rows('5', '3', '2'))).toEqual(rows('5', '4', '3', '2'));
});

test('without anything new, the list stays the same object, so that nothing is drawn again', () => {
  const known = rows('3', '2', '1');
  expect(withNew([], known)).toBe(known);
  expect(withNew(rows('3', '2'), known)).toBe(known);
});

test('an empty list takes all', () => {
  expect(withNew(rows('2', '1'), [])).toEqual(rows('2', '1'));
});
