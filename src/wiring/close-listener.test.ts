import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
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

const close = (server: Server) => new Promise((resolve) => server.close(resolve));

test('no handshake and no connection without a request is waited for', async () => {
  const server = await listen();
  const closeListener = prepareClosing({ server, close: () => close(server) }, true);
  const client = createSecureClient((server.address() as AddressInfo).port, own);
  const silent = [await client.hang(), await client.hang(await clientHello()), await client.connect()];
  const closed = silent.map((socket) => once(socket.resume(), 'close'));
  await closeListener(3_600_000);
  await Promise.all(closed);
  expect(server.listening).toBe(false);
});
