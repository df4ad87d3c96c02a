import { expect, test } from 'vitest';
import { warnAboutUnknownMembers } from './unknown-members.ts';

const known = ['text', 'target_lang', 'tag_handling'];
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, 1]));

test('a body without unknown members has no warning', () => {
  expect(warnAboutUnknownMembers({ text: ['a'], target_lang: 'ES' }, known)).toEqual([]);
});

test.each<[string, object, string]>([
  ['the nearest known name', { tag_handlng: 'html' }, '"tag_handlng" (did you mean "tag_handling"?).'],
  ['a name like no other', { padding: 1, textt: 1 }, '"padding", "textt" (did you mean "text"?).'],
  ['five of them', many(7), '"x0", "x1", "x2", "x3", "x4", 2 more.'],
  ['none of more than twenty', { ...many(20), textt: 1 }, ': 21 members.'],
  ['no text and no key', { 'La casa': 1, [`svc_live_${'a'.repeat(40)}`]: 1 }, ': 2 members.'],
])('one warning names %s', (_name, body, end) => {
  const warnings = warnAboutUnknownMembers({ text: ['a'], ...body }, known);
  expect(warnings).toEqual([{ code: 'unknown_member', detail: expect.stringContaining(end) }]);
});
