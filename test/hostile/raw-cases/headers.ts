/** Lines, blanks, names and values of headers; too many and too large ones. */
import {
  authorization,
  body,
  json,
  length,
  post,
  type RawCase,
  refused,
  served,
  smuggled,
} from './raw-case.ts';

const withHeader = (name: string, header: string, ending = refused()): RawCase => ({
  name,
  packets: [post([header, json, length], body + smuggled)],
  ...ending,
});
const many = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1`);
// Host, the key, the type and the length are headers too.
const others = 4;

export const headerCases: readonly RawCase[] = [
  {
    name: 'lines that end with a line feed alone',
    packets: [post([json, length]).replaceAll('\r\n', '\n') + body + smuggled],
    ...refused(),
  },
  {
    name: 'a line feed alone at the end of the headers',
    packets: [`${post([json, length]).slice(0, -2)}\n${body}${smuggled}`],
    ...refused(),
  },
  withHeader('a carriage return inside a value', 'X-A: a\rUNLINK: b'),
  withHeader('a line feed inside a value', 'X-A: a\nTransfer-Encoding: chunked'),
  withHeader('a folded line', 'X-A: a\r\n b'),
  withHeader('a line folded with a tab', 'X-A: a\r\n\tb'),
  withHeader('a blank before the colon', 'X-A : a'),
  withHeader('a blank before the name', ' X-A: a'),
  withHeader('a NUL in a value', 'X-A: a\0b'),
  withHeader('a NUL in a name', 'X\0A: a'),
  withHeader('a control character in a value', 'X-A: a\x07b'),
  withHeader('a delete in a value', 'X-A: a\x7fb'),
  withHeader('no colon', 'nonsense'),
  withHeader('no name', ': a'),
  withHeader('a name in another alphabet', 'X-\xc3\xa9: a'),
  withHeader('a name with a bracket', 'X(A): a'),
  {
    name: 'a length on a folded line',
    packets: [post([json, `Content-Length:\r\n ${body.length}`], body + smuggled)],
    ...refused(),
  },
  {
    name: 'a first header that starts with a blank',
    packets: [
      `POST /v1/translate HTTP/1.1\r\n Host: x\r\n${authorization}\r\n${json}\r\n${length}\r\n\r\n${body}${smuggled}`,
    ],
    ...refused(),
  },
  {
    name: 'bytes above ASCII in a value are nobody’s business',
    packets: [post(['X-A: \xff\xfe\x80', json, length], body)],
    ...served(),
  },
  { name: '100 headers', packets: [post([...many(100 - others), json, length], body)], ...served() },
  {
    name: '101 headers',
    packets: [post([...many(101 - others), json, length], body + smuggled)],
    ...refused(431),
  },
  {
    name: '2,000 headers',
    packets: [post([...many(2_000), json, length], body + smuggled)],
    ...refused(431),
  },
  withHeader('a header of 17 KiB', `X-A: ${'x'.repeat(17_000)}`, refused(431)),
  withHeader('a name of 17 KiB', `${'X'.repeat(17_000)}: 1`, refused(431)),
  {
    name: 'headers that never end',
    packets: [`${post([json]).slice(0, -2)}${'X-A: b\r\n'.repeat(200_000)}`],
    ...refused(431),
  },
  {
    name: 'two Authorization headers, the first one good',
    packets: [post([`Authorization: Bearer svc_live_${'A'.repeat(40)}`, json, length], body)],
    ...served(401),
  },
  { name: 'the same key twice', packets: [post([authorization, json, length], body)], ...served(401) },
];
