import { expect, test } from 'vitest';
import { parseStrictForm } from './strict-form.ts';

function members(source: string, maxMembers = 10): Record<string, unknown> | string {
  const parsed = parseStrictForm(source, maxMembers);
  return parsed.ok ? { ...parsed.members } : parsed.reason;
}

test.each<[string, Record<string, unknown>]>([
  ['', {}],
  ['text=a', { text: 'a' }],
  ['text=a&text=b&text=c', { text: ['a', 'b', 'c'] }],
  ['text=&text=', { text: ['', ''] }],
  ['text=a+b%20c%2Bd', { text: 'a b c+d' }],
  ['text=a=b', { text: 'a=b' }],
  ['text', { text: '' }],
  ['&&text=a&', { text: 'a' }],
  ['text=%F0%9F%98%80%C3%A9', { text: '😀é' }],
  ['text=é', { text: 'é' }],
  ['a%5B0%5D.b=1', { 'a[0].b': '1' }],
  ['text=a%26b%3Dc', { text: 'a&b=c' }],
])('%j is read', (source, expected) => {
  expect(members(source)).toEqual(expected);
});

test.each([
  ['text=%', /escape/],
  ['text=100%25%', /escape/],
  ['text=%zz', /escape/],
  ['%zz=text', /escape/],
  ['text=%c3%28', /escape/],
  ['text=%c0%af', /escape/],
  ['text=%ed%a0%80', /escape/],
  ['text=a%00b', /NUL/],
  ['a%00=b', /NUL/],
  ['a&b&c&d', /more than 3 members/],
])('%j is refused', (source, reason) => {
  expect(members(source, 3)).toMatch(reason);
});

test('a name that is a member of every object is a name like any other', () => {
  const parsed = parseStrictForm('__proto__=a&constructor=b&toString=c&toString=d', 10);
  expect(parsed.ok && Object.entries(parsed.members)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
    ['toString', ['c', 'd']],
  ]);
});
