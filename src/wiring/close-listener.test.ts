import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { quietLogger } from '../../test/support/pool.ts';
import { clientHello, createSecureClient } from '../../test/support/secure-client.ts';
import { makeCertificates } from '../../test/support/tls-servers.ts';
import { prepareClosing } from './close-listener.ts';

const own = makeCertificates();
afterAll(() => rmSync(own.folder, { recursive: true }));

/** Without a time-out that would end a connection for another reason. */
async function listen(): Promise<Server> {
  const files = { key: readFileSync(own.key), cert: readFileSync(own.certificate) };
  const server = createServer({
    ...files,
    handshakeTimeout: 3_600_000,
    headersTimeout: 0,
    requestTimeout: 0,
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: HttpServer) => (server.address() as AddressInfo).port;

test('no handshake and no connection without a request is waited for', async () => {
  const server = await listen();
  const close = prepareClosing(server, quietLogger, { isSecure: true });
  const client = createSecureClient(portOf(server), own);
  const hanging = [client.hang(), client.hang(await clientHello())];
  await Promise.all(hanging.map(({ connected }) => connected));
  const closed = once((await client.connect()).resume(), 'close');
  await close(3_600_000);
  await Promise.all([closed, ...hanging.map((each) => each.closed)]);
  expect(server.listening).toBe(false);
});

test('connections that wait to be accepted are accepted, however busy the process is', async () => {
  const server = createHttpServer((_request, answer) => answer.end('answered'));
  const close = prepareClosing(server, quietLogger);
  // Each takes longer than a connection without a request may stay open.
  server.on('connection', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const clients = [1, 2].map(() => connect(portOf(server), '127.0.0.1'));
  const answers = clients.map((client) => {
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return text(client);
  });
  // They connect in the next tick, before the server looks for connections.
  const [, ...received] = await Promise.all([close(3_600_000), ...answers]);
  expect(received).toEqual(clients.map(() => expect.stringContaining('answered')));
});

test('an answer that its client is still receiving arrives whole, and idle connections are closed after it', async () => {
  // More than the operating system keeps for a connection.
  const bytes = 50_000_000;
  const server = createHttpServer((_request, answer) => answer.end(Buffer.alloc(bytes, 'x')));
  const answered = once(server, 'request');
  const close = prepareClosing(server, quietLogger);
  server.keepAliveTimeout = 3_600_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect(portOf(server), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await answered;
  const closing = close(3_600_000);
  // The server has looked for idle connections by now; even a busy machine that is late only hides the fault.
  await delay(500);
  let received = 0;
  client.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await once(client, 'close');
  expect(received).toBeGreaterThan(bytes);
  await closing;
});

test('an answer that began before the stop closes its connection when it ends', async () => {
  const begun = Promise.withResolvers<ServerResponse>();
  const server = createHttpServer((_request, answer) => {
    answer.write('first, ');
    begun.resolve(answer);
  });
  const close = prepareClosing(server, quietLogger);
  server.keepAliveTimeout = 3_600_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const answer = fetch(`http://127.0.0.1:${portOf(server)}`);
  const rest = await begun.promise;
  const closing = close(3_600_000);
  await delay(200);
  rest.end('last');
  expect(await (await answer).text()).toBe('first, last');
  await closing;
});

test('answers that were never sent, because their client hung up, keep no idle connection open', async () => {
  const begun = Promise.withResolvers<ServerResponse>();
  const server = createHttpServer((request, answer) => {
    if (request.url === '/first') begun.resolve(answer);
    else answer.end('ended');
  });
  const close = prepareClosing(server, quietLogger);
  server.keepAliveTimeout = 3_600_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const leaving = connect(portOf(server), '127.0.0.1');
  for (const path of ['/first', '/second', '/third'])
    leaving.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const held = await begun.promise;
  const idle = connect(portOf(server), '127.0.0.1');
  idle.write('GET /fourth HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(idle, 'data');
  leaving.destroy();
  await once(held, 'close');
  await Promise.all([close(3_600_000), once(idle.resume(), 'close')]);
});

test('what does not end is cut after the patience', async () => {
  const server = createHttpServer(() => undefined);
  const close = prepareClosing(server, quietLogger);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect(portOf(server), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(server, 'request');
  await close(300);
  await once(client.resume(), 'close');
});
