/** A TLS connection to Redis that fails more than once ends neither the process nor the attempts to connect. */
import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { openRedis, redisVersion, untilReady } from '../../src/store/redis/connection.ts';
import { fatalAlert, type HostileConnection, startHostileTls } from '../support/hostile-tls.ts';
import { quietLogger } from '../support/pool.ts';
import { makeCertificates } from '../support/tls-servers.ts';
import { noteUncaughtErrors } from '../support/uncaught-errors.ts';

const certificates = makeCertificates();
const trusted = getCACertificates('default');
const realRedis = new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');
let uncaught: ReturnType<typeof noteUncaughtErrors>;

beforeEach(() => {
  uncaught = noteUncaughtErrors();
});
afterEach(() => {
  uncaught[Symbol.dispose]();
  setDefaultCACertificates(trusted);
});
afterAll(() => rmSync(certificates.folder, { recursive: true }));

function trustAuthority() {
  setDefaultCACertificates([...trusted, readFileSync(certificates.authority, 'utf8')]);
}

const appendAlert = (connection: HostileConnection) => connection.append(fatalAlert);

/** Puts the server's words through to a real one. */
function answerAsRedis({ secure }: HostileConnection) {
  const inner = connect(Number(realRedis.port), realRedis.hostname);
  inner.on('error', () => secure.destroy()).pipe(secure);
  secure.on('close', () => inner.destroy()).pipe(inner);
}

/** Resolves when the client has tried again, which it does once its first connection is closed. */
async function openUntilSecondTry(url: (port: number) => string, first: (of: HostileConnection) => void) {
  let connections = 0;
  const secondTry = Promise.withResolvers<void>();
  await using server = await startHostileTls(certificates, (connection) => {
    connections += 1;
    if (connections === 1) first(connection);
    else secondTry.resolve();
  });
  const client = openRedis(url(server.port), quietLogger);
  await secondTry.promise;
  client.disconnect();
}

for (const [kind, url] of [
  ['single server', (port: number) => `rediss://localhost:${port}`],
  ['Cluster', (port: number) => `rediss://localhost:${port}?cluster=true`],
] as const) {
  test(`${kind}: an alert that comes with the handshake of an untrusted server is ignored`, async () => {
    await openUntilSecondTry(url, appendAlert);
    expect(uncaught.errors).toEqual([]);
  });
}

test('an alert that comes with the handshake of a trusted server closes the connection', async () => {
  trustAuthority();
  await openUntilSecondTry((port) => `rediss://localhost:${port}`, appendAlert);
  expect(uncaught.errors).toEqual([]);
});

test('after an alert the connection is replaced, and the commands that meet it fail', async () => {
  trustAuthority();
  const connections: HostileConnection[] = [];
  await using server = await startHostileTls(certificates, (connection) => {
    connections.push(connection);
    answerAsRedis(connection);
  });
  const client = openRedis(`rediss://localhost:${server.port}`, quietLogger);
  try {
    await untilReady(client, 300_000);
    const failed = new Promise((resolve) => client.once('error', resolve));
    connections[0]?.raw.write(fatalAlert);
    await failed;
    const replaced = new Promise((resolve) => client.once('ready', resolve));
    await expect(client.ping()).rejects.toThrow();
    await replaced;
    expect([await client.ping(), connections.length]).toEqual(['PONG', 2]);
    expect(uncaught.errors).toEqual([]);
  } finally {
    client.disconnect();
  }
});

test('alerts and a reset after disconnecting are ignored', async () => {
  trustAuthority();
  const closed = Promise.withResolvers<void>();
  const connections: HostileConnection[] = [];
  await using server = await startHostileTls(certificates, (connection) => {
    connections.push(connection);
    connection.raw.once('close', closed.resolve);
    answerAsRedis(connection);
  });
  const client = openRedis(`rediss://localhost:${server.port}`, quietLogger);
  await untilReady(client, 300_000);
  const ended = new Promise((resolve) => client.once('end', resolve));
  client.disconnect();
  const raw = connections[0]?.raw;
  raw?.write(fatalAlert);
  raw?.write(fatalAlert, () => raw.resetAndDestroy());
  await Promise.all([ended, closed.promise]);
  expect(uncaught.errors).toEqual([]);
});

test('a command of the operator names the certificate, whatever comes after it', async () => {
  await using server = await startHostileTls(certificates, appendAlert);
  await expect(redisVersion(`rediss://localhost:${server.port}`)).rejects.toThrow(
    /unable to verify the first certificate/,
  );
  expect(uncaught.errors).toEqual([]);
});
