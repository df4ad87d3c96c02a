/** Paths and methods: the ones that exist, in disguise, and every way to miss them. */
import fc from 'fast-check';
import { anyCharacter } from '../support/any-character.ts';
import { type Fault, fault } from './hostile-request.ts';

export interface Route {
  readonly method: string;
  readonly target: string;
  /** The scope that a key needs; none where no key is needed. */
  readonly scope: 'translate' | 'usage' | undefined;
  readonly readsBody: boolean;
  readonly success: number;
  readonly faults: readonly Fault[];
}

const notFound = fault('path', 'not_found');
const notAllowed = fault('path', 'method_not_allowed');
const notAUrl = fault('path', 'invalid_request');
const notHttp = fault('wire', 'invalid_request');

const decoration = fc.constantFrom(
  '',
  '?',
  '?a=b&a=c',
  '?auth_key=x',
  '?__proto__=1&constructor',
  '?%',
  '?%zz=%00',
  `?${'q'.repeat(1_500)}`,
  '#fragment',
  '?\\^`{|}',
);

const onTranslate: Omit<Route, 'target'> = {
  method: 'POST',
  scope: 'translate',
  readsBody: true,
  success: 200,
  faults: [],
};
const translate = fc
  .tuple(
    fc.constantFrom('/v1/translate', '/v1/tr%61nslate', '/%761/translate', 'http://elsewhere/v1/translate'),
    decoration,
  )
  // A fragment is forgiven after a path, and refused after a whole address.
  .map(([path, rest]): Route => ({ ...onTranslate, target: path + (path.startsWith('/') ? rest : '') }));

const otherRoutes = fc
  .tuple(
    fc.constantFrom<Route>(
      { method: 'GET', target: '/health', scope: undefined, readsBody: false, success: 200, faults: [] },
      { method: 'HEAD', target: '/health', scope: undefined, readsBody: false, success: 200, faults: [] },
      { method: 'OPTIONS', target: '/health', scope: undefined, readsBody: false, success: 204, faults: [] },
      {
        method: 'GET',
        target: '/v1/languages',
        scope: 'translate',
        readsBody: false,
        success: 200,
        faults: [],
      },
      {
        method: 'HEAD',
        target: '/v1/languages',
        scope: 'translate',
        readsBody: false,
        success: 200,
        faults: [],
      },
      {
        method: 'GET',
        target: '/v1/account',
        scope: 'translate',
        readsBody: false,
        success: 200,
        faults: [],
      },
      {
        method: 'OPTIONS',
        target: '/v1/translate',
        scope: 'translate',
        readsBody: false,
        success: 204,
        faults: [],
      },
    ),
    decoration,
  )
  .map(([route, rest]): Route => ({ ...route, target: route.target + rest }));

const invalidQuery = fault('content', 'invalid_request');
const onUsage: Omit<Route, 'target'> = { ...onTranslate, method: 'GET', scope: 'usage', readsBody: false };
const usage = fc.oneof(
  fc
    .constantFrom(
      '',
      '?',
      '?group_by=',
      '?group_by=day,key',
      '?from=2026-01-01&to=2026-01-02',
      '?from=0000-01-01',
      '?to=9999-12-31',
      '?unknown=1',
      '?group_by=%20day%20,%20,mode',
    )
    .map((query): Route => ({ ...onUsage, target: `/v1/usage${query}` })),
  fc
    .constantFrom(
      '?from=',
      '?from=x',
      '?to=%00',
      '?from=2026-13-45',
      '?from=2026-01-02&to=2026-01-01',
      '?from=a&from=b',
      '?group_by=__proto__',
      '?group_by=constructor',
      '?group_by=day,day',
      "?group_by=day'--",
      `?group_by=${'day,'.repeat(200)}`,
      '?from=%f0%9f%98%80',
      '?to=+275760-09-13',
      '?from=2026-01-01T99:99:99Z',
    )
    .map((query): Route => ({ ...onUsage, target: `/v1/usage${query}`, faults: [invalidQuery] })),
);

const closed = { scope: undefined, readsBody: false, success: 200 };
const methods = [
  'GET',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
  'PURGE',
  'M-SEARCH',
  'LINK',
  'SOURCE',
];
const wrongMethod = fc
  .tuple(fc.constantFrom(...methods), decoration)
  .map(
    ([method, rest]): Route => ({ ...closed, method, target: `/v1/translate${rest}`, faults: [notAllowed] }),
  );

const inSegments = "-._~!$&'()*+,;=:@0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Like fc.webPath(), which takes two seconds to list all characters of Unicode. */
const anyPath = fc
  .array(
    fc.string({
      unit: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...inSegments) },
        { weight: 1, arbitrary: anyCharacter.map(encodeURIComponent) },
      ),
      maxLength: 10,
    }),
    { maxLength: 5 },
  )
  .map((segments) => segments.map((segment) => `/${segment}`).join(''));

const nowhere = fc.oneof(
  fc.constantFrom(
    '/',
    '/v1',
    '/v1/',
    '/v1/translate/',
    '//v1/translate',
    '/v1//translate',
    '/V1/translate',
    '/v1/../health',
    '/./health',
    '/health%00',
    '/health;a=b',
    '/%2e%2e/health',
    '/v1%2ftranslate',
    '/V2/translate',
    '/v4/translate',
    '/__proto__',
    '/constructor',
    '/*',
    '*',
    '/\\health',
    '/health.',
    '/health%20',
    `/${'a'.repeat(3_000)}`,
    `/${'a/'.repeat(1_500)}`,
    `/${'%41'.repeat(1_000)}`,
  ),
  anyPath.filter((path) => !['', '/health'].includes(path)).map((path) => `/nowhere${path}`),
);
const wrongPath = fc
  .tuple(fc.constantFrom('POST', 'GET', 'DELETE', 'OPTIONS', 'HEAD'), nowhere, decoration)
  .map(([method, path, rest]): Route => ({ ...closed, method, target: path + rest, faults: [notFound] }));

const wrongUrl = fc
  .constantFrom('/%', '/%zz', '/%e0%a4%a', '/%ff', '/v1/translate%c0%af', '/health%')
  .map((target): Route => ({ ...closed, method: 'POST', target, faults: [notAUrl] }));

const wrongWire = fc
  .constantFrom(
    ['BREW', '/health'],
    ['get', '/health'],
    ['G\u0000T', '/health'],
    ['GET', 'health'],
    ['GET', '/he\u00e9lth'],
    ['GET', '/hea\u0001lth'],
    ['GET', '/hea\tlth'],
    ['GET', '/a b'],
    ['GET', 'ftp//x'],
    ['', '/health'],
  )
  .map(([method = '', target = '']): Route => ({ ...closed, method, target, faults: [notHttp] }));

export const hostileRoute = fc.oneof(
  { weight: 36, arbitrary: translate },
  { weight: 4, arbitrary: otherRoutes },
  { weight: 2, arbitrary: usage },
  { weight: 2, arbitrary: wrongMethod },
  { weight: 3, arbitrary: wrongPath },
  { weight: 1, arbitrary: wrongUrl },
  { weight: 1, arbitrary: wrongWire },
);
