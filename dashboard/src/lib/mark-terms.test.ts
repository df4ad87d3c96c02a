import { expect, test } from 'vitest';
import { markApplied } from './mark-terms.ts';

const marked = (text: string, terms: string[]) =>
  markApplied(text, terms)
    .map((piece) => (piece.isTerm ? `[${piece.text}]` : piece.text))
    .join('');

test('applied terms are marked where they stand, as often as they were applied', () => {
  expect(marked('The House and the houses. A house.', ['house', 'house'])).toBe(
    'The [House] and the houses. A [house].',
  );
  expect(marked('a guest  house (x)', ['guest house', '(x)'])).toBe('a [guest  house] [(x)]');
  expect(marked('東京都に行く', ['東京'])).toBe('[東京]都に行く');
  expect(marked('nothing here', ['house'])).toBe('nothing here');
  expect(marked('a guest house and a house', ['guest house', 'house', 'house'])).toBe(
    'a [guest house] and a [house]',
  );
});

test('a term that is applied tens of thousands of times is marked each time', () => {
  const count = 30_000;
  const pieces = markApplied(
    'foo '.repeat(count),
    Array.from({ length: count }, () => 'foo'),
  );
  expect(pieces.filter(({ isTerm }) => isTerm)).toHaveLength(count);
});
