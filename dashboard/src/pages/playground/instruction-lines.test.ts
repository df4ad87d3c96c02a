import { expect, test } from 'vitest';
import { instructionsIn, problemOf } from './instruction-lines.ts';

test('each line that has words is an instruction', () => {
  expect(instructionsIn('')).toEqual([]);
  expect(instructionsIn('  Be  brief.\n\n \t\nBe kind.\r\n')).toEqual(['Be brief.', 'Be kind.']);
});

test('what a call would be refused for is said before it is made', () => {
  expect(problemOf(Array(10).fill('😀'.repeat(300)))).toBeUndefined();
  expect(problemOf(Array(11).fill('Be brief.'))).toBe('At most 10 instructions are allowed. There are 11.');
  expect(problemOf(['a', 'b'.repeat(301)])).toBe('Instruction 2 is 1 character too long.');
  expect(problemOf(['c'.repeat(320)])).toBe('Instruction 1 is 20 characters too long.');
});
