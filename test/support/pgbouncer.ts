/** A PgBouncer of a test's own in front of the Postgres of the tests, with the settings that docs/scale.md shows. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { databaseUrl } from './postgres.ts';

/** PgBouncer refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const password = 'secret';

export interface PgBouncer extends AsyncDisposable {
  /** A database of the Postgres behind it. */
  urlOf(database: string): string;
}

export async function startPgBouncer(poolMode: 'session' | 'transaction', poolSize = 20): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-pgbouncer-'));
  const port = await freePort();
  const server = new URL(databaseUrl('any'));
  const user = decodeURIComponent(server.username);
  writeFileSync(join(folder, 'users.txt'), `"${user}" "${password}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}${server.password && ` password=${decodeURIComponent(server.password)}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${poolMode}
default_pool_size = ${poolSize}
`,
  );
  chmodSync(folder, 0o755);
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk;
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await listens(port, () => log);
  return {
    urlOf(database) {
      const url = new URL(databaseUrl(database));
      return Object.assign(url, { host: `127.0.0.1:${port}`, password }).href;
    },
    async [Symbol.asyncDispose]() {
      // At once: clients that are still there lose their connections.
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function listens(port: number, log: () => string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const answers = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`PgBouncer did not start:\n${log()}`);
}
