import { expect, test } from 'vitest';
import { presentedKey as presentedKeyOf } from './credentials.ts';

const presentedKey = (headers: Record<string, string>) =>
  presentedKeyOf({ headers, rawHeaders: Object.entries(headers).flat() });

test.each([
  [{ authorization: 'Bearer k' }],
  [{ authorization: 'bearer k' }],
  [{ authorization: 'BEARER   k ' }],
  [{ authorization: 'Compat-Auth-Key k' }],
  [{ authorization: 'DeepL-Auth-Key k' }],
  [{ 'compat-auth-key': 'k' }],
  [{ 'deepl-auth-key': 'k' }],
  [{ authorization: 'Bearer k', 'compat-auth-key': 'other' }],
])('%j presents k', (headers) => {
  expect(presentedKey(headers)).toBe('k');
});

test.each([
  [{}],
  [{ authorization: '' }],
  [{ authorization: 'k' }],
  [{ authorization: 'Basic k' }],
  [{ authorization: 'Bearer' }],
  [{ authorization: 'Bearer k l' }],
  [{ authorization: 'nonsense', 'compat-auth-key': 'k' }],
  [{ authorization: '', 'deepl-auth-key': 'k' }],
])('%j presents none', (headers) => {
  expect(presentedKey(headers)).toBeUndefined();
});

test('two Authorization headers present none, whichever of them is good', () => {
  const rawHeaders = ['Authorization', 'Bearer k', 'Accept', '*/*', 'AUTHORIZATION', 'Bearer l'];
  expect(presentedKeyOf({ headers: { authorization: 'Bearer k' }, rawHeaders })).toBeUndefined();
});
