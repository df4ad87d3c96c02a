import { expect, test } from 'vitest';
import { integerArray, smallintArray, textArray, uuidArray } from './binary-array.ts';

const id = '0193a0b1-c2d3-7e4f-8a5b-6c7d8e9fa0b1';

test.each([
  [uuidArray([id]), `00000b8600000001000000010000001${'0'}${id.replaceAll('-', '')}`],
  [uuidArray([undefined]), '00000b860000000100000001ffffffff'],
  [integerArray([-2, undefined]), '00000017000000020000000100000004fffffffeffffffff'],
  [smallintArray([503]), '0000001500000001000000010000000201f7'],
  [textArray(['é', 'é', undefined, '']), '00000019000000040000000100000002c3a900000002c3a9ffffffff00000000'],
  [textArray([]), '000000190000000000000001'],
])('array %#', (array, hex) => {
  // One dimension, which may have nulls.
  expect(array.toString('hex')).toBe(`0000000100000001${hex}`);
});

test.each([
  'team',
  id.toUpperCase(),
  id.replaceAll('-', ''),
  `${id}0`,
  id.replace('a', 'g'),
  id.replace('a', 'ß'),
])('%s is refused as a UUID', (value) => {
  expect(() => uuidArray([value])).toThrow(TypeError);
});

test.each([2 ** 31, -(2 ** 31) - 1])('%d is refused as an integer', (value) => {
  expect(() => integerArray([value])).toThrow(RangeError);
});
