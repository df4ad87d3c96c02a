import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createPublicCalls } from './console/api/try/public-calls.ts';
import { followInProcessCalls } from './in-process-calls.ts';

const api = { paths: { '/v1/translate': { get: { responses: { 200: {} } } } } };
const call = {
  method: 'GET',
  path: '/v1/translate',
  headers: {},
  body: undefined,
  clientAddress: '192.0.2.7',
} as const;

/** A listener whose only call ends when its client hangs up. */
async function open(timeoutMs = 60_000) {
  const app = fastify();
  followInProcessCalls(app);
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<boolean>();
  app.get('/v1/translate', async ({ raw: { socket } }) => {
    const hungUp = new Promise((resolve) => socket.once('close', resolve));
    begun.resolve();
    if (!socket.destroyed) await hungUp;
    ended.resolve(socket.destroyed);
    return {};
  });
  await app.ready();
  return { app, calls: createPublicCalls(app, api, timeoutMs), begun: begun.promise, ended: ended.promise };
}

test('a call ends when nobody waits for it', async () => {
  const { app, calls, begun, ended } = await open();
  const page = new AbortController();
  const answered = calls.call(call, page.signal);
  await begun;
  page.abort();
  expect(await ended).toBe(true);
  await answered;
  await app.close();
});

test('a call whose page was closed before it began ends at once', async () => {
  const { app, calls, ended } = await open();
  await calls.call(call, AbortSignal.abort());
  expect(await ended).toBe(true);
  await app.close();
});

test('a call that takes too long is refused, and ends', async () => {
  const { app, calls, ended } = await open(1);
  expect(await calls.call(call, new AbortController().signal)).toMatchObject({
    ok: false,
    problem: { code: 'service_unavailable' },
  });
  expect(await ended).toBe(true);
  await app.close();
});

test('a server that is being stopped says so', async () => {
  const { app, calls } = await open();
  await app.close();
  expect(await calls.call(call, new AbortController().signal)).toMatchObject({
    ok: false,
    problem: { code: 'service_unavailable', retryAfterSeconds: 1 },
  });
});
