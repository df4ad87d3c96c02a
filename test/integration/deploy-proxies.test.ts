/** HAProxy and nginx with their example files in front of a real server: TLS, and whose address it sees. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDeployFile } from '../support/deploy-files.ts';
import { freePort } from '../support/free-port.ts';
import { adapt, adaptToThisMachine, makeCertificate } from '../support/haproxy.ts';
import { useServer } from '../support/server-process.ts';
import { within } from '../support/within.ts';

const scratch = mkdtempSync(join(tmpdir(), 'dragoman-proxies-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const { certificate, key, both } = makeCertificate(scratch);
// As the examples say: the proxy's address, as the nodes see it.
const context = useServer({ DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1' });

interface Proxy {
  readonly name: string;
  /** Writes its configuration; the commands that check it and that run it. */
  prepare(ports: { http: number; https: number; console: number }): { check: string[]; run: string[] };
}

const proxies: Proxy[] = [
  {
    name: 'haproxy',
    prepare({ http, https, console }) {
      const file = join(scratch, 'haproxy.cfg');
      const example = adaptToThisMachine(readDeployFile('proxies/haproxy.cfg'), both);
      const text = adapt(example, {
        'bind :80\n': `bind 127.0.0.1:${http}\n`,
        'bind :443 ': `bind 127.0.0.1:${https} `,
        'bind 10.0.0.5:8443 ': `bind 127.0.0.1:${console} `,
        'check port 9090': `check port ${new URL(context.server.opsUrl).port}`,
        '10.0.0.11:8080': `127.0.0.1:${context.server.port}`,
        '10.0.0.12:8080': `127.0.0.1:${context.server.port}`,
        '10.0.0.11:8081': new URL(context.server.consoleUrl).host,
        '10.0.0.12:8081': new URL(context.server.consoleUrl).host,
      });
      writeFileSync(file, text);
      return { check: ['haproxy', '-c', '-f', file], run: ['haproxy', '-db', '-f', file] };
    },
  },
  {
    name: 'nginx',
    prepare({ http, https, console }) {
      const folder = join(scratch, 'nginx');
      mkdirSync(folder, { recursive: true });
      const site = adapt(readDeployFile('proxies/nginx.conf'), {
        'listen 80;': `listen 127.0.0.1:${http};`,
        'listen 443 ': `listen 127.0.0.1:${https} `,
        'listen 10.0.0.5:8443 ': `listen 127.0.0.1:${console} `,
        '/etc/nginx/certs/translate.crt': certificate,
        '/etc/nginx/certs/translate.key': key,
        '10.0.0.11:8080': `127.0.0.1:${context.server.port}`,
        '10.0.0.12:8080': `127.0.0.1:${context.server.port}`,
        '10.0.0.11:8081': new URL(context.server.consoleUrl).host,
      });
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(' ');
      const file = join(folder, 'nginx.conf');
      writeFileSync(
        file,
        `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary}\n${site}}\n`,
      );
      const command = ['/usr/sbin/nginx', '-p', folder, '-c', file, '-e', 'stderr'];
      return { check: [...command, '-t'], run: [...command, '-g', 'daemon off;'] };
    },
  },
];

interface Reply {
  readonly status: number | undefined;
  readonly requestId: string;
  readonly headers: Record<string, unknown>;
}

/** From another address of the loopback network, so that client and proxy can be told apart. */
function ask(
  port: number,
  path: string,
  headers: Record<string, string | number> = {},
  method = 'GET',
): Promise<Reply> {
  const options: RequestOptions = {
    method,
    host: '127.0.0.1',
    port,
    path,
    headers,
    localAddress: '127.0.0.2',
    rejectUnauthorized: false,
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      answer.resume();
      const requestId = String(answer.headers['x-request-id']);
      resolve({ status: answer.statusCode, requestId, headers: answer.headers });
      if (method !== 'GET') sent.destroy();
    }).on('error', reject);
    // The body of a POST is announced and never sent.
    if (method === 'GET') sent.end();
    else sent.flushHeaders();
  });
}

describe.each(proxies)('$name', ({ prepare }) => {
  let ports: { http: number; https: number; console: number };
  let running: ChildProcess | undefined;

  beforeAll(async () => {
    ports = { http: await freePort(), https: await freePort(), console: await freePort() };
    const { run } = prepare(ports);
    const [command = '', ...args] = run;
    running = spawn(command, args, { stdio: 'ignore' });
    for (let tries = 0; tries < 300; tries++) {
      const answer = await ask(ports.https, '/health').catch(() => undefined);
      if (answer?.status === 200) return;
      await delay(100);
    }
    throw new Error('the proxy passes nothing on');
  });

  afterAll(async () => {
    if (running === undefined || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running?.once('exit', resolve));
    running.kill('SIGTERM');
    await gone;
  });

  test('finds no fault in the example', async () => {
    const spare = { http: await freePort(), https: await freePort(), console: await freePort() };
    const [command = '', ...args] = prepare(spare).check;
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).not.toMatch(/\[(warn|WARNING|ALERT|emerg)/);
    expect(status).toBe(0);
  });

  test('Dragoman sees the client’s address, not what the client claims', async () => {
    for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }]) {
      const { requestId } = await ask(ports.https, '/health', headers);
      const line = () =>
        context.server
          .log()
          .split('\n')
          // The last one may not be all there yet.
          .slice(0, -1)
          .find((each) => each.includes(requestId));
      expect(await within(60_000, () => line() !== undefined)).toBe(true);
      expect(JSON.parse(line() ?? '{}')).toMatchObject({ clientAddress: '127.0.0.2' });
    }
  });

  test('the largest document passes', async () => {
    for (const port of [ports.https, ports.console]) {
      const path = port === ports.console ? '/api/v1/documents' : '/v1/documents';
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 31 * 2 ** 20 };
      // The server refuses it for its missing key or session; the proxy would refuse it for its size.
      const { status, requestId } = await ask(port, path, headers, 'POST');
      expect(status).toBeOneOf([401, 403, 404]);
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('plain HTTP is sent to HTTPS, the API needs its key, and the dashboard is elsewhere', async () => {
    const plain = await fetch(`http://127.0.0.1:${ports.http}/v1/translate`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect(plain.status).toBe(308);
    expect(plain.headers.get('location')).toMatch(/^https:/);
    const api = await ask(ports.https, '/v1/languages');
    expect(api).toMatchObject({ status: 401, headers: { 'strict-transport-security': 'max-age=31536000' } });
    expect(await ask(ports.https, '/')).toMatchObject({ status: 404 });
    expect(await ask(ports.console, '/')).toMatchObject({ status: 200 });
  });
});
