/** Postgres, Redis and engines with certificates that deploy/tls/make-certificates has made for `localhost`. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import pg from 'pg';
import { repository } from './deploy-files.ts';
import { freePort } from './free-port.ts';
import { openTestPool } from './pool.ts';

export interface Certificates {
  readonly folder: string;
  /** Of the authority. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** In a folder with an authority, the certificate is one more of this authority. */
export function makeCertificates(
  name = 'localhost',
  folder = mkdtempSync(join(tmpdir(), 'dragoman-certificates-')),
): Certificates {
  execFileSync(join(repository, 'deploy/tls/make-certificates'), [folder, name]);
  return {
    folder,
    authority: join(folder, 'ca.crt'),
    certificate: join(folder, `${name}.crt`),
    key: join(folder, `${name}.key`),
  };
}

/** On a running server; `folder` belongs to its account. */
export async function turnOnTls(databaseUrl: string, folder: string, tls: Certificates): Promise<void> {
  const { uid, gid } = statSync(folder);
  const [certificate, key] = [tls.certificate, tls.key].map((file, i) => {
    const copy = join(folder, ['server.crt', 'server.key'][i] ?? '');
    copyFileSync(file, copy);
    chownSync(copy, uid, gid);
    chmodSync(copy, 0o600);
    return pg.escapeLiteral(copy);
  });
  const db = openTestPool(databaseUrl, 1);
  await db.query(`ALTER SYSTEM SET ssl_cert_file = ${certificate}`);
  await db.query(`ALTER SYSTEM SET ssl_key_file = ${key}`);
  await db.query('ALTER SYSTEM SET ssl = on');
  await db.query('SELECT pg_reload_conf()');
  await db.end();
}

export interface TlsServer extends AsyncDisposable {
  readonly port: number;
}

/** It has no port without TLS. */
export async function startTlsRedis(
  tls: Certificates,
): Promise<TlsServer & { ask(...words: string[]): string }> {
  const port = await freePort();
  const child = spawn(
    'redis-server',
    [
      ...[
        '--port',
        '0',
        '--tls-port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
      ],
      ...['--tls-cert-file', tls.certificate, '--tls-key-file', tls.key, '--tls-ca-cert-file', tls.authority],
      ...['--tls-auth-clients', 'no'],
    ],
    { stdio: 'ignore', cwd: tmpdir() },
  );
  const ask = (...words: string[]) =>
    execFileSync(
      'redis-cli',
      ['-h', 'localhost', '-p', `${port}`, '--tls', '--cacert', tls.authority, ...words],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ).trim();
  for (let tries = 0; ; tries++) {
    try {
      ask('ping');
      break;
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    port,
    ask,
    async [Symbol.asyncDispose]() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** TLS in front of a server that speaks plain HTTP. */
export async function startTlsFront(tls: Certificates, plainUrl: string): Promise<TlsServer> {
  const { port, hostname } = new URL(plainUrl);
  const certificates = { cert: readFileSync(tls.certificate), key: readFileSync(tls.key) };
  const server = createServer(certificates, (socket) => {
    const inner = connect(Number(port), hostname);
    socket.on('error', () => inner.destroy()).pipe(inner);
    inner.on('error', () => socket.destroy()).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
