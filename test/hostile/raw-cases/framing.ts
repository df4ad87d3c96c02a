/** Two lengths, odd lengths, odd codings: where one message ends and the next one starts. */
import {
  authorization,
  body,
  bothServed,
  inChunks,
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

const coded = (name: string, ...headers: string[]): RawCase => ({
  name,
  packets: [post([json, ...headers], inChunks(body) + smuggled)],
  ...refused(),
});
const sized = (name: string, ...lengths: string[]): RawCase => ({
  name,
  packets: [post([json, ...lengths.map((value) => `Content-Length: ${value}`)], body + smuggled)],
  ...refused(),
});
const size = String(body.length);

export const framingCases: readonly RawCase[] = [
  coded('Content-Length and Transfer-Encoding', length, 'Transfer-Encoding: chunked'),
  coded('Transfer-Encoding and Content-Length', 'Transfer-Encoding: chunked', 'Content-Length: 4'),
  coded('Content-Length: 0 and Transfer-Encoding', 'Content-Length: 0', 'Transfer-Encoding: chunked'),
  coded('chunked twice in one header', 'Transfer-Encoding: chunked, chunked'),
  coded('chunked twice in two headers', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
  coded('chunked, then identity', 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
  coded('chunked is not last', 'Transfer-Encoding: chunked, identity'),
  coded('identity before chunked', 'Transfer-Encoding: identity, chunked'),
  coded('gzip before chunked', 'Transfer-Encoding: gzip, chunked'),
  coded('identity alone', 'Transfer-Encoding: identity'),
  coded('an unknown coding', 'Transfer-Encoding: xchunked'),
  coded('a coding in quotes', 'Transfer-Encoding: "chunked"'),
  coded('a coding with a parameter', 'Transfer-Encoding: chunked;q=1'),
  coded('a vertical tab before the coding', 'Transfer-Encoding: \x0bchunked'),
  coded('a space before the colon', 'Transfer-Encoding : chunked'),
  coded('a coding on a folded line', 'Transfer-Encoding:\r\n chunked'),
  coded('an underscore in the name', 'Transfer_Encoding: chunked', 'Content-Length: x'),
  coded('an empty coding', 'Transfer-Encoding:', length),
  {
    name: 'a coding in HTTP/1.0',
    packets: [
      request(
        'POST /v1/translate HTTP/1.0',
        [authorization, json, 'Connection: keep-alive', 'Transfer-Encoding: chunked'],
        inChunks(body) + smuggled,
      ),
    ],
    ...refused(),
  },
  sized('two equal lengths', size, size),
  sized('two different lengths', size, '3'),
  sized('a list of lengths', `${size}, ${size}`),
  sized('a negative length', '-1'),
  sized('a signed length', `+${size}`),
  sized('a hexadecimal length', '0x37'),
  sized('a length with a blank inside', '5 5'),
  sized('a length with a fraction', `${size}.0`),
  sized('a length with an exponent', '1e2'),
  sized('an empty length', ''),
  sized('a length beyond 64 bits', '18446744073709551671'),
  sized('a length in other digits', '\xb2'),
  {
    name: 'a length shorter than the body',
    // The body is whole for the server: it is answered as bad JSON, and what follows is not a request.
    packets: [post([json, `Content-Length: ${body.length - 1}`], body + smuggled)],
    ...refused(),
  },
  {
    name: 'a body without a length',
    packets: [post([json], body + smuggled)],
    ...refused(),
  },
  {
    name: 'a request hidden in the body',
    packets: [post([json, `Content-Length: ${smuggled.length}`], smuggled)],
    ...served(400),
  },
  {
    name: 'a request hidden in a body that nobody reads',
    packets: [
      request('POST /v1/translate HTTP/1.1', ['Host: x', `Content-Length: ${smuggled.length}`], smuggled),
    ],
    ...served(401),
  },
  {
    name: 'a request hidden in the body of a GET',
    packets: [request('GET /health HTTP/1.1', ['Host: x', `Content-Length: ${smuggled.length}`], smuggled)],
    ...served(200),
  },
  {
    name: 'a request hidden in the body of an unknown path',
    packets: [request('POST /nowhere HTTP/1.1', ['Host: x', `Content-Length: ${smuggled.length}`], smuggled)],
    ...served(404),
  },
  {
    name: 'a body far too large gets its answer and is read to its end',
    packets: [post([json, 'Content-Length: 8388608'], 'x'.repeat(8_388_608)), second],
    ...bothServed(413),
  },
  {
    name: 'zeros before the length are in order',
    packets: [post([json, `Content-Length: 00${size}`], body + second)],
    ...bothServed(),
  },
  {
    name: 'the coding in capitals, behind a tab, is in order',
    packets: [post([json, 'TRANSFER-ENCODING:\tCHUNKED'], inChunks(body) + second)],
    ...bothServed(),
  },
];
