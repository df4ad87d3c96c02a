/** Requests to the listener for other dialects: members of every kind, wherever a dialect may look for them. */
import fc from 'fast-check';
import type { WireResponse } from '../support/http-wire.ts';
import { hostileText } from './hostile-texts.ts';

export interface DialectRequest {
  readonly method: string;
  readonly target: string;
  readonly bytes: Buffer;
}

const memberNames = ['q', 'source', 'target', 'format', 'alternatives', 'text', 'source_lang', 'target_lang'];
const otherNames = [
  'langpair',
  'tag_handling',
  '__proto__',
  'constructor',
  'jsonrpc',
  'id',
  'method',
  'params',
];

const code = fc.constantFrom(
  'en',
  'es',
  'ES',
  'auto',
  'zh',
  'zt',
  'no',
  'xx',
  'en_US',
  'x'.repeat(3_000),
  '%',
  '',
);
const plainValue = fc.oneof(
  hostileText,
  code,
  fc.constantFrom('html', 'xml', 'text', 'eng|spa', 'a|b|c', '3', '2.0'),
);
const jsonValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: plainValue },
  { weight: 2, arbitrary: fc.array(plainValue, { maxLength: 4 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, -1, 0, 3, 1e300, 0.5, {}, [], [[]], [null], { q: 'a' }),
  },
);

const routes = [
  ...['POST /translate', 'POST /detect', 'GET /languages', 'GET /frontend/settings', 'POST /suggest'],
  ...['POST /translate_file', 'GET /download_file/a.b', `GET /download_file/${'A'.repeat(120)}.txt`],
  ...['POST /deeplx/translate', 'POST /deeplx/v1/translate', 'GET /apy/listPairs', 'GET /apy/translate'],
  ...[
    'POST /apy/translate',
    'HEAD /apy/translate',
    'GET /apy/identifyLang',
    'POST /mcp',
    'GET /mcp',
    'POST /deeplx',
  ],
  ...[
    'DELETE /translate',
    'OPTIONS /translate',
    'POST //translate//',
    'POST /%74ranslate',
    'GET /download_file/%FF',
  ],
];

const oddBodies = ['garbage', 'nothing', 'odd type', 'cut'];
const oddTypes = [
  ...['text/plain', 'application/xml', 'application/octet-stream', 'application/vnd.api+json', 'x', '/', ';'],
  ...[
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json;;',
    'text/json',
  ],
  ...[
    'application/x-www-form-urlencoded; charset=x',
    'multipart/form-data',
    'multipart/form-data; boundary=',
  ],
  ...['multipart/mixed; boundary=boundary', 'application/json, application/json', 'APPLICATION/JSON'],
];
const fileNames = [
  'a.txt',
  'a.html',
  'a.srt',
  'a.docx',
  'a.xlf',
  'a.exe',
  'a',
  '',
  '../a.txt',
  '%00.txt',
  'é.txt',
];

/** A call that is good, to which the other members are added. */
const goodMembers: Readonly<Record<string, object>> = {
  '/translate': { q: 'a', source: 'es', target: 'es' },
  '/deeplx/translate': { text: 'a', source_lang: 'es', target_lang: 'es' },
  '/apy/translate': { q: 'a', langpair: 'spa|spa' },
  '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'translate', arguments: {} } },
};

const tools = fc.record({
  name: fc.constantFrom('translate', 'languages', 'glossaries', 'usage', 'toString', ''),
  arguments: fc.dictionary(
    fc.constantFrom('text', 'target_lang', 'source_lang', 'glossary_id', 'context'),
    jsonValue,
  ),
});

