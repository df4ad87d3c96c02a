import { expect, test } from 'vitest';
import { accepts } from './accepted-types.ts';

test.each([
  [undefined, true],
  [' ', true],
  ['*/*', true],
  ['text/*', true],
  ['Text/CSV', true],
  ['application/json, text/csv;q=0.1', true],
  // The default of Java's HTTP client.
  ['text/html, image/gif, *; q=.2, */*; q=.2', true],
  ['application/json', false],
  ['text/csvx', false],
  [',;,', false],
])('%s: %s', (header, expected) => {
  expect(accepts(header, 'text/csv')).toBe(expected);
});
