import { expect, test } from 'vitest';
import { withoutPrefix } from './path-prefix.ts';

test.each([
  ['/api/v2/translate', '/v2/translate'],
  // As libraries write it that join an address and a path with a slash too many.
  ['/api//v2/translate', '//v2/translate'],
  ['/api', '/'],
  ['/api?x=/api', '/?x=/api'],
  ['/api/api/v2', '/api/v2'],
  ['/v2/translate', '/v2/translate'],
  ['/apiary/v2', '/apiary/v2'],
  ['/API/v2', '/API/v2'],
  ['//api/v2', '//api/v2'],
  ['*', '*'],
])('behind /api, %s is %s', (url, expected) => {
  expect(withoutPrefix(url, '/api')).toBe(expected);
});

test('without a prefix, every path stays as it is', () => {
  expect(withoutPrefix('/api/v2', '')).toBe('/api/v2');
});
