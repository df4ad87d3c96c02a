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
});
