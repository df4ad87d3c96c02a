/**
 * The Debian path of docs/run/install.md, in a scratch folder: package, init, serve, a translation. As an account that
 * may do nothing, with the unit's own command and environment and none of this process's. `scripts/fresh-debian` does it
 * on a Debian of its own, to the letter.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnvironment } from '../../src/cli/init/environment-file.ts';
import { readDeployFile, repository } from '../support/deploy-files.ts';
import { upload } from '../support/document-client.ts';
import { freePort } from '../support/free-port.ts';
import { createDatabase, databaseUrl, dropDatabase, randomDatabaseName } from '../support/postgres.ts';

const scratch = mkdtempSync(join(tmpdir(), 'dragoman-fresh-'));
const [program, settings] = [join(scratch, 'opt'), join(scratch, 'etc')];
const database = randomDatabaseName();
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

beforeAll(async () => {
  await createDatabase(database);
  chmodSync(scratch, 0o755);
  mkdirSync(settings, { mode: 0o750 });
  if (isRoot) chownSync(settings, nobody, nobody);
});
afterAll(async () => {
  rmSync(scratch, { recursive: true });
  await dropDatabase(database);
});

/** A command line for the service's account, without a way to more rights. */
function asService(command: readonly string[]): [string, string[]] {
  const ids = isRoot
    ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--bounding-set=-all', '--inh-caps=-all']
    : [];
  return ['setpriv', [...ids, '--no-new-privs', ...command]];
}

const unit = readDeployFile('debian/dragoman.service');
const valuesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value ?? '');

/** As systemd makes it: its own PATH, what the unit says, and the environment file. */
function serviceEnvironment(): Record<string, string> {
  const file = statSync(join(settings, 'dragoman.env'), { throwIfNoEntry: false });
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...parseEnvironment(valuesOf('Environment').join('\n')),
    ...(file && parseEnvironment(readFileSync(join(settings, 'dragoman.env'), 'utf8'))),
  };
}

interface Installed {
  files: { isNew: boolean }[];
  key: { isNew: boolean };
  secret?: string;
  call: string;
}

async function init(ports: readonly number[]): Promise<Installed> {
  const [publicPort, consolePort, opsPort] = ports;
  const args = [
    ...['--database-url', databaseUrl(database), '--public', `127.0.0.1:${publicPort}`],
    ...['--console', `127.0.0.1:${consolePort}`, '--ops', `127.0.0.1:${opsPort}`],
    ...['--team', 'my-team', '--email', 'you@example.org', '--folder', settings, '--yes', '--json'],
    ...['--documents', join(settings, 'documents')],
  ];
  const [command, words] = asService([join(program, 'bin/dragoman'), 'init', ...args]);
  const { status, stdout, stderr } = spawnSync(command, words, {
    env: serviceEnvironment(),
    cwd: settings,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as Installed;
}

function serve(): ChildProcess {
  const line = (valuesOf('ExecStart')[0] ?? '').replace('/opt/dragoman', program);
  const [command, words] = asService(line.split(' '));
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return spawn(command, words, {
    env: { ...serviceEnvironment(), DRAGOMAN_LOG_LEVEL: 'error' },
    cwd: settings,
    stdio: [...stdio],
  });
}

test('from a package to a first translation', async () => {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1_000).toFixed(1);
  const said = execFileSync(join(repository, 'scripts/package'), ['--as-built', '--folder', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Scripts read the archive's name from there.
  expect(said.toString()).toBe('');
  const packaged = seconds();

  const ports = [await freePort(), await freePort(), await freePort()];
  const installed = await init(ports);
  const { mode, uid } = statSync(join(settings, 'dragoman.env'));
  expect(mode & 0o777).toBe(0o600);
  if (isRoot) expect(uid).toBe(nobody);

  const server = serve();
  try {
    if (server.stdout === null) throw new Error('no output');
    for await (const line of createInterface(server.stdout)) {
      expect(line).toContain(`Dragoman is ready on http://127.0.0.1:${ports[0]}`);
      break;
    }
    // Word for word what init printed.
    const answer = execFileSync('sh', ['-c', installed.call], { encoding: 'utf8' });
    expect(JSON.parse(answer)).toMatchObject({
      translations: [{ text: 'La casa es grande.' }],
      characters: 17,
    });
    process.stdout.write(
      `fresh install: packed after ${packaged} s, first translation after ${seconds()} s\n`,
    );

    const document = await upload(
      `http://127.0.0.1:${ports[0]}/v1/documents`,
      installed.secret ?? '',
      { name: 'letter.txt', content: 'The house is big.' },
      { source_lang: 'EN', target_lang: 'ES' },
    );
    expect(document.status).toBe(201);

    const again = await init(ports);
    expect(again.files.map(({ isNew }) => isNew)).toEqual([false, false]);
    expect(again.key.isNew).toBe(false);
    expect(again.secret).toBeUndefined();
  } finally {
    const exited = new Promise((resolve) => server.on('exit', resolve));
    server.kill('SIGTERM');
    expect(await exited).toBe(0);
  }
});
