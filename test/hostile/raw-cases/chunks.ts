/** Chunk sizes, extensions and trailers. */
import {
  authorization,
  body,
  bothServed,
  type Ending,
  json,
  post,
  type RawCase,
  refused,
  request,
  second,
  served,
  smuggled,
} from './raw-case.ts';

const size = body.length.toString(16);
const chunked = (name: string, content: string, ending: Ending = refused()): RawCase => ({
  name,
  packets: [post([json, 'Transfer-Encoding: chunked'], content)],
  ...ending,
});

export const chunkCases: readonly RawCase[] = [
  chunked('a negative chunk size', `-${size}\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('a signed chunk size', `+${size}\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('a chunk size with 0x', `0x${size}\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('a chunk size beyond 64 bits', `1000000000000000${size}\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('a blank behind the chunk size', `${size} \r\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('a blank before the chunk size', ` ${size}\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('an empty chunk size', `\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('no hexadecimal digits', `zz\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('chunks that end with a line feed alone', `${size}\n${body}\n0\n\n${smuggled}`),
  chunked('a chunk without its end of line', `${size}\r\n${body}0\r\n\r\n${smuggled}`),
  chunked(
    'a chunk longer than its size',
    `${(body.length - 1).toString(16)}\r\n${body}\r\n0\r\n\r\n${smuggled}`,
  ),
  chunked('a line feed alone in a chunk extension', `${size};a\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('an end of line in a quoted extension', `${size};a="\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('17 KiB of chunk extensions', `${size};${'x'.repeat(17_000)}\r\n${body}\r\n0\r\n\r\n${smuggled}`),
  chunked('a length among the trailers', `${size}\r\n${body}\r\n0\r\nContent-Length: 5\r\n\r\n${smuggled}`),
  chunked(
    'a coding among the trailers',
    `${size}\r\n${body}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n${smuggled}`,
  ),
  chunked('a folded trailer', `${size}\r\n${body}\r\n0\r\nX-A: b\r\n c\r\n\r\n${smuggled}`),
  chunked(
    '17 KiB of trailers',
    `${size}\r\n${body}\r\n0\r\nX-A: ${'x'.repeat(17_000)}\r\n\r\n${smuggled}`,
    refused(431),
  ),
  chunked(
    'trailers and extensions that mean nothing',
    `${size};a=b\r\n${body}\r\n0\r\nX-A: b\r\n\r\n${second}`,
    bothServed(),
  ),
  chunked('zeros before a chunk size', `000${size}\r\n${body}\r\n000\r\n\r\n${second}`, bothServed()),
  {
    name: 'a key among the trailers is no key',
    packets: [
      request(
        'POST /v1/translate HTTP/1.1',
        ['Host: x', json, 'Transfer-Encoding: chunked', 'Trailer: Authorization'],
        `${size}\r\n${body}\r\n0\r\n${authorization}\r\n\r\n`,
      ),
    ],
    ...served(401),
  },
  {
    name: 'a bad chunk behind an answer gets no second answer',
    packets: [
      request('POST /v1/translate HTTP/1.1', ['Host: x', json, 'Transfer-Encoding: chunked'], `${size}\r\n`),
      `${body}\r\nzz\r\n${smuggled}`,
    ],
    answers: [401],
    isClosed: true,
  },
  {
    name: 'a bad chunk that comes late',
    packets: [post([json, 'Transfer-Encoding: chunked'], `${size}\r\n${body}\r\n`), `zz\r\n\r\n${smuggled}`],
    ...refused(),
  },
];
