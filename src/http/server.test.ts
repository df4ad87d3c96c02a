import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { defineRoutes } from './define-routes.ts';
import { createServer } from './server.ts';

test('a call from inside the process leaves no timer that would close a connection, which it does not have', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const app = createServer({
      logger: createLogger('silent'),
      trustedProxies: [],
      isTemporary: () => false,
    });
    defineRoutes(app, [
      { method: 'GET', url: '/boats', access: 'open', handler: async (_, reply) => reply.send('a') },
    ]);
    const { statusCode } = await app.inject({ method: 'GET', url: '/boats' });
    expect(statusCode).toBe(200);
    // Throws if a timer calls `destroy` of a socket that has none.
    vi.runAllTimers();
    await app.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a node that stops answers all requests on a connection, and closes it with the last answer', async () => {
  const all = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  let received = 0;
  let isDraining = false;
  const app = createServer({
    logger: createLogger('silent'),
    trustedProxies: [],
    isTemporary: () => false,
    isDraining: () => isDraining,
  });
  defineRoutes(app, [
    {
      method: 'GET',
      url: '/boats/:id',
      access: 'open',
      handler: async ({ params }) => {
        received++;
        if (received === 3) all.resolve();
        await go.promise;
        return params;
      },
    },
  ]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  for (const id of [1, 2, 3]) client.write(`GET /boats/${id} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await all.promise;
  isDraining = true;
  go.resolve();
  const answers = await text(client);
  expect(answers.match(/{"id":"\d"}|connection: close/gi)).toEqual([
    '{"id":"1"}',
    '{"id":"2"}',
    'connection: close',
    '{"id":"3"}',
  ]);
  await app.close();
});
