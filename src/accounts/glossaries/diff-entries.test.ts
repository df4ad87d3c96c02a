import { expect, test } from 'vitest';
import { diffEntries } from './diff-entries.ts';

const before = new Map([
  ['dog', 'perro'],
  ['cat', 'gato'],
  ['house', 'casa'],
]);
const after = new Map([
  ['bird', 'ave'],
  ['cat', 'gata'],
  ['dog', 'perro'],
]);

test('tells what was added, changed and removed', () => {
  expect(diffEntries(before, after, 10)).toEqual({
    added: 1,
    removed: 1,
    changed: 1,
    entries: [
      { source: 'bird', before: null, after: 'ave' },
      { source: 'cat', before: 'gato', after: 'gata' },
      { source: 'house', before: 'casa', after: null },
    ],
  });
});

test('counts all and shows as many as are wanted', () => {
  const diff = diffEntries(new Map(), before, 2);
  expect([diff.added, diff.entries.length]).toEqual([3, 2]);
});
