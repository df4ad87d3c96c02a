import { expect, test } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { defineRoutes, type RouteDefinition } from './define-routes.ts';
import { createServer } from './server.ts';

const lost = new Error('the connection was lost');
const fail = async () => {
  throw lost;
};

async function ask(route: Partial<RouteDefinition>, failsEarly = false) {
  const app = createServer({
    logger: createLogger('silent'),
    trustedProxies: [],
    isTemporary: (error) => error === lost,
  });
  if (failsEarly) app.addHook('onRequest', fail);
  defineRoutes(app, [{ method: 'POST', url: '/boats', access: 'open', handler: fail, ...route }]);
  const { statusCode, headers } = await app.inject({ method: route.method ?? 'POST', url: '/boats' });
  await app.close();
  expect(statusCode).toBe(503);
  return { isUnknown: headers['outcome-unknown'] === 'true', isToWait: headers['retry-after'] !== undefined };
}

test('a change that failed while it was made may have been made, and nobody is told to repeat it', async () => {
  expect(await ask({})).toEqual({ isUnknown: true, isToWait: false });
});

test('a charged call is to be repeated: its Idempotency-Key makes that safe', async () => {
  expect(await ask({ endsInCharge: true })).toEqual({ isUnknown: true, isToWait: true });
});

test('a request that failed before its handler changed nothing', async () => {
  expect(await ask({}, true)).toEqual({ isUnknown: false, isToWait: true });
});

test('a request that only reads changes nothing', async () => {
  expect(await ask({ method: 'GET' })).toEqual({ isUnknown: false, isToWait: true });
});
