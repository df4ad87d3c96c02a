import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test.each([
  ['https://dragoman.example.org', 'dragoman.example.org', 'https://dragoman.example.org'],
  ['https://dragoman.example.org:8443/', 'dragoman.example.org', 'https://dragoman.example.org:8443'],
  ['http://localhost:8081', 'localhost', 'http://localhost:8081'],
  ['http://dragoman.localhost', 'dragoman.localhost', 'http://dragoman.localhost'],
])('%s has passkeys', (url, id, origin) => {
  expect(relyingPartyOf(url)).toEqual({ id, origin });
});

test.each([
  'http://dragoman.example.org',
  'http://127.0.0.1:8081',
  'https://192.0.2.7',
  'https://[2001:db8::1]',
  'http://localhost.example.org',
])('%s has none', (url) => {
  expect(relyingPartyOf(url)).toBeUndefined();
});
