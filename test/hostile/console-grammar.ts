/**
 * Hostile requests to every route of the console's API, made from its own description: a new route is attacked without a word
 * here. Most members are as the schema wants them, so that the request gets past the schema and into the code behind it.
 */
import fc from 'fast-check';
import { describeConsoleApi } from '../../src/http/console/api/describe-console-api.ts';
import type { WireRequest } from '../support/wire-pool.ts';
import { oddCharacters } from './hostile-texts.ts';

export interface ConsoleSubjects {
  /** Tokens of sessions. */
  readonly sessions: readonly string[];
  /** Texts that open something: addresses, passwords, ids, tokens of other kinds. */
  readonly known: readonly string[];
  readonly team: string;
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}
export interface ConsoleRoute {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: Schema | undefined;
}

/** They would end the sessions of the test, or answer without an end. */
const leftOut = /sign-out|\/stream|\/end-sessions|\/suspend|DELETE \/api\/(sessions|teams\/\{team\}\/people)/;

export function consoleRoutesToAttack(): ConsoleRoute[] {
  const { paths } = JSON.parse(JSON.stringify(describeConsoleApi())) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        body: requestBody?.content['application/json']?.schema,
      })),
    )
    .filter(({ method, path }) => !leftOut.test(`${method} ${path}`));
}

const long = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / unit.length));
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** What looks like a signed token, and is hard to read. Smaller than the limit of a body, which would answer instead. */
export const hostileTokens: Readonly<Record<string, string>> = {
  'only dots': '.'.repeat(12_000),
  'a header of brackets': `${Buffer.from(deep(4_000)).toString('base64url')}.e30.AAAA`,
  'claims of brackets': `${part({ alg: 'RS256' })}.${Buffer.from(deep(4_000)).toString('base64url')}.AAAA`,
  'a long signature': `${part({ alg: 'RS256', kid: 'x' })}.e30.${'A'.repeat(12_000)}`,
  'a long name of a key': `${part({ alg: 'RS256', kid: 'x'.repeat(9_000) })}.e30.AAAA`,
  'many critical members': `${part({ alg: 'RS256', crit: Array.from({ length: 1_000 }, (_, i) => `c${i}`) })}.e30.AAAA`,
  'no algorithm': `${part({ alg: 'none' })}.${part({ sub: 'x' })}.`,
  'a key of its own': `${part({ alg: 'RS256', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' }, jku: 'http://127.0.0.1:9/' })}.e30.AAAA`,
  'an encrypted token': `${part({ alg: 'dir', enc: 'A256GCM', zip: 'DEF' })}..AAAA.AAAA.AAAA`,
  'letters of no alphabet': '\u00ff\u0000.%%%.\ud800'.repeat(300),
  'a prototype': `${Buffer.from('{"alg":"RS256","__proto__":{"kid":"x"}}').toString('base64url')}.e30.AAAA`,
};

const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\u0000b@example.org',
  '\u202Egro.elpmaxe@x',
  long('a', 12_000),
  `${long('a', 400)}@example.org`,
  `${long('a.', 240)}@example.org`,
  long('@', 480),
  long('\u0301', 400),
  long('\ufdfa', 300),
  long(' ', 99),
  '000000',
  ' 0 0 0 0 0 0 ',
  '\uff11\uff12\uff13\uff14\uff15\uff16',
  '\u0661\u0662\u0663\u0664\u0665\u0666',
  long('-', 99),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  "'; DROP TABLE users; --",
  '$' + '{jndi:ldap://127.0.0.1}',
  '__proto__',
  'constructor',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '-1',
  '1e309',
  '9'.repeat(40),
  'A'.repeat(43),
];

function textOf({ known }: ConsoleSubjects): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known) },
    { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(hostileTokens)) },
    {
      weight: 2,
      arbitrary: fc.array(fc.constantFrom(...oddCharacters), { maxLength: 20 }).map((all) => all.join('')),
    },
  );
}

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -0, 1e308, -1, 0.5, 2 ** 53, [], {}, [[]], { __proto__: null }),
  fc.constant(JSON.parse(deep(500))),
  fc.constant(Array.from({ length: 2_000 }, () => ({}))),
  fc.constant(Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`member${i}`, i]))),
);

function valueFor(schema: Schema | undefined, subjects: ConsoleSubjects): fc.Arbitrary<unknown> {
  const usual = (): fc.Arbitrary<unknown> => {
    if (schema === undefined) return fc.constant(undefined);
    if (schema.anyOf !== undefined && schema.anyOf.length > 0)
      return fc.oneof(...schema.anyOf.map((each) => valueFor(each, subjects)));
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if (schema.type === 'object') {
      const members = Object.entries(schema.properties ?? {});
      return fc.record(
        Object.fromEntries(members.map(([name, member]) => [name, valueFor(member, subjects)])),
      );
    }
    if (schema.type === 'array') return fc.array(valueFor(schema.items, subjects), { maxLength: 3 });
    if (schema.type === 'boolean') return fc.boolean();
    if (schema.type === 'integer' || schema.type === 'number')
      return fc.oneof(fc.integer(), fc.constantFrom(0, 1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53)));
    return textOf(subjects);
  };
  return fc.oneof({ weight: 14, arbitrary: usual() }, { weight: 1, arbitrary: oddValue });
}

