import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

test('an ordinary text stays whole', () => {
  expect(splitText('')).toEqual(['']);
  expect(splitText('One. Two. Three.')).toEqual(['One. Two. Three.']);
});

test('a long text is cut after sentences', () => {
  const sentence = 'This sentence is not very long. ';
  const pieces = splitText(sentence.repeat(100));
  expect(pieces.length).toBeGreaterThan(3);
  for (const piece of pieces) expect(piece).toMatch(/^(This sentence is not very long\. )+$/);
});

test('without sentences it is cut after words', () => {
  for (const piece of splitText('house '.repeat(1_000))) expect(piece).toMatch(/^(house )+$/);
});

test('a word that is too long for any piece stays whole', () => {
  const address = `https://example.org/${'path/'.repeat(300)}`;
  expect(splitText(`See ${address} there.`)).toEqual(['See ', address, ' there.']);
});

test('pieces join to the text, are short and well-formed', () => {
  const long = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '\n', '😀', '?"') }), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(long, (parts) => {
      const text = parts.join('').repeat(3);
      const pieces = splitText(text);
      expect(pieces.join('')).toBe(text);
      for (const piece of pieces) {
        if (/\s/.test(piece.trim())) expect(piece.length).toBeLessThanOrEqual(1_000);
        expect(piece.isWellFormed()).toBe(true);
      }
    }),
  );
});