export function hostileDialectRequest(key: string): fc.Arbitrary<DialectRequest> {
  return fc
    .record({
      route: fc.constantFrom(...routes),
      isGood: fc.boolean(),
      members: fc.dictionary(fc.constantFrom(...memberNames, ...otherNames), jsonValue, { maxKeys: 4 }),
      params: fc.option(tools, { nil: undefined }),
      where: fc.constantFrom('json', 'json', 'json', 'form', 'query', 'multipart', 'file', ...oddBodies),
      fileName: fc.constantFrom(...fileNames),
      oddType: fc.constantFrom(...oddTypes),
      keyIn: fc.constantFrom('body', 'body', 'header', 'header', 'query', 'none', 'wrong', 'list'),
      garbage: fc.uint8Array({ maxLength: 60 }),
    })
    .map(({ route, isGood, members, params, where, fileName, oddType, keyIn, garbage }) => {
      const [method = '', path = ''] = route.split(' ');
      const sent: Record<string, unknown> = {
        ...(isGood && goodMembers[path]),
        ...members,
        ...(params && path === '/mcp' && { params }),
        ...(keyIn === 'body' && { api_key: key, key }),
        ...(keyIn === 'wrong' && { api_key: 'svc_live_wrong', key: 7 }),
        ...(keyIn === 'list' && { api_key: [key, key], key: { key } }),
      };
      const query = new URLSearchParams(where === 'query' ? asText(sent) : {});
      if (keyIn === 'query') for (const name of ['api_key', 'token', 'key']) query.set(name, key);
      const [type, body] = bodyOf(where, sent, { garbage, fileName, oddType });
      const target = query.size === 0 ? path : `${path}?${query.toString().slice(0, 8_000)}`;
      const head = [
        `${method} ${target} HTTP/1.1`,
        'Host: x',
        ...(keyIn === 'header' ? [`Authorization: Bearer ${key}`] : []),
        ...(type === '' ? [] : [`Content-Type: ${type}`]),
        `Content-Length: ${body.length}`,
      ];
      return { method, target, bytes: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]) };
    });
}

interface Odd {
  readonly garbage: Uint8Array;
  readonly fileName: string;
  readonly oddType: string;
}

function bodyOf(
  where: string,
  sent: Record<string, unknown>,
  { garbage, fileName, oddType }: Odd,
): [string, Buffer] {
  const boundary = 'boundary';
  const parts = () =>
    Object.entries(asText(sent)).map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
  switch (where) {
    case 'json':
      return ['application/json', Buffer.from(JSON.stringify(sent))];
    case 'form':
      return ['application/x-www-form-urlencoded', Buffer.from(new URLSearchParams(asText(sent)).toString())];
    case 'multipart':
      return [
        `multipart/form-data; boundary=${boundary}`,
        Buffer.from(`${parts().join('')}--${boundary}--\r\n`),
      ];
    case 'file': {
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
      const file = Buffer.concat([Buffer.from(head), Buffer.from(garbage), Buffer.from('\r\n')]);
      const end = Buffer.from(`--${boundary}--\r\n`);
      return [
        `multipart/form-data; boundary=${boundary}`,
        Buffer.concat([Buffer.from(parts().join('')), file, end]),
      ];
    }
    case 'odd type':
      return [oddType, Buffer.from(JSON.stringify(sent))];
    case 'cut':
      return [
        `multipart/form-data; boundary=${boundary}`,
        Buffer.from(
          parts()
            .join('')
            .slice(0, -garbage.length || undefined),
        ),
      ];
    case 'garbage':
      return ['application/json', Buffer.from(garbage)];
    default:
      return ['', Buffer.alloc(0)];
  }
}

function asText(members: Record<string, unknown>): Record<string, string> {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, text(value)]));
}

/** The members of an error, by what its path begins with. */
const errorMembers: readonly (readonly [string, string])[] = [
  ['/deeplx', 'code,message'],
  ['/apy', 'status,code,message,explanation'],
  ['/mcp', 'jsonrpc,id,error'],
  ['', 'error'],
];

export function faultsOfDialectAnswer(request: DialectRequest, answer: WireResponse | undefined): string[] {
  if (answer === undefined) return [`no answer to ${request.method} ${request.target}`];
  const { status, headers, body } = answer;
  const faults: string[] = [];
  // A file that is not translated in time gets a documented 503.
  const isLateFile =
    status === 503 && request.target.startsWith('/translate_file') && headers.has('retry-after');
  if (status >= 500 && !isLateFile) faults.push(`a ${status}: ${body}`);
  if (!headers.has('x-request-id')) faults.push('no X-Request-Id');
  if (status >= 400 && request.method !== 'HEAD') {
    const [, expected] = errorMembers.find(([prefix]) => request.target.startsWith(prefix)) ?? [];
    const found = Object.keys(JSON.parse(body)).join();
    if (found !== expected) faults.push(`an error with ${found}`);
  }
  return faults.map((fault) => `${fault} for ${request.bytes.toString().slice(0, 600)}`);
}
