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
