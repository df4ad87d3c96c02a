import { expect, test } from 'vitest';
import { plural } from './format.ts';

const calls = { one: '# call', other: '# calls' };

test('a count takes its own form', () => {
  expect([0, 1, 2, 21].map((count) => plural(count, calls))).toEqual([
    '0 calls',
    '1 call',
    '2 calls',
    '21 calls',
  ]);
  expect(plural(0, { 0: 'No call', ...calls })).toBe('No call');
});

test('a name in the text stays as it is', () => {
  const line = (name: string) => plural(2, { one: `# line of ${name}`, other: `# lines of ${name}` });
  expect(line('terms #2.csv')).toBe('2 lines of terms #2.csv');
  expect(line('$& $1')).toBe('2 lines of $& $1');
});
