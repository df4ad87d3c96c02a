import { expect, test } from 'vitest';
import { presentedKey } from './credentials.ts';

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
