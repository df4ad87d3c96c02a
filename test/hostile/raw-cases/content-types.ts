/** What the body is said to be. */
import { body, json, length, post, type RawCase, served } from './raw-case.ts';

const typed = (name: string, headers: string[], status = 415): RawCase => ({
  name,
  packets: [post([...headers, length], body)],
  ...served(status),
});

export const contentTypeCases: readonly RawCase[] = [
  typed('no type', []),
  typed('an empty type', ['Content-Type:']),
  typed('a type twice', [json, json]),
  typed('JSON, then text', [json, 'Content-Type: text/plain']),
  typed('text, then JSON', ['Content-Type: text/plain', json]),
  typed('two types in one header', ['Content-Type: application/json, text/plain']),
  typed('JSON as a parameter', ['Content-Type: text/plain; application/json']),
  typed('another type that ends in JSON', ['Content-Type: application/vnd.api+json']),
  typed('a type that starts like JSON', ['Content-Type: application/jsonp']),
  typed('a type with a blank', ['Content-Type: application / json']),
  typed('a type with a NUL look-alike', ['Content-Type: application/json\xc0\x80']),
  typed('another charset', ['Content-Type: application/json; charset=utf-16']),
  typed('two charsets', ['Content-Type: application/json; charset=utf-8; charset=utf-16']),
  typed('two charsets, the right one last', [
    'Content-Type: application/json; CHARSET=latin1; charset=utf-8',
  ]),
  typed('an empty charset', ['Content-Type: application/json; charset=']),
  typed('a form', ['Content-Type: application/x-www-form-urlencoded']),
  typed('a multipart form', ['Content-Type: multipart/form-data; boundary=x']),
  typed('a compressed body', [json, 'Content-Encoding: gzip']),
  typed('two encodings', [json, 'Content-Encoding: identity', 'Content-Encoding: gzip']),
  typed('an empty encoding', [json, 'Content-Encoding:']),
  typed(
    'capitals and a quoted charset are in order',
    ['Content-Type: APPLICATION/JSON; charset="UTF-8"'],
    200,
  ),
  typed('an unknown parameter is in order', ['Content-Type: application/json; x=charset'], 200),
  typed('a parameter without a name is in order', ['Content-Type: application/json;'], 200),
];
