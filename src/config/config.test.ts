import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const DATABASE_URL = 'postgres://127.0.0.1/dragoman';

test('needs nothing but a database', () => {
  const config = loadConfig({ DATABASE_URL });
  expect(config).toMatchObject({
    publicHost: '0.0.0.0',
    publicPort: 8080,
    consoleHost: '127.0.0.1',
    consolePort: 8081,
    opsPort: 9090,
  });
  expect(config.trustedProxies).toEqual([]);
});

test('names every fault at once, with its variable', () => {
  expect(() =>
    loadConfig({ DRAGOMAN_PUBLIC_PORT: '80x', REDIS_URL: 'http://x', DRAGOMAN_LOG_LEVEL: 'loud' }),
  ).toThrowError(/DRAGOMAN_PUBLIC_PORT.*DATABASE_URL.*REDIS_URL.*DRAGOMAN_LOG_LEVEL/s);
});

test.each(['10.0.0.0/8', '192.0.2.1', '::1', 'fd00::/8'])('%s can be a trusted proxy', (proxy) => {
  expect(loadConfig({ DATABASE_URL, DRAGOMAN_TRUSTED_PROXIES: proxy }).trustedProxies).toEqual([proxy]);
});

test.each(['loadbalancer', '10.0.0.0/33', '10.0.0.0/', 'true', '*'])('%s cannot', (proxy) => {
  expect(() => loadConfig({ DATABASE_URL, DRAGOMAN_TRUSTED_PROXIES: proxy })).toThrowError(/TRUSTED_PROXIES/);
});

test.each([
  [undefined, ''],
  ['/', ''],
  ['/translate-api', '/translate-api'],
  ['/tools/translate/', '/tools/translate'],
])('the path prefix %s is %j', (DRAGOMAN_PATH_PREFIX, expected) => {
  expect(loadConfig({ DATABASE_URL, DRAGOMAN_PATH_PREFIX }).pathPrefix).toBe(expected);
});

test.each([
  'api',
  '//api',
  '/a b',
  '/../x',
  '/v2',
  '/v1/x',
  '/health',
  '/a?b',
  'https://x/api',
  `/${'a'.repeat(200)}`,
])('%s cannot be a path prefix', (DRAGOMAN_PATH_PREFIX) => {
  expect(() => loadConfig({ DATABASE_URL, DRAGOMAN_PATH_PREFIX })).toThrowError(/DRAGOMAN_PATH_PREFIX/);
});

test.each(['/translate', '/mcp/tools', '/apy'])(
  '%s cannot be a path prefix beside the dialects',
  (prefix) => {
    const env = { DATABASE_URL, DRAGOMAN_PATH_PREFIX: prefix };
    expect(loadConfig(env).pathPrefix).toBe(prefix);
    expect(() => loadConfig({ ...env, DRAGOMAN_DIALECTS_PORT: '5000' })).toThrowError(/other dialects/);
  },
);

test.each([
  [undefined, undefined],
  ['', undefined],
  ['https://translate.example.org', 'https://translate.example.org'],
  ['HTTPS://Translate.Example.org/', 'https://translate.example.org'],
  ['http://10.0.0.5:8080', 'http://10.0.0.5:8080'],
  ['http://[::1]:8080/', 'http://[::1]:8080'],
  ['https://tools.example.org/translate-api/', 'https://tools.example.org/translate-api'],
])('the public address %s is %s', (DRAGOMAN_PUBLIC_URL, expected) => {
  expect(loadConfig({ DATABASE_URL, DRAGOMAN_PUBLIC_URL }).publicUrl).toBe(expected);
});

test.each([
  'translate.example.org',
  'ftp://translate.example.org',
  'https:translate.example.org',
  'https://',
  'https://a b',
  'https://x/?key=1',
  'https://x/#a',
  'https://user:secret@x',
  'https://x/v1',
  'https://x/translate-api/v2/',
])('%s cannot be the public address', (DRAGOMAN_PUBLIC_URL) => {
  const load = () => loadConfig({ DATABASE_URL, DRAGOMAN_PUBLIC_URL });
  expect(load).toThrowError(/DRAGOMAN_PUBLIC_URL/);
  expect(load).not.toThrowError(/secret/);
});

