/** What commands say of settings that are misspelled, contradict each other or cannot work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { type Env, executable, runDragoman } from '../support/command-line.ts';
import { createTeam } from '../support/seed.ts';
import { openServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'dragoman-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** As outside of tests, which have variables of their own. */
const production = (more: Env): Env => ({ NODE_ENV: 'production', DATABASE_URL: database.url, ...more });
const file = join(folder, 'dragoman.yaml');

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: String((server.address() as AddressInfo).port), close: () => server.close() };
}

describe('config check', () => {
  test('names the problems of the environment, of the file and misspelled variables at once', async () => {
    writeFileSync(file, 'engines:\n  bergamot: { modles: /x }\nroutes:\n  - { from: "?", to: es }\n');
    const { code, stderr } = await runDragoman(['config', 'check'], {
      ...production({ DRAGOMAN_CONFIG: file, DRAGOMAN_LOG_LEVEL: 'inf', DRAGOMAN_OPS_PORT: 'x' }),
      DRAGOMAN_PUBLC_PORT: '8000',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/LOG_LEVEL must be one of .*"inf"\. Did you mean info\?/);
    expect(stderr).toContain('DRAGOMAN_OPS_PORT must be a whole number');
    expect(stderr).toContain(`${file}:2: engines.bergamot has no setting "modles". Did you mean "models"?`);
    expect(stderr).toContain(`${file}:4: routes[0].from must be a language`);
    expect(stderr).toContain('There is no setting DRAGOMAN_PUBLC_PORT. Did you mean DRAGOMAN_PUBLIC_PORT?');
  });

  test('accepts a variable that the file names for the key of an engine', async () => {
    writeFileSync(file, 'engines:\n  deepl: { url: "http://x", key_env: DRAGOMAN_DEEPL }\n');
    const { stderr } = await runDragoman(
      ['config', 'check'],
      production({ DRAGOMAN_CONFIG: file, DRAGOMAN_DEEPL: 'key', DRAGOMAN_COLOUR: 'red' }),
    );
    expect(stderr).toContain('There is no setting DRAGOMAN_COLOUR.');
    expect(stderr).not.toContain('DRAGOMAN_DEEPL');
  });

  test('names two listeners with the same port', async () => {
    const env = { DATABASE_URL: database.url, DRAGOMAN_OPS_PORT: '8080' };
    const { code, stderr } = await runDragoman(['config', 'check'], env);
    expect([code, stderr]).toEqual([
      1,
      'DRAGOMAN_PUBLIC_PORT and DRAGOMAN_OPS_PORT are both 8080.\nChoose another port with DRAGOMAN_OPS_PORT.\n',
    ]);
    const hosts = { DRAGOMAN_PUBLIC_HOST: '192.0.2.1', DRAGOMAN_OPS_HOST: '127.0.0.1' };
    expect(await runDragoman(['config', 'check'], { ...env, ...hosts })).toMatchObject({ code: 0 });
  });

  test('shows the addresses as they are configured', async () => {
    const { stdout } = await runDragoman(['config', 'check'], {
      DATABASE_URL: database.url,
      DRAGOMAN_CONSOLE_HOST: '192.0.2.1',
      DRAGOMAN_CONSOLE_PORT: '9000',
      DRAGOMAN_OPS_HOST: '::1',
    });
    expect(stdout).toMatch(/^address +http:\/\/192\.0\.2\.1:9000 +of the dashboard$/m);
    expect(stdout).toMatch(/^listener +API on 0\.0\.0\.0:8080$/m);
    expect(stdout).toMatch(/^listener +operations on \[::1\]:9090$/m);
  });
});

describe('doctor', () => {
  test('warns of misspelled variables, and names problems of the file beside others', async () => {
    writeFileSync(file, 'engines:\n  apertum: {}\n');
    const { code, stdout } = await runDragoman(
      ['doctor'],
      production({ DRAGOMAN_CONFIG: file, DRAGOMAN_PUBLC_PORT: '1', REDIS_URL: 'redis://127.0.0.1:1' }),
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/warning +variable +There is no setting DRAGOMAN_PUBLC_PORT/);
    expect(stdout).toMatch(/FAILED +configuration file .*:2: There is no engine type "apertum"/);
    expect(stdout).toMatch(/FAILED +redis/);
  });

  test('takes a port for its own where Dragoman answers, and not where another program has request ids', async () => {
    const server = await openServer({ DATABASE_URL: database.url });
    const [port, consolePort, opsPort] = [server.url, server.consoleUrl, server.opsUrl].map(
      (url) => new URL(url).port,
    );
    const other = await listening((_request, response) =>
      response.setHeader('x-request-id', crypto.randomUUID()).end('{"status":"ok"}'),
    );
    const own = {
      DATABASE_URL: database.url,
      DRAGOMAN_PUBLIC_PORT: port ?? '',
      DRAGOMAN_CONSOLE_PORT: consolePort ?? '',
      DRAGOMAN_OPS_PORT: opsPort ?? '',
    };
    const [found, missed] = await Promise.all([
      runDragoman(['doctor'], own),
      runDragoman(['doctor'], { ...own, DRAGOMAN_PUBLIC_PORT: other.port }),
    ]);
    other.close();
    await server.stop();
    expect(found.stdout).toMatch(/ok +ports +.*used by a running Dragoman/);
    expect(missed.stdout).toMatch(new RegExp(`FAILED +port ${other.port} +.*another program`));
  });
});

test.each([
  [{ DRAGOMAN_PUBLIC_HOST: '192.0.2.1' }, 'This machine does not have the address 192.0.2.1.'],
  [{ DRAGOMAN_PUBLIC_HOST: 'no-host.invalid' }, 'The host no-host.invalid has no address.'],
])('doctor says why nothing can listen with %j', async (wrong, detail) => {
  const { code, stdout } = await runDragoman(['doctor'], { DATABASE_URL: database.url, ...wrong });
  expect(code).toBe(1);
  expect(stdout).toContain(detail);
  expect(stdout).toContain('Set DRAGOMAN_PUBLIC_HOST to an address of this machine.');
});

test('serve warns once of misspelled variables, and names the configured addresses', async () => {
  const child = spawn(executable, ['serve'], {
    env: {
      ...process.env,
      ...production({ DRAGOMAN_PUBLC_PORT: '1', DRAGOMAN_LOG_LEVEL: 'warn' }),
      DRAGOMAN_PUBLIC_HOST: '127.0.0.1',
      DRAGOMAN_PUBLIC_PORT: '0',
      DRAGOMAN_CONSOLE_PORT: '0',
      DRAGOMAN_OPS_PORT: '0',
      DRAGOMAN_PUBLIC_URL: 'https://translate.example.org',
      DRAGOMAN_CONSOLE_URL: 'https://dashboard.example.org',
    },
  });
  const log = readAll(child.stderr);
  const closed = once(child, 'close');
  const [ready] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGTERM');
  expect(String(ready)).toMatch(/^Dragoman is ready on https:\/\/translate\.example\.org at http:\/\/127\./);
  expect(String(ready)).toContain('console: https://dashboard.example.org at http://127.0.0.1:');
  expect(await closed).toEqual([0, null]);
  const warnings = (await log).split('\n').filter((line) => line.includes('DRAGOMAN_PUBLC_PORT'));
  expect(warnings.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'warn',
      reason: expect.stringContaining(
        'There is no setting DRAGOMAN_PUBLC_PORT. Did you mean DRAGOMAN_PUBLIC_PORT?',
      ),
    }),
  ]);
});

test.each([
  [{ DRAGOMAN_CONSOLE_HOST: '192.0.2.1' }, 'http://192.0.2.1:8081'],
  [{ DRAGOMAN_CONSOLE_HOST: '0.0.0.0', DRAGOMAN_CONSOLE_PORT: '9000' }, 'http://localhost:9000'],
])('user create names the dashboard where %j puts it', async (variables, address) => {
  const env = { DATABASE_URL: database.url, ...variables };
  const email = `${crypto.randomUUID()}@example.org`;
  const args = ['--team', await createTeam(env), '--email', email, '--role', 'viewer'];
  const { stdout } = await runDragoman(['user', 'create', ...args], env);
  expect(stdout).toContain(`open the dashboard at ${address} and sign in`);
});
