import { expect, test } from 'vitest';
import { isPrintable, printable } from './printable.ts';

test('what changes a terminal is removed', () => {
  expect(printable('MIT\u001b[31m\u0007\u009b2J\u202e\n')).toBe('MIT[31m2J');
  expect(isPrintable('a\u001bb')).toBe(false);
  expect(isPrintable('models/en-de/über 雨.gz')).toBe(true);
});
