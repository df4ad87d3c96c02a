/** Answers of receivers that are no answers: an attempt ends, and does not occupy the process. */
import { readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { postWebhook, resolveByDns } from '../../src/events/webhook/post-webhook.ts';
import { fatalAlert, startHostileTls } from '../support/hostile-tls.ts';
import { makeCertificates } from '../support/tls-servers.ts';
import { noteUncaughtErrors } from '../support/uncaught-errors.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function post(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => answer(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/`);
  const network = { mayReach: () => true, resolve: resolveByDns };
  return postWebhook({ url, headers: {}, body: '{}', timeoutMs: 30_000 }, network);
}

const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

const otherProtocol = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';

test('another protocol is a failure, and the attempt ends', async () => {
  const answer = await post((socket) => socket.write(otherProtocol));
  expect(answer).toEqual({ ok: false, reason: 'status', status: 101 });
});

test('a TLS alert that comes with another protocol does not end the process', async () => {
  using uncaught = noteUncaughtErrors();
  const certificates = makeCertificates();
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, readFileSync(certificates.authority, 'utf8')]);
  const closed = Promise.withResolvers<void>();
  try {
    await using server = await startHostileTls(certificates, (connection) => {
      connection.raw.once('close', closed.resolve);
      connection.secure.once('data', () => {
        connection.append(fatalAlert);
        connection.secure.write(otherProtocol);
      });
    });
    const answer = await postWebhook(
      { url: new URL(`https://localhost:${server.port}/`), headers: {}, body: '{}', timeoutMs: 30_000 },
      { mayReach: () => true, resolve: async () => ['127.0.0.1'] },
    );
    await closed.promise;
    expect(answer).toEqual({ ok: false, reason: 'status', status: 101 });
    expect(uncaught.errors).toEqual([]);
  } finally {
    setDefaultCACertificates(trusted);
    rmSync(certificates.folder, { recursive: true });
  }
});

test('interim responses without an end are cut off before the time-out', async () => {
  const answer = await post((socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(interim.repeat(100)));
    };
    socket.on('drain', write);
    write();
  });
  expect(answer).toEqual({ ok: false, reason: 'connection_lost' });
});

test('a few interim responses before the answer are none of its failures', async () => {
  expect(await post((socket) => socket.end(`${interim.repeat(3)}HTTP/1.1 204 No Content\r\n\r\n`))).toEqual({
    ok: true,
    status: 204,
  });
});
