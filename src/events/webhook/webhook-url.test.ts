import { describe, expect, test } from 'vitest';
import { addressIn, maxUrlLength, readWebhookUrl } from './webhook-url.ts';

const read = (text: string, allowsHttp = false) => {
  const result = readWebhookUrl(text, allowsHttp);
  return result.ok ? result.url.href : result.problem;
};

test.each([
  ['https://example.org', 'https://example.org/'],
  [' https://example.org/hooks?token=1 ', 'https://example.org/hooks?token=1'],
  ['HTTPS://EXAMPLE.org:8443/a/../b', 'https://example.org:8443/b'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://example.org:443/', 'https://example.org/'],
  ['https://example.org:1024/', 'https://example.org:1024/'],
])('%s is read as %s', (text, expected) => expect(read(text)).toBe(expected));

test.each([
  ['', 'no URL'],
  ['example.org', 'no URL'],
  ['ftp://example.org/', 'no URL'],
  ['file:///etc/passwd', 'no URL'],
  ['javascript:alert(1)', 'no URL'],
  ['https:example.org', 'no URL'],
  ['https:///example.org', 'no URL'],
  ['https://', 'no URL'],
  ['http://example.org/', 'needs https'],
  ['https://user@example.org/', 'no user name'],
  ['https://user:secret@example.org/', 'no user name'],
  ['https://example.org#@10.0.0.1/', 'after "#"'],
  ['https://example.org./', 'dot at the end'],
  ['https://exa mple.org/', 'without spaces'],
  ['https://example.org\\@10.0.0.1/', 'without spaces'],
  ['https://exam\tple.org/', 'without spaces'],
  ['https://example.org/\u0000', 'without spaces'],
  ['https://exam\u00adple.org/', 'without spaces'],
  ['https://example.org:22/', 'Port 22'],
  ['https://example.org:25/', 'Port 25'],
  ['https://example.org:1023/', 'Port 1023'],
  ['https://example.org:0/', 'Port 0'],
  ['https://example.org:99999/', 'no URL'],
  [`https://example.org/${'a'.repeat(maxUrlLength)}`, 'at most'],
  [`https://example.org/${'ü'.repeat(400)}`, 'at most'],
  ['https://example.org/\ud800', 'without spaces'],
])('%j is refused', (text, reason) => expect(read(text)).toContain(reason));

test('plain HTTP is read where the operator allows it', () => {
  expect(read('http://example.org/', true)).toBe('http://example.org/');
  expect(read('http://example.org:25/', true)).toContain('Port 25');
});

describe('an address in another notation', () => {
  test.each([
    ['https://0x7f.1/', '127.0.0.1'],
    ['https://0177.0.0.1/', '127.0.0.1'],
    ['https://2130706433/', '127.0.0.1'],
    ['https://0x7f000001/', '127.0.0.1'],
    ['https://127.1/', '127.0.0.1'],
    ['https://①②⑦.⓪.⓪.①/', '127.0.0.1'],
    ['https://127。0。0。1/', '127.0.0.1'],
    ['https://%31%32%37.0.0.1/', '127.0.0.1'],
    ['https://[::ffff:10.0.0.1]/', '::ffff:a00:1'],
    ['https://[0:0:0:0:0:0:0:1]/', '::1'],
    ['https://example.org/', undefined],
  ])('%s is %s', (text, address) => {
    const result = readWebhookUrl(text, false);
    expect(result.ok && addressIn(result.url)).toBe(address);
  });
});
