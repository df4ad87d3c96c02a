import { expect, test } from 'vitest';
import { createLogger } from '../../observability/logger.ts';
import { createExchangeBudget } from '../large-exchanges.ts';
import { createDialectsListener, type DialectsListenerOptions } from './dialects-listener.ts';

/** What no request of these tests may reach. */
const unused = {} as never;

function createListener(more: Partial<DialectsListenerOptions> = {}) {
  const options: DialectsListenerOptions = {
    trustedProxies: [],
    logger: createLogger('silent'),
    isTemporary: () => false,
    settings: { host: '127.0.0.1', port: 0, origins: [], keyless: undefined },
    authenticator: unused,
    otherRequests: unused,
    gateway: unused,
    routesFor: unused,
    documents: unused,
    reports: unused,
    glossaries: unused,
    exchanges: createExchangeBudget(),
    health: unused,
    callDeadlineMs: 1_000,
    version: '1',
    countDialectRequest: () => undefined,
    ...more,
  };
  return createDialectsListener(options);
}

test('only these paths need no key, and every other one refuses before it does anything', async () => {
  const app = createListener();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const [open, closed] = [
    app.definedRoutes.filter(({ access }) => access === 'open'),
    app.definedRoutes.filter(({ access }) => access !== 'open'),
  ];
  expect(open.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
    'GET /apy/listPairs',
    'GET /download_file/*',
    'GET /frontend/settings',
    'GET /health',
    'GET /languages',
    'POST /suggest',
  ]);
  const statuses = await Promise.all(
    closed
      // A form with a file needs one to be read.
      .filter(({ url }) => url !== '/translate_file')
      .map(async ({ method, url }) => {
        const { status } = await fetch(address + url, { method });
        return `${method} ${url}: ${status}`;
      }),
  );
  expect(statuses.toSorted()).toEqual([
    'GET /apy/identifyLang: 401',
    'GET /apy/translate: 401',
    'POST /apy/identifyLang: 401',
    'POST /apy/translate: 401',
    'POST /deeplx/translate: 401',
    'POST /deeplx/v1/translate: 401',
    'POST /detect: 400',
    'POST /mcp: 401',
    'POST /translate: 400',
  ]);
  await app.close();
});

test('paths are served with and without the prefix of a proxy', async () => {
  const app = createListener({ pathPrefix: '/tools', health: { isServing: async () => true } });
  const statusOf = async (url: string, method: 'GET' | 'POST' = 'GET') =>
    (await app.inject({ method, url })).statusCode;
  expect([await statusOf('/health'), await statusOf('/tools/health')]).toEqual([200, 200]);
  expect([await statusOf('/tools/mcp', 'POST'), await statusOf('/tools//translate', 'POST')]).toEqual([
    401, 400,
  ]);
  expect(await statusOf('/toolsx/health')).toBe(404);
  await app.close();
});
