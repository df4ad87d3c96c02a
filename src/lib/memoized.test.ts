import { expect, test, vi } from 'vitest';
import { memoized } from './memoized.ts';

test('an answer is computed once, even when it is undefined', () => {
  const compute = vi.fn((input: string) => (input === 'none' ? undefined : input.length));
  const length = memoized(compute, 10);
  expect([length('four'), length('four'), length('none'), length('none')]).toEqual([
    4,
    4,
    undefined,
    undefined,
  ]);
  expect(compute).toHaveBeenCalledTimes(2);
});

test('the memory is bounded, and right when it starts afresh', () => {
  const compute = vi.fn((input: string) => input.toUpperCase());
  const upper = memoized(compute, 3);
  for (const input of ['a', 'b', 'c', 'd', 'd']) expect(upper(input)).toBe(input.toUpperCase());
  expect(compute).toHaveBeenCalledTimes(4);
  upper('a');
  expect(compute).toHaveBeenCalledTimes(5);
});
