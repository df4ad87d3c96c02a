import { expect, test } from 'vitest';
import { describeTlsFailure } from './tls-failures.ts';

const failure = (code: string, message = '') => Object.assign(new Error(message), { code });

test.each([
  ['SELF_SIGNED_CERT_IN_CHAIN', /not trusted here/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /another name/],
  ['CERT_HAS_EXPIRED', /expired/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS/],
])('%s is told in words, with what to do', (code, words) => {
  const [what, remedy] = describeTlsFailure(failure(code)) ?? [];
  expect(what).toMatch(words);
  expect(remedy).toMatch(/\S/);
});

test('what pg says of a server without TLS has no code', () => {
  const error = new Error('The server does not support SSL connections');
  expect(describeTlsFailure(error)?.[0]).toBe('it does not speak TLS');
});

test.each([failure('ECONNREFUSED'), new Error('other'), 'no error', undefined])(
  'nothing is said of %s',
  (error) => {
    expect(describeTlsFailure(error)).toBeUndefined();
  },
);
