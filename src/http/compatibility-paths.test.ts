import { expect, test } from 'vitest';
import { isCompatibilityPath, normalizeSlashes } from './compatibility-paths.ts';

test.each([
  ['/v2/translate', '/v2/translate'],
  ['//v2/translate', '/v2/translate'],
  ['/v2/document/', '/v2/document'],
  ['///v3//glossaries///id//', '/v3/glossaries/id'],
  ['//v2/languages/?type=target', '/v2/languages?type=target'],
  ['/v2/usage/?next=//v2/', '/v2/usage?next=//v2/'],
  ['/v2/usage#//', '/v2/usage#//'],
])('%s is %s', (url, expected) => {
  expect(normalizeSlashes(url)).toBe(expected);
});

test.each([
  '/v1/translate/',
  '//v1/translate',
  '/v1//translate',
  '/health/',
  '//health',
  '/v22//x',
  '/V2//x',
  '*',
  '',
  '/v1/v2//x',
])('%s stays as it is', (url) => {
  expect(normalizeSlashes(url)).toBe(url);
});

test('a compatibility path is told by its version', () => {
  expect(['/v2', '/v2/x', '//v3?x', '/v2#'].map(isCompatibilityPath)).toEqual([true, true, true, true]);
  expect(['/v1/x', '/v20/x', '/x/v2', 'v2'].map(isCompatibilityPath)).toEqual([false, false, false, false]);
});
