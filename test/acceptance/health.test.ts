import { expect, test } from 'vitest';
import { call } from '../support/api-client.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer();
const url = () => `${context.server.url}/health`;

test('health needs no key and says ok', async () => {
  const answer = await call(url());
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ status: 'ok' });
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('health answers HEAD without a body', async () => {
  const answer = await call(url(), { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(answer.body).toBeUndefined();
});

test('health reveals no version and no host', async () => {
  const { headers } = await call(url());
  expect(headers.get('server')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
});

test('health is the only path that answers 200 without a key', async () => {
  const paths = [
    '/',
    '/v1',
    '/v1/',
    '/v1/languages',
    '/v1/translate',
    '/metrics',
    '/live',
    '/ready',
    '/docs',
    '/v2/translate',
  ];
  for (const path of paths) {
    const { status } = await call(`${context.server.url}${path}`);
    expect([401, 404, 405], path).toContain(status);
  }
});
