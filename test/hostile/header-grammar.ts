/** Headers: keys, content types and everything else that a client may or may not send. */
import fc from 'fast-check';
import { type Fault, fault, type Header } from './hostile-request.ts';

const notHttp = fault('wire', 'invalid_request');

export interface Part {
  readonly headers: readonly Header[];
  readonly faults: readonly Fault[];
}

export interface Keys {
  readonly good: string;
  readonly revoked: string;
  readonly forUsage: string;
}

/** A good key has one scope alone. */
export type Credentials = Part & { readonly scope: 'translate' | 'usage' | undefined };

export function hostileCredentials(keys: Keys): fc.Arbitrary<Credentials> {
  const unknown = `svc_live_${'A'.repeat(40)}`;
  const good = fc.constantFrom<Header[]>(
    [['Authorization', `Bearer ${keys.good}`]],
    [['authorization', `bEARER   ${keys.good}`]],
    [['AUTHORIZATION', `DeepL-Auth-Key ${keys.good}`]],
    [['Authorization', `Compat-Auth-Key\u0020${keys.good}\u0020`]],
    [['Compat-Auth-Key', keys.good]],
    [['DeepL-Auth-Key', `\t${keys.good}\t`]],
    [
      ['Authorization', `Bearer ${keys.good}`],
      ['Compat-Auth-Key', unknown],
    ],
  );
  const bad = fc.constantFrom<Header[]>(
    [],
    [['Authorization', '']],
    [['Authorization', 'Bearer']],
    [['Authorization', keys.good]],
    [['Authorization', `Basic ${keys.good}`]],
    [['Authorization', `Bearer ${unknown}`]],
    [['Authorization', `Bearer ${keys.good} x`]],
    [['Authorization', `Bearer ${keys.good.slice(0, -1)}\u00e9`]],
    [['Authorization', `Bearer ${keys.good.toUpperCase()}`]],
    [['Authorization', `Bearer ${'x'.repeat(4_000)}`]],
    [['Authorization', 'Bearer \u00e9\u00ff\u0080']],
    [
      ['Authorization', `Bearer ${keys.good}`],
      ['Authorization', `Bearer ${keys.good}`],
    ],
    [
      ['Authorization', `Bearer ${unknown}`],
      ['authorization', `Bearer ${keys.good}`],
    ],
    [
      ['Authorization', 'nonsense'],
      ['Compat-Auth-Key', keys.good],
    ],
    [
      ['Compat-Auth-Key', keys.good],
      ['Compat-Auth-Key', keys.good],
    ],
    [['X-Api-Key', keys.good]],
    [['Cookie', `key=${keys.good}`]],
  );
  return fc.oneof(
    { weight: 20, arbitrary: good.map((headers) => ({ headers, scope: 'translate' as const, faults: [] })) },
    {
      weight: 2,
      arbitrary: bad.map((headers) => ({
        headers,
        scope: undefined,
        faults: [fault('key', 'unauthorized')],
      })),
    },
    {
      weight: 1,
      arbitrary: fc.constant({
        headers: [['Authorization', `Bearer ${keys.revoked}`] as const],
        scope: undefined,
        faults: [fault('key', 'key_revoked')],
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constant({
        headers: [['Authorization', `Bearer ${keys.forUsage}`] as const],
        scope: 'usage' as const,
        faults: [],
      }),
    },
  );
}

const wrongType = fault('type', 'unsupported_media_type');
export const hostileContentType: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .constantFrom(
        'application/json',
        'application/json; charset=utf-8',
        'APPLICATION/JSON;charset="UTF-8"',
        'application/json;',
        'application/json ; charset=utf8; a=b',
        'application/json;q="\\";"',
      )
      .map((value) => ({ headers: [['Content-Type', value] as const], faults: [] })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        '',
        'text/plain',
        'application/jsonx',
        'application/vnd.api+json',
        'json',
        'application/json, text/plain',
        'text/plain; application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        'application/json; charset=utf-8; charset=latin1',
        'application/json; charset=',
        '*/*',
        'application/*',
        '\u00e9/\u00e9',
        `a/${'b'.repeat(2_000)}`,
      )
      .map((value) => ({ headers: [['Content-Type', value] as const], faults: [wrongType] })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Header[]>(
        [],
        [
          ['Content-Type', 'application/json'],
          ['Content-Type', 'application/json'],
        ],
        [
          ['Content-Type', 'application/json'],
          ['content-type', 'text/plain'],
        ],
        [
          ['Content-Type', 'application/json'],
          ['Content-Encoding', 'gzip'],
        ],
        [
          ['Content-Type', 'application/json'],
          ['Content-Encoding', 'identity, br'],
        ],
        [
          ['Content-Type', 'application/json'],
          ['Content-Encoding', ''],
        ],
      )
      .map((headers) => ({ headers, faults: [wrongType] })),
  },
);

const harmless = fc.constantFrom<Header>(
  ['X-Forwarded-For', '"><script>, , 999.1.1.1, ::ffff:1.2.3.4, \u00e9'],
  ['X-Forwarded-For', `${'1.2.3.4,'.repeat(100)}5.6.7.8`],
  ['X-Forwarded-Host', 'evil/../@:'],
  ['X-Forwarded-Proto', 'gopher'],
  ['Forwarded', 'for="[::]:_x";by=_'],
  ['X-Request-Id', 'mine\u00ff'],
  ['Accept', 'text/html;q=1, */*;q=0'],
  ['Accept', 'application/xml'],
  ['Accept-Encoding', 'br;q=1, gzip, *;q=0'],
  ['Accept-Language', '*'],
  ['Accept-Version', '9.x'],
  ['Range', 'bytes=0-1,5-'],
  ['If-None-Match', '*'],
  ['If-Match', '"x"'],
  ['Expect', 'the-unexpected'],
  ['Expect', '100-continue'],
  ['Connection', 'close'],
  ['Connection', 'keep-alive, x'],
  ['Keep-Alive', 'timeout=99999'],
  ['TE', 'trailers'],
  ['Trailer', 'Authorization'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Origin', 'null'],
  ['Access-Control-Request-Method', 'POST'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['Cookie', '\u0080'.repeat(500)],
  ['X-Long', 'x'.repeat(900)],
  ['Max-Forwards', '-1'],
  ['Via', '1.1 x'],
);
const broken = fc.constantFrom<Header>(
  ['X-Nul', 'a\u0000b'],
  ['X-Bare-CR', 'a\rb'],
  ['X Space', '1'],
  ['', 'x'],
  ['X-Fold', 'a\r\n b'],
  ['X-\u00e9', '1'],
  ['Content-Length', '-1'],
  ['Transfer-Encoding', 'identity'],
  ['Host', 'two.example'],
  ['X-Bell', '\u0007'],
);
// Never the same twice: another body under the same key would be a conflict.
const idempotencyKey = fc
  .noBias(fc.bigInt(0n, 2n ** 128n))
  .map((number): Part => ({ headers: [['Idempotency-Key', `\u00ff"\t${number}`]], faults: [] }));

/** Refused where it is read, with the rest of the content. */
export const badIdempotencyKeys: readonly string[] = ['', 'k'.repeat(256), 'k'.repeat(2_000)];

export const hostileExtras: fc.Arbitrary<Part> = fc.oneof(
  { weight: 40, arbitrary: fc.array(harmless, { maxLength: 3 }).map((headers) => ({ headers, faults: [] })) },
  { weight: 4, arbitrary: idempotencyKey },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...badIdempotencyKeys)
      .map((key) => ({ headers: [['Idempotency-Key', key] as const], faults: [] })),
  },
  { weight: 1, arbitrary: broken.map((header) => ({ headers: [header], faults: [notHttp] })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x'.repeat(17_000)).map((value) => ({
      headers: [['X-Large', value] as const],
      faults: [fault('wire', 'headers_too_large')],
    })),
  },
);
