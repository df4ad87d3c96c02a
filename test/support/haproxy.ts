/** Debian's HAProxy with the example of deploy/, on addresses of this machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** The example with addresses of this machine in place of its own; each has to stand there. */
export function adapt(example: string, places: Readonly<Record<string, string>>): string {
  return Object.entries(places).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the example has no "${from}"`);
    return text.replaceAll(from, to);
  }, example);
}

export interface Certificate {
  readonly certificate: string;
  readonly key: string;
  /** Both in one file, as HAProxy wants them. */
  readonly both: string;
}

export function makeCertificate(folder: string): Certificate {
  const [certificate, key, both] = [
    join(folder, 'certificate.pem'),
    join(folder, 'key.pem'),
    join(folder, 'both.pem'),
  ];
  const subject = ['-subj', '/CN=translate.example.org', '-days', '1'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...subject], {
    stdio: 'ignore',
  });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return { certificate, key, both };
}

/** What of the example depends on where it runs: accounts, the log, file descriptors, the certificate. */
export function adaptToThisMachine(example: string, certificate: string): string {
  return adapt(example, {
    '    user haproxy\n    group haproxy\n': '',
    'log /dev/log local0': 'log stderr local0',
    // The file descriptors of a test are few.
    'maxconn 20000': 'maxconn 1000',
    '/etc/haproxy/certs/translate.pem': certificate,
  });
}

/** What HAProxy knows of one of its servers. */
export interface ServerState {
  /** `UP`, `DOWN`, or on the way: `UP 1/2`. */
  readonly status: string;
  /** Calls that it has there now. */
  readonly underWay: number;
  readonly connectionErrors: number;
  readonly retries: number;
}

export interface Haproxy {
  readonly pid: number;
  /** One server of the backend `nodes`. */
  state(server: string): Promise<ServerState>;
  stop(): Promise<void>;
}

/** Runs it with this configuration, and a socket to ask it by. */
export async function startHaproxy(configuration: string): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-haproxy-'));
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'stats')];
  writeFileSync(
    file,
    adapt(configuration, { '\nglobal\n': `\nglobal\n    stats socket ${socket} mode 600\n` }),
  );
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-10_000);
  });
  for (let tries = 0; (await ask(socket, 'show info').catch(() => '')) === ''; tries++) {
    if (tries > 200 || child.exitCode !== null) throw new Error(`HAProxy did not start:\n${said}`);
    await delay(50);
  }
  return {
    pid: child.pid ?? 0,
    state: async (server) => readState(await ask(socket, 'show stat'), server),
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

async function ask(socket: string, command: string): Promise<string> {
  const connection = connect(socket);
  connection.end(`${command}\n`);
  return readAll(connection.setEncoding('utf8'));
}

function readState(table: string, server: string): ServerState {
  const [head = '', ...lines] = table.replace(/^# /, '').split('\n');
  const columns = head.split(',');
  const row = lines
    .map((line) => line.split(','))
    .find(([proxy, name]) => proxy === 'nodes' && name === server);
  if (row === undefined) throw new Error(`HAProxy has no server ${server}`);
  const field = (name: string) => row[columns.indexOf(name)] ?? '';
  return {
    status: field('status'),
    underWay: Number(field('scur')),
    connectionErrors: Number(field('econ')),
    retries: Number(field('wretr')),
  };
}