/** Bodies that no schema describes. */
const rawBodies: fc.Arbitrary<string> = fc.constantFrom(
  '',
  'null',
  '{',
  deep(8_000),
  `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`,
  `{${Array.from({ length: 1_000 }, () => '"email":"x"').join()}}`,
  '{"__proto__":{"isOperator":true},"constructor":{"prototype":{}}}',
  '\u00ff\u00fe{"email":"x"}',
  `{"email":"${'\\ud800'.repeat(2_000)}"}`,
  `{"password":${'9'.repeat(15_000)}}`,
  ...Object.values(hostileTokens).map((token) => `logout_token=${encodeURIComponent(token.toWellFormed())}`),
  `logout_token=x&`.repeat(1_000),
  '%'.repeat(15_000),
  '&='.repeat(7_000),
);

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
  'text/plain',
  `application/json;${';'.repeat(4_000)}`,
];

/** One character is one byte. */
const oddHeaders: readonly (readonly [string, string])[] = [
  ['cookie', long('a=b; ', 8_000)],
  ['cookie', `session=${'\u00ff'.repeat(3_000)}`],
  ['user-agent', '\u00e9\u00ff\u0080'.repeat(500)],
  ['user-agent', ''],
  ['user-agent', long('Mozilla/5.0 (', 6_000)],
  ['x-forwarded-for', long('1.2.3.4, ', 6_000)],
  ['x-forwarded-for', '\u00ff, ::ffff:1.2.3.4, [::1]:99999, unknown, _x'],
  ['x-forwarded-host', '"><script>'],
  ['host', 'x'.repeat(300)],
  ['accept-language', long('de;q=0.1,', 8_000)],
  ['traceparent', `00-${'f'.repeat(32)}-${'f'.repeat(16)}-01`],
  ['tracestate', long('a=b,', 4_000)],
  ['x-request-id', "'\u00ff"],
  ['if-match', long('"x",', 4_000)],
  ['authorization', `Bearer ${'A'.repeat(43)}`],
  ['authorization', `Bearer${' '.repeat(8_000)}x`],
  ['authorization', `Bearer ${'.'.repeat(8_000)}`],
  ['expect', '100-continue'],
];

export interface ConsoleRequest extends WireRequest {
  readonly name: string;
}

export function hostileConsoleRequest(
  routes: readonly ConsoleRoute[],
  subjects: ConsoleSubjects,
): fc.Arbitrary<ConsoleRequest> {
  const text = textOf(subjects).map((value) => value.slice(0, 2_000).toWellFormed());
  const segment = fc.oneof(
    { weight: 3, arbitrary: text.map((value) => encodeURIComponent(value) || 'x') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%00', '%ff', '%', '..%2f..', '%2e%2e', ';x', 'a'.repeat(3_000)),
    },
  );
  return fc.constantFrom(...routes).chain((route) =>
    fc
      .record({
        segments: fc.array(segment, { minLength: 5, maxLength: 5 }),
        isOwnTeam: fc.integer({ min: 0, max: 9 }),
        query: fc.subarray([...route.query]),
        values: fc.array(text, { minLength: 12, maxLength: 12 }),
        body: valueFor(route.body, subjects),
        raw: fc.option(rawBodies, { freq: 5 }),
        type: fc.oneof({ weight: 8, arbitrary: fc.constant(types[0]) }, fc.constantFrom(...types)),
        session: fc.constantFrom(...subjects.sessions),
        headers: fc.subarray([...oddHeaders], { maxLength: 2 }),
        network: fc.integer({ min: 0, max: 0xffffff }),
      })
      .map((made) => toRequest(route, subjects, made)),
  );
}

interface Made {
  readonly segments: readonly string[];
  readonly isOwnTeam: number;
  readonly query: readonly string[];
  readonly values: readonly string[];
  readonly body: unknown;
  readonly raw: string | null;
  readonly type: string | undefined;
  readonly session: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly network: number;
}

function toRequest(route: ConsoleRoute, { team }: ConsoleSubjects, made: Made): ConsoleRequest {
  let next = 0;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    name === 'team' && made.isOwnTeam > 0 ? team : (made.segments[next++ % made.segments.length] ?? 'x'),
  );
  const query = made.query.map(
    (name, i) => `${name}=${encodeURIComponent(made.values[i % made.values.length] ?? '')}`,
  );
  const target = `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const hasBody = route.method !== 'GET';
  const body = hasBody ? (made.raw ?? JSON.stringify(made.body) ?? '') : '';
  const bytes = made.raw?.startsWith('\u00ff') ? Buffer.from(body, 'latin1') : Buffer.from(body);
  const network = `10.${made.network >> 16}.${(made.network >> 8) & 255}.${made.network & 255}`;
  const has = (name: string) => made.headers.some(([other]) => other === name);
  const headers: (readonly [string, string])[] = [
    ...(has('host') ? [] : [['host', 'localhost'] as const]),
    // A network of its own, so that no limit answers instead.
    ...(has('x-forwarded-for') ? [] : [['x-forwarded-for', network] as const]),
    ...(has('authorization') ? [] : [['authorization', `Bearer ${made.session}`] as const]),
    ...(hasBody && bytes.length > 0
      ? [['content-type', made.type ?? ''] as const, ['content-length', String(bytes.length)] as const]
      : []),
    ...made.headers.filter(([name]) => name !== 'expect' || hasBody),
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${route.method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  const name = `${route.method} ${target.slice(0, 200)} ${JSON.stringify(made.headers).slice(0, 100)} ${body.slice(0, 300)}`;
  return { method: route.method, bytes: Buffer.concat([head, bytes]), name };
}
