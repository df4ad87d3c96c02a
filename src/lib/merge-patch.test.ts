import { expect, test } from 'vitest';
import { mergePatch } from './merge-patch.ts';

test.each([
  ['adds a member', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['replaces a member', { a: 1 }, { a: 'x' }, { a: 'x' }],
  ['removes a member', { a: 1, b: 2 }, { a: null }, { b: 2 }],
  ['ignores the removal of a member that is not there', { a: 1 }, { b: null }, { a: 1 }],
  ['merges objects', { a: { b: 1, c: 2 } }, { a: { c: null, d: 3 } }, { a: { b: 1, d: 3 } }],
  ['replaces lists as a whole', { a: [1, 2] }, { a: [3] }, { a: [3] }],
  ['puts an object in the place of a value', { a: 1 }, { a: { b: 2, c: null } }, { a: { b: 2 } }],
])('%s', (_name, target, patch, merged) => {
  const before = structuredClone(target);
  expect(mergePatch(target, patch)).toEqual(merged);
  expect(target).toEqual(before);
});
