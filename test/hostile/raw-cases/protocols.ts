/** Other protocols on the same port, and what HTTP has to say about switching to them. */
import {
  authorization,
  body,
  closing,
  json,
  length,
  post,
  type RawCase,
  refused,
  request,
  second,
  served,
  smuggled,
} from './raw-case.ts';

const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
];
const h2c = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
];

export const protocolCases: readonly RawCase[] = [
  { name: 'the preface of HTTP/2', packets: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], ...refused() },
  { name: 'a TLS greeting', packets: ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'], ...refused() },
  { name: 'a line of SMTP', packets: ['EHLO x\r\n'], ...refused() },
  { name: 'a line of Redis', packets: ['*1\r\n$4\r\nPING\r\n'], ...refused() },
  {
    name: 'a proxy’s own greeting',
    packets: [`PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${smuggled}`],
    ...refused(),
  },
  { name: 'CONNECT', packets: [request('CONNECT x:443 HTTP/1.1', ['Host: x:443'], smuggled)], ...refused() },
  {
    name: 'CONNECT with a key',
    packets: [request('CONNECT x:443 HTTP/1.1', ['Host: x:443', authorization], smuggled)],
    ...refused(),
  },
  {
    name: 'an offer of WebSocket is declined',
    packets: [request('GET /health HTTP/1.1', ['Host: x', ...upgrade])],
    ...served(),
  },
  {
    name: 'an offer of HTTP/2 is declined',
    packets: [request('GET /health HTTP/1.1', ['Host: x', ...h2c])],
    ...served(),
  },
  {
    name: 'the connection of a declined offer may be used again',
    packets: [request('GET /health HTTP/1.1', ['Host: x', ...h2c]), second],
    answers: [200, 405],
    isClosed: false,
    isInTurn: true,
  },
  {
    name: 'an offer with a call is declined, the call is served',
    packets: [post([json, length, ...upgrade], body)],
    ...served(),
  },
  {
    name: 'a request right behind an offer is not heard',
    packets: [request('GET /health HTTP/1.1', ['Host: x', ...upgrade], smuggled)],
    ...served(),
  },
  {
    name: 'a request hidden in the body of an offer',
    packets: [
      request(
        'POST /v1/translate HTTP/1.1',
        ['Host: x', ...h2c, `Content-Length: ${smuggled.length}`],
        smuggled,
      ),
    ],
    ...served(401),
  },
  {
    name: 'a request hidden in the late body of an offer',
    packets: [
      request('POST /v1/translate HTTP/1.1', ['Host: x', ...h2c, `Content-Length: ${smuggled.length}`]),
      smuggled.slice(0, 10),
      smuggled.slice(10),
    ],
    ...served(401),
  },
  {
    name: 'Expect: 100-continue',
    packets: [post([json, length, 'Expect: 100-continue']), body],
    ...served(),
  },
  {
    name: 'Expect: 100-continue without a key is refused before the body',
    packets: [request('POST /v1/translate HTTP/1.1', ['Host: x', json, length, 'Expect: 100-continue'])],
    ...refused(401),
  },
  {
    name: 'Expect: 100-continue with a body that is too large',
    packets: [post([json, 'Content-Length: 9999999', 'Expect: 100-continue'])],
    ...refused(413),
  },
  {
    name: 'what a refused client sends all the same is not heard',
    packets: [
      request('POST /v1/translate HTTP/1.1', ['Host: x', json, length, 'Expect: 100-continue'], smuggled),
    ],
    ...refused(401),
  },
  {
    name: 'an expectation that nobody knows',
    packets: [post([json, length, 'Expect: 200-ok'], body)],
    ...served(),
  },
  {
    name: 'three requests in one packet',
    packets: [request('GET /health HTTP/1.1', ['Host: x']) + second + second],
    answers: [200, 405, 405],
    isClosed: false,
  },
  {
    name: 'a request behind Connection: close',
    packets: [request('GET /health HTTP/1.1', ['Host: x', 'Connection: close'], smuggled)],
    ...closing(),
  },
  {
    name: 'garbage behind a call leaves the call its answer',
    packets: [post([json, length], `${body}garbage\r\n\r\n${smuggled}`)],
    ...closing(),
  },
  {
    name: 'empty lines before a request',
    packets: [`\r\n\r\n${request('GET /health HTTP/1.1', ['Host: x'])}`],
    ...served(),
  },
  {
    name: 'a request one byte at a time',
    packets: [...request('GET /health HTTP/1.1', ['Host: x'])],
    ...served(),
  },
];
