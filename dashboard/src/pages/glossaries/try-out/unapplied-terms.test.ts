import { expect, test } from 'vitest';
import { atOnce } from '../../../lib/in-slices.ts';
import { findUnapplied } from './unapplied-terms.ts';

test('who expects a term that was not applied is told why', () => {
  const entries = ['house', 'guest house', 'US', 'walk', 'tree'].map((source) => ({ source, target: 'x' }));
  const found = atOnce(findUnapplied(entries, 'The guest house told us of walking.', ['guest house']));
  expect(found).toEqual([
    { source: 'house', reason: 'a longer term was applied there' },
    { source: 'US', reason: 'a term with capitals matches only in the same case' },
    { source: 'walk', reason: 'only whole words match; add this form as a term' },
  ]);
});
