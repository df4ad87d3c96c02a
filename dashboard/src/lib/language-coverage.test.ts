import { expect, test } from 'vitest';
import { coversLanguage } from './language-coverage.ts';

test.each([
  ['de', 'DE', true],
  ['de', 'DE-AT', true],
  ['de-AT', 'DE-AT', true],
  ['de-AT', 'DE', false],
  ['pt-BR', 'PT-PT', false],
  ['zh', 'ZH-HANS', true],
  ['d', 'DE', false],
])('%s covers %s: %s', (language, other, expected) => {
  expect(coversLanguage(language, other)).toBe(expected);
});
