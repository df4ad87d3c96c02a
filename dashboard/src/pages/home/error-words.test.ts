import { expect, test } from 'vitest';
import { problemCodes } from '../../../../src/lib/errors.ts';
import { refusalWords } from './error-words.ts';

test('every code that a call can be refused with has words', () => {
  for (const code of problemCodes) expect(refusalWords(code), code).not.toBe(code);
  expect(refusalWords('of_a_later_version')).toBe('of_a_later_version');
});
