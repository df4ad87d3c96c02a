import { expect, test } from 'vitest';
import type { Pair } from './home-queries.ts';
import { countByEngines, missingModels } from './served-pairs.ts';

const pair = (engines: string[], better: Pair['better'] = null): Pair => ({
  source: 'EN',
  target: 'ES',
  engines,
  through: null,
  better,
});

test('pairs are counted by the engines that serve them, the most first', () => {
  const pairs = [pair(['a', 'b']), pair(['b']), pair(['b']), pair(['a', 'b']), pair(['b'])];
  expect(countByEngines(pairs)).toEqual([
    { engines: ['b'], count: 3 },
    { engines: ['a', 'b'], count: 2 },
  ]);
});

test('a model that serves two pairs is pulled once, and an installed one not at all', () => {
  const missing = { model: 'en-pt', is_installed: false };
  const pairs = [
    pair(['a'], missing),
    pair(['a'], missing),
    pair(['a'], { model: 'en-es', is_installed: true }),
  ];
  expect(missingModels([...pairs, pair(['a'])])).toEqual(['en-pt']);
});
