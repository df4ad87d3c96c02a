import { expect, test } from 'vitest';
import { movedUp } from './engine-order.tsx';

test('an engine that is preferred more swaps places with the one before it', () => {
  expect(movedUp(['a', 'b', 'c'], 'c')).toEqual(['a', 'c', 'b']);
  expect(movedUp(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
  expect(movedUp(['a', 'b', 'c'], 'a')).toEqual(['a', 'b', 'c']);
  expect(movedUp(['a'], 'gone')).toEqual(['a']);
});
