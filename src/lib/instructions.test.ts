import { expect, test } from 'vitest';
import { cleanInstruction } from './instructions.ts';

test('an instruction is one line', () => {
  expect(cleanInstruction('  Be brief.\r\n\tUse  short words. ')).toBe('Be brief. Use short words.');
  expect(cleanInstruction('😀'.repeat(300))).toBe('😀'.repeat(300));
});

test.each([
  ['nothing', ' \n '],
  ['301 characters', 'x'.repeat(301)],
  ['a control character', 'Be\u0007brief'],
  ['half of a surrogate pair', 'Be \ud800 brief'],
])('%s is none', (_name, value) => {
  expect(cleanInstruction(value)).toBeUndefined();
});
