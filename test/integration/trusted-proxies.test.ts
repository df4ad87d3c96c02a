import { expect, test } from 'vitest';
import { call } from '../support/api-client.ts';
import { dragomanJson } from '../support/command-line.ts';
import { openServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();

async function loggedClientAddress(trustedProxies: string): Promise<string> {
  const server = await openServer({
    DATABASE_URL: database.url,
    DRAGOMAN_TRUSTED_PROXIES: trustedProxies,
  });
  await call(`${server.url}/health`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(await server.stop()).toBe(0);
  const line =
    server
      .log()
      .split('\n')
      .find((entry) => entry.includes('/health')) ?? '{}';
  return JSON.parse(line).clientAddress;
}

test('a forwarded address is believed from a trusted proxy only', async () => {
  expect(await loggedClientAddress('')).toBe('127.0.0.1');
  expect(await loggedClientAddress('192.0.2.0/24')).toBe('127.0.0.1');
  expect(await loggedClientAddress('127.0.0.0/8')).toBe('203.0.113.9');
});

test('the operator is told of sign-ins through a proxy that is not trusted, once', async () => {
  const warnings: Record<string, number> = {};
  for (const trustedProxies of ['', '192.0.2.0/24', '127.0.0.0/8']) {
    const server = await openServer({
      DATABASE_URL: database.url,
      DRAGOMAN_TRUSTED_PROXIES: trustedProxies,
    });
    const signIn = (headers: Record<string, string>) =>
      call(`${server.consoleUrl}/api/sign-in`, { method: 'POST', headers });
    await signIn({});
    for (let i = 0; i < 3; i++) await signIn({ 'x-forwarded-for': '127.0.0.1' });
    expect(await server.stop()).toBe(0);
    warnings[trustedProxies] =
      server.log().split('a sign-in was forwarded by an untrusted address').length - 1;
  }
  expect(warnings).toEqual({ '': 1, '192.0.2.0/24': 1, '127.0.0.0/8': 0 });
});

test('dragoman doctor names the public address, and warns if a proxy is trusted and it is not set', async () => {
  const examine = async (env: Record<string, string>) => {
    const { findings } = await dragomanJson<{ findings: { check: string }[] }>(['doctor'], {
      DATABASE_URL: database.url,
      ...env,
    });
    return findings.filter(({ check }) => check === 'public address');
  };
  const address = { DRAGOMAN_PUBLIC_URL: 'https://translate.example.org/' };
  const proxy = { DRAGOMAN_TRUSTED_PROXIES: '10.0.0.5' };
  expect(await examine({ ...proxy, ...address })).toEqual([
    { check: 'public address', ok: true, detail: 'https://translate.example.org' },
  ]);
  expect(await examine(proxy)).toMatchObject([{ ok: true, isWarning: true }]);
  expect(await examine({})).toEqual([]);
  const check = await dragomanJson<{ publicUrl: string }>(['config', 'check'], {
    DATABASE_URL: database.url,
    ...address,
  });
  expect(check.publicUrl).toBe('https://translate.example.org');
});

test('dragoman doctor warns of a console that other machines reach without a trusted proxy', async () => {
  const proxies = async (env: Record<string, string>) => {
    const { findings } = await dragomanJson<{
      findings: { check: string; ok: boolean; isWarning?: boolean }[];
    }>(['doctor'], { DATABASE_URL: database.url, DRAGOMAN_CONSOLE_HOST: '0.0.0.0', ...env });
    return findings.filter(({ check }) => check === 'proxies');
  };
  expect(await proxies({})).toMatchObject([{ ok: true, isWarning: true }]);
  expect(await proxies({ DRAGOMAN_TRUSTED_PROXIES: '10.0.0.5' })).toEqual([]);
  expect(await proxies({ DRAGOMAN_CONSOLE_HOST: '127.0.0.1' })).toEqual([]);
});
