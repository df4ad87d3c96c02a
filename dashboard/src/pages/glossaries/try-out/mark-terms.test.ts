import { expect, test } from 'vitest';
import { atOnce } from '../../../lib/in-slices.ts';
import { findUnapplied, markApplied } from './mark-terms.ts';

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

test('who expects a term that was not applied is told why', () => {
  const entries = ['house', 'guest house', 'US', 'walk', 'tree'].map((source) => ({ source, target: 'x' }));
  const found = atOnce(findUnapplied(entries, 'The guest house told us of walking.', ['guest house']));
  expect(found).toEqual([
    { source: 'house', reason: 'a longer term was applied there' },
    { source: 'US', reason: 'a term with capitals matches only in the same case' },
    { source: 'walk', reason: 'only whole words match; add this form as a term' },
  ]);
});
