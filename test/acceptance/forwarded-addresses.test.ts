import { expect, test } from 'vitest';
import { call } from '../support/api-client.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer({ DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1' });

async function loggedAddressOf(forwardedFor: string): Promise<string | undefined> {
  const answer = await call(`${context.server.url}/health`, { headers: { 'x-forwarded-for': forwardedFor } });
  const id = answer.headers.get('x-request-id') ?? 'none';
  const line = () =>
    context.server
      .log()
      .split('\n')
      .find((each) => each.includes(id));
  await expect.poll(line).toBeDefined();
  return (JSON.parse(line() ?? '') as { clientAddress?: string }).clientAddress;
}

test('the address that a trusted proxy forwards is logged', async () => {
  expect(await loggedAddressOf('203.0.113.7')).toBe('203.0.113.7');
  expect(await loggedAddressOf('2001:db8::1')).toBe('2001:db8::1');
});

test('what it forwards is logged only if it is an address', async () => {
  for (const nonsense of ['"><script>', 'unknown', '999.1.1.1', 'x'.repeat(4_000)]) {
    expect(await loggedAddressOf(nonsense)).toBe('127.0.0.1');
  }
});
