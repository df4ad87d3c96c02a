import { expect, test } from 'vitest';
import { arrayLiteral } from './array-literal.ts';

test.each([
  [[], '{}'],
  [[1, 2], '{1,2}'],
  [['a', undefined, 'b c'], '{"a",NULL,"b c"}'],
  [['NULL', '', '{}', ','], '{"NULL","","{}",","}'],
  [['say "hi"', 'back\\slash'], '{"say \\"hi\\"","back\\\\slash"}'],
  [[arrayLiteral(['en', 'a"b'])], '{"{\\"en\\",\\"a\\\\\\"b\\"}"}'],
])('%j is written as %s', (values, literal) => {
  expect(arrayLiteral(values)).toBe(literal);
});
