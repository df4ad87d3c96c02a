import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { countCodePoints } from './code-points.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['é', 1],
  ['e\u0301', 2],
  ['😀', 1],
  ['👩‍👩‍👧', 5],
  ['𝒳y', 2],
])('%j counts %i', (text, count) => {
  expect(countCodePoints(text)).toBe(count);
});

test('agrees with the string iterator on any well-formed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
      expect(countCodePoints(text)).toBe([...text].length);
    }),
  );
});
