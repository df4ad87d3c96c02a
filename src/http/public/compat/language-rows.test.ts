import { expect, test } from 'vitest';
import { answeredTarget } from './language-rows.ts';

test.each([
  ['EN-gb', 'en', 'en-GB'],
  ['en', 'en', 'en-US'],
  [undefined, 'en', 'en-US'],
  ['pt', 'pt', 'pt-BR'],
  ['en', 'en-GB', 'en-GB'],
  ['DE', 'de', 'de'],
  ['zh-hans', 'zh', 'zh-Hans'],
  [undefined, 'zh-Hant', 'zh-Hant'],
])('a call for %s that the engine knows as %s answers %s', (asked, target, answered) => {
  expect(answeredTarget(asked, target)).toBe(answered);
});
