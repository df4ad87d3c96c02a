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

/** A listener that answers each boat when it is told to, and says when so many requests have come. */
async function listenForBoats(count: number) {
  const all = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const state = { isDraining: false };
  let received = 0;
  const app = createServer({
    logger: createLogger('silent'),
    trustedProxies: [],
    isTemporary: () => false,
    isDraining: () => state.isDraining,
  });
  defineRoutes(app, [
    {
      method: 'GET',
      url: '/boats/:id',
      access: 'open',
      handler: async ({ params, raw }) => {
        // As a call does, which ends with its connection.
        raw.socket.once('close', () => undefined);
        received++;
        if (received === count) all.resolve();
        await go.promise;
        return params;
      },
    },
  ]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  for (let id = 1; id <= count; id++) client.write(`GET /boats/${id} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await all.promise;
  return { app, client, state, go: go.resolve };
}

test('a node that stops answers all requests on a connection, and closes it with the last answer', async () => {
  const { app, client, state, go } = await listenForBoats(3);
  state.isDraining = true;
  go();
  const answers = await text(client);
  expect(answers.match(/{"id":"\d"}|connection: close/gi)).toEqual([
    '{"id":"1"}',
    '{"id":"2"}',
    'connection: close',
    '{"id":"3"}',
  ]);
  await app.close();
});

test('many requests on one connection cause no warning of Node among the lines of the log', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  const { app, client, go } = await listenForBoats(20);
  // Node emits it in the next tick.
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings.map(({ message }) => message)).toEqual([]);
  go();
  client.destroy();
  await app.close();
});
