/** Bodies in memory, over real sockets, with limits that are reached in milliseconds. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import type { Documents } from '../../src/documents/documents.ts';
import { defineRoutes } from '../../src/http/define-routes.ts';
import { acceptUploads, takesUpload } from '../../src/http/documents/receive-upload.ts';
import { ExchangeBudget } from '../../src/http/exchange-budget.ts';
import { acceptJsonOnly } from '../../src/http/json-body.ts';
import { limitLargeExchanges, refuseLargeAnswer } from '../../src/http/large-exchanges.ts';
import { createServer } from '../../src/http/server.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { formAround, formContentType, openSender, type SlowSender } from '../support/slow-sender.ts';

const kibibyte = 1024;
const limits = {
  maxBytes: 4_000 * kibibyte,
  maxBytesPerTeam: 2_000 * kibibyte,
  maxLargePerTeam: 3,
  minBytes: 16 * kibibyte,
  patience: Number.POSITIVE_INFINITY,
  checkMs: 20,
};
/** More than the system takes in for a client that doesn't read. */
const answerBytes = 20_000 * kibibyte;
const form = formAround('file.txt');
const size = 500 * kibibyte;
const kinds = {
  upload: { path: '/upload', contentType: formContentType, ...form },
  json: { path: '/json', contentType: 'application/json', head: '"', tail: '"' },
};
type Kind = keyof typeof kinds;

let close = async () => {};
afterEach(() => close());

