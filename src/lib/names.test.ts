import { expect, test } from 'vitest';
import { cleanName } from './names.ts';

test.each([' Web shop ', 'בית 1', '👩‍👩‍👧‍👦', 'é', '<b>', '-'])('%j is a name', (name) => {
  expect(cleanName(name)).toBe(name.trim());
});

test.each([
  ['nothing', ' '],
  ['nothing visible', '\u200B\u00AD'],
  ['a line break', 'a\nb'],
  ['a character that turns the text after it', 'abc\u202Egnp.exe'],
  ['an isolate', 'a\u2066b'],
  ['half of a surrogate pair', '\uD800'],
  ['too many characters', 'x'.repeat(201)],
])('%s is no name', (_, name) => {
  expect(cleanName(name)).toBeUndefined();
});
