import { expect, test } from 'vitest';
import { resultName } from './result-name.ts';

test.each([
  ['report.docx', 'report (ES).docx'],
  ['a.b.xlf', 'a.b (ES).xlf'],
  ['.txt', '.txt (ES)'],
  ['report', 'report (ES)'],
])('%s becomes %s', (name, result) => {
  expect(resultName(name, 'ES')).toBe(result);
});