test('the public address ends with the path prefix that the nodes remove', () => {
  const load = (DRAGOMAN_PUBLIC_URL: string) =>
    loadConfig({ DATABASE_URL, DRAGOMAN_PUBLIC_URL, DRAGOMAN_PATH_PREFIX: '/api/' }).publicUrl;
  expect(load('https://x/api')).toBe('https://x/api');
  expect(load('https://x/tools/api/')).toBe('https://x/tools/api');
  expect(() => load('https://x')).toThrowError(/DRAGOMAN_PUBLIC_URL.*DRAGOMAN_PATH_PREFIX, "\/api"/);
  expect(() => load('https://x/other')).toThrowError(/DRAGOMAN_PATH_PREFIX/);
});

test('a stall is 30 s of CPU time unless set; 0 turns the guard off', () => {
  const limit = (DRAGOMAN_STALL_SECONDS?: string) =>
    loadConfig({ DATABASE_URL, DRAGOMAN_STALL_SECONDS }).stallLimitMs;
  expect([limit(), limit('2'), limit('0')]).toEqual([30_000, 2_000, 0]);
  expect(() => limit('-1')).toThrowError(/DRAGOMAN_STALL_SECONDS/);
});

test('the stub engine cannot be configured outside a test', () => {
  const DRAGOMAN_STUB_ENGINE = 'latencyMs=20,errorRate=0.05';
  expect(() => loadConfig({ DATABASE_URL, DRAGOMAN_STUB_ENGINE })).toThrowError(/NODE_ENV=test/);
  expect(() => loadConfig({ DATABASE_URL, DRAGOMAN_STUB_ENGINE, NODE_ENV: 'production' })).toThrowError(
    /NODE_ENV=test/,
  );
  expect(loadConfig({ DATABASE_URL, DRAGOMAN_STUB_ENGINE, NODE_ENV: 'test' }).stubEngine).toBe(
    DRAGOMAN_STUB_ENGINE,
  );
  expect(loadConfig({ DATABASE_URL, NODE_ENV: 'test' }).stubEngine).toBeUndefined();
});

test('a data key has 32 bytes, older ones stand beside it, and neither is ever repeated', () => {
  const [current, older] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((key) => key.toString('base64'));
  const keys = { DRAGOMAN_DATA_KEY: current, DRAGOMAN_DATA_KEYS_OLD: `${older}, ${current}` };
  expect(loadConfig({ DATABASE_URL, ...keys }).dataKeys?.olderIds).toHaveLength(1);
  expect(loadConfig({ DATABASE_URL, DRAGOMAN_DATA_KEYS_OLD: '' }).dataKeys).toBeUndefined();
  expect(() => loadConfig({ DATABASE_URL, DRAGOMAN_DATA_KEYS_OLD: older })).toThrowError(
    /requires DRAGOMAN_DATA_KEY/,
  );
  const short = { DRAGOMAN_DATA_KEY: 'c2hvcnQ=', DRAGOMAN_DATA_KEYS_OLD: 'b2xk' };
  expect(() => loadConfig({ DATABASE_URL, ...short })).toThrowError(
    /^DRAGOMAN_DATA_KEY must be 32 bytes in base64(?!.*(c2hvcnQ|b2xk)).*Each of DRAGOMAN_DATA_KEYS_OLD/s,
  );
});

test('there is no listener for other dialects unless its port is set', () => {
  expect(loadConfig({ DATABASE_URL, DRAGOMAN_DIALECTS_HOST: '0.0.0.0' }).dialects).toBeUndefined();
  expect(loadConfig({ DATABASE_URL, DRAGOMAN_DIALECTS_PORT: '5000' }).dialects).toEqual({
    host: '127.0.0.1',
    port: 5000,
    origins: [],
    keyless: undefined,
  });
});

test.each([
  [{ DRAGOMAN_DIALECTS_PORT: 'x' }, /DRAGOMAN_DIALECTS_PORT must be a whole number/],
  [{ DRAGOMAN_DIALECTS_ORIGINS: 'example.org' }, /DRAGOMAN_DIALECTS_ORIGINS/],
  [{ DRAGOMAN_DIALECTS_ORIGINS: 'https://example.org/page' }, /DRAGOMAN_DIALECTS_ORIGINS/],
  [{ DRAGOMAN_DIALECTS_KEYLESS_NETWORKS: '10.0.0.0/8' }, /need each other/],
  [{ DRAGOMAN_DIALECTS_KEYLESS_KEY: 'svc_live_x' }, /need each other/],
  [{ DRAGOMAN_DIALECTS_KEYLESS_NETWORKS: 'intranet' }, /DRAGOMAN_DIALECTS_KEYLESS_NETWORKS must list/],
])('%o is a mistake in the settings of that listener', (settings, message) => {
  expect(() => loadConfig({ DATABASE_URL, DRAGOMAN_DIALECTS_PORT: '0', ...settings })).toThrowError(message);
});
