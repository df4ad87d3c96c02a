import { expect, test } from 'vitest';
import { isReadByBrowser } from './browser-reads.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

test.each<[string, string, Record<string, string>, boolean]>([
  ['an image of a page, on plain HTTP', 'GET', { 'user-agent': firefox }, true],
  ['an image of a page, on HTTPS', 'GET', { 'user-agent': firefox, 'sec-fetch-site': 'cross-site' }, true],
  ['a page of a neighbouring host', 'GET', { 'user-agent': firefox, 'sec-fetch-site': 'same-site' }, true],
  ['an address that a person typed', 'GET', { 'user-agent': firefox, 'sec-fetch-site': 'none' }, false],
  ['a page of the same origin', 'GET', { 'user-agent': firefox, 'sec-fetch-site': 'same-origin' }, false],
  ['a program', 'GET', { 'user-agent': 'python-requests/2.32' }, false],
  ['a program without a name', 'GET', {}, false],
  ['a form, whose origin is checked', 'POST', { 'user-agent': firefox }, false],
])('%s', (_name, method, headers, expected) => {
  expect(isReadByBrowser({ method, headers })).toBe(expected);
});
