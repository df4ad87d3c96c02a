import { expect, test } from 'vitest';
import { call } from '../support/api-client.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();

async function loggedClientAddress(trustedProxies: string): Promise<string> {
  const server: ServerProcess = await startServer({
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
