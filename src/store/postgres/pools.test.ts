import { expect, test } from 'vitest';
import { sharesOf } from './pools.ts';

test.each([
  [3, { calls: 1, changes: 1, reports: 1 }],
  [5, { calls: 2, changes: 2, reports: 1 }],
  [10, { calls: 4, changes: 5, reports: 1 }],
  [12, { calls: 4, changes: 7, reports: 1 }],
  [100, { calls: 40, changes: 59, reports: 1 }],
])('of %i connections each purpose has its share', (connections, shares) => {
  expect(sharesOf(connections)).toEqual(shares);
});