async function serve(changed: Partial<typeof limits> = {}) {
  const budget = new ExchangeBudget({ ...limits, ...changed });
  const app = createServer({ trustedProxies: [], logger: createLogger('silent'), isTemporary: () => false });
  acceptJsonOnly(app);
  limitLargeExchanges(app, budget);
  app.addHook('onRequest', async (request) => {
    request.caller = { teamId: request.headers.authorization } as unknown as Caller;
  });
  app.register(async (scope) => {
    await acceptUploads(scope, {} as Documents);
    const answer = async () => ({ ok: true });
    defineRoutes(scope, [
      { method: 'POST', url: '/upload', access: 'open', ...takesUpload, handler: answer },
      { method: 'POST', url: '/json', access: 'open', bodyLimit: 2_000 * kibibyte, handler: answer },
      {
        method: 'GET',
        url: '/answer',
        access: 'open',
        handler: async (_request, reply) =>
          refuseLargeAnswer(reply, answerBytes) ?? reply.send(Buffer.alloc(answerBytes)),
      },
    ]);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const senders: SlowSender[] = [];
  close = async () => {
    for (const { socket } of senders) socket.destroy();
    await vi.waitFor(() => expect(budget.use()).toEqual({ exchanges: 0, bytes: 0 }), patiently);
    await app.close();
  };
  const open = async (kind: Kind, token: string, announced = size) => {
    const { path, contentType, head, tail } = kinds[kind];
    const bytes = announced + head.length + tail.length;
    const sender = await openSender(url, { path, token, contentType, bytes });
    senders.push(sender);
    await sender.send(head);
    return { ...sender, finish: () => sender.send(tail) };
  };
  return { budget, url, open };
}

const patiently = { timeout: 120_000, interval: 5 };
const answered = (sender: SlowSender, status: number) =>
  vi.waitFor(() => expect(sender.status()).toBe(status), patiently);
/** What has arrived counts a little more than its bytes. */
const arrived = (budget: ExchangeBudget, bytes: number) =>
  vi.waitFor(() => expect(budget.use().bytes).toBeGreaterThanOrEqual(bytes), patiently);

test.each<Kind>(['upload', 'json'])(
  '%s: memory is bounded, the last ones give way, the others are answered',
  async (kind) => {
    const { budget, open } = await serve();
    const senders: Awaited<ReturnType<typeof open>>[] = [];
    let most = 0;
    for (let team = 0; team < 12; team++) {
      const sender = await open(kind, `team${team}`);
      senders.push(sender);
      const before = budget.use().bytes;
      await sender.send(Buffer.alloc(size - 10, 'x'));
      await vi.waitFor(
        () => expect(budget.use().bytes > before || senders.some((each) => each.status() === 503)).toBe(true),
        patiently,
      );
      most = Math.max(most, budget.use().bytes);
    }
    await vi.waitFor(
      () => expect(senders.filter((each) => each.status() === 503).length).toBeGreaterThan(3),
      patiently,
    );
    expect(most).toBeLessThanOrEqual(limits.maxBytes);
    for (const sender of senders) {
      await sender.send('x'.repeat(10));
      await sender.finish();
    }
    await vi.waitFor(
      () => expect(senders.every((each) => each.status() !== undefined)).toBe(true),
      patiently,
    );
    const count = (status: number) => senders.filter((each) => each.status() === status).length;
    expect(count(200)).toBeGreaterThanOrEqual(6);
    expect(count(200) + count(503)).toBe(12);
  },
);

test.each<Kind>(['upload', 'json'])(
  '%s: a team that holds most gives way to one that comes now',
  async (kind) => {
    const { budget, open } = await serve({ maxBytesPerTeam: limits.maxBytes, maxLargePerTeam: 10 });
    const greedy = [];
    for (let i = 0; i < 7; i++) {
      const sender = await open(kind, 'greedy');
      await sender.send(Buffer.alloc(size - 10, 'x'));
      await arrived(budget, (i + 1) * (size - 10));
      greedy.push(sender);
    }
    const other = await open(kind, 'other');
    await other.send(Buffer.alloc(size, 'x'));
    await other.finish();
    await answered(other, 200);
    await open(kind, 'third').then((third) => third.send(Buffer.alloc(size - 10, 'x')));
    const late = await open(kind, 'late');
    await late.send(Buffer.alloc(size, 'x'));
    await late.finish();
    await answered(late, 200);
    const newest = greedy.at(-1) as SlowSender;
    await answered(newest, 503);
    expect(newest.heard()).toMatch(/retry-after: 5\r\n/i);
    expect(greedy[0]?.status()).toBeUndefined();
  },
);

test.each<Kind>(['upload', 'json'])(
  '%s: a body of tiny pieces counts with what it takes, not with its bytes',
  async (kind) => {
    const { budget, open } = await serve();
    const sender = await open(kind, 'team');
    // Pieces that arrive together are one, so it takes more of them on a busy machine.
    for (let sent = 1; budget.use().bytes <= 256 + sent; sent++) {
      expect(sent).toBeLessThan(size);
      await sender.send('x');
      await delay(1);
    }
  },
);

test.each<Kind>(['upload', 'json'])(
  '%s: a body that makes no progress is ended, one that does is not',
  async (kind) => {
    const { open } = await serve({ patience: 5, minBytes: kibibyte });
    const idle = await open(kind, 'idle', 2_000_000);
    const steady = await open(kind, 'steady', 2_000_000);
    const feed = setInterval(() => void steady.send(Buffer.alloc(2 * kibibyte, 'x')), 10);
    await answered(idle, 408);
    clearInterval(feed);
    expect(steady.status()).toBeUndefined();
  },
);

test('answers that nobody reads are cut off where other teams need the memory', async () => {
  const { budget, url, open } = await serve({
    maxBytes: 3 * answerBytes + size / 2,
    maxBytesPerTeam: 2 * answerBytes,
  });
  const readers = [];
  for (const token of ['a', 'b', 'b']) {
    const announcement = { method: 'GET', path: '/answer', token, contentType: 'text/plain', bytes: 0 };
    const reader = await openSender(url, announcement);
    reader.socket.pause();
    readers.push(reader);
    await vi.waitFor(() => expect(budget.use().bytes).toBe(readers.length * answerBytes), patiently);
  }
  const sender = await open('upload', 'other');
  await sender.send(Buffer.alloc(size, 'x'));
  await sender.finish();
  await answered(sender, 200);
  // The newest of the team that held most.
  await vi.waitFor(() => expect(budget.use().bytes).toBe(2 * answerBytes), patiently);
  const [, , newest] = readers;
  newest?.socket.resume();
  await vi.waitFor(() => expect(newest?.socket.destroyed).toBe(true), patiently);
  expect(newest?.heard().length).toBeLessThan(answerBytes);
  for (const { socket } of readers) socket.destroy();
});
