import { expect, test } from 'vitest';
import { tokenLimitFor } from './token-limit.ts';

test('the limit is three times the tokens of each text and 64 more, with three bytes to a token', () => {
  expect(tokenLimitFor([''])).toBe(64);
  expect(tokenLimitFor(['The house is big.'])).toBe(17 + 64);
  expect(tokenLimitFor(['房子很大。'])).toBe(15 + 64);
  expect(tokenLimitFor(['Дом', 'House'])).toBe(6 + 64 + 5 + 64);
});
