/** `dragoman init` as a person and as a script runs it. The way from there to a translation: acceptance, fresh-install. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseEnvironment } from '../../src/cli/init/environment-file.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { type RegistryServer, startModelRegistry } from '../support/model-registry-server.ts';
import { hasTestData } from '../support/test-data.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const scratch = mkdtempSync(join(tmpdir(), 'dragoman-init-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(scratch, 'settings-'));
});

const anyPorts = ['--public', '127.0.0.1:0', '--console', '127.0.0.1:0', '--ops', '127.0.0.1:0'];
/** Nothing of the test's own environment decides. */
const noEnvironment = { DATABASE_URL: '', DRAGOMAN_CONFIG: '' };

function init(args: readonly string[], stdin = '', env: Record<string, string> = noEnvironment) {
  return runDragoman(['init', '--folder', folder, ...args], env, stdin);
}

interface Result {
  files: { path: string; isNew: boolean }[];
  team: { id: string; isNew: boolean };
  user: { isNew: boolean };
  key: { isNew: boolean };
  password?: string;
  secret?: string;
  call: string;
  api: string;
}

async function initJson(...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await init(['--yes', '--json', ...args]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout) as Result;
}

test('repeated, it changes nothing, shows no secret again and says how to get another', async () => {
  const account = ['--team', 'repeated', '--email', 'repeated@example.org'];
  const address = ['--public-url', 'https://translate.example.org/'];
  const first = await initJson('--database-url', database.url, ...anyPorts, ...account, ...address);
  expect(first.api).toBe('https://translate.example.org');
  expect(first).toMatchObject({ team: { isNew: true }, user: { isNew: true }, key: { isNew: true } });
  expect(first.call).toContain(`Bearer ${first.secret}`);
  const settings = () => readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const written = settings();
  expect(written.join()).not.toContain(first.secret);
  expect(written.join()).not.toContain(first.password);
  expect(statSync(join(folder, 'dragoman.env')).mode & 0o777).toBe(0o600);

  const again = await init(['--yes', ...account]);
  expect(again.code).toBe(0);
  expect(again.stdout).toMatch(/Team +repeated, .* \(already existed\)/);
  expect(again.stdout).toContain(`dragoman key create --team ${first.team.id}`);
  expect(again.stdout).toContain('dragoman user set-password --email repeated@example.org');
  expect(again.stdout).not.toMatch(/svc_live_|Password/);
  expect(settings()).toEqual(written);
});

test('it asks for what no flag gives, says what is wrong with an answer and asks again', async () => {
  const refused = new URL(database.url);
  refused.pathname = '/no_such_database';
  const answers = [refused.href, database.url, '', '127.0.0.1:0', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:0'];
  const documents = ['/dev/null/documents', join(folder, 'documents')];
  const stdin = [
    ...answers,
    ...documents,
    'asked',
    'nobody',
    'asked@example.org',
    'de,?',
    '',
    'nonsense',
    'apertium',
  ].join('\n');
  const { code, stdout, stderr } = await init([], `${stdin}\n`);
  expect(stderr).toContain('Postgres (postgres://');
  expect(stderr).toContain('createdb');
  expect(stderr).toContain('An address is host:port');
  expect(stderr).toMatch(/--documents: documents: .*\n.*docs\/run\/documents\.md/);
  expect(stderr).toContain('--languages: ? is not a language code.');
  expect(stderr).toContain('--engines: Choose from');
  expect(stderr).toMatch(/--email: .*\n.*E-mail address/);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Team +asked/);
  expect(stdout).toMatch(/Example +The house is big\. → La casa es grande\. +\(apertium\)/);
  expect(stdout).toMatch(/API +http:\/\/127\.0\.0\.1:0/);
  expect(stdout).toMatch(/Dashboard +http:\/\/localhost:0/);
  expect(stdout).toContain('The first sign-in asks you to add a second factor');
  expect(stdout).toMatch(/This is the only time that the password and the key's secret are shown\./);
  const [, start = 'false'] = /Start the server: (set -a; .*; set \+a; .* serve)\n/.exec(stdout) ?? [];
  expect(execFileSync('sh', ['-c', `${start} --help`], { encoding: 'utf8' })).toContain('serve');
  expect(stdout).toMatch(/\ncurl -s http:\/\/127\.0\.0\.1:0\/v1\/translate/);
});

describe.skipIf(!hasTestData)('with languages', () => {
  let registry: RegistryServer;
  beforeAll(async () => {
    registry = await startModelRegistry();
  });
  afterAll(() => registry?.[Symbol.asyncDispose]());

  const initWith = (name: string, place: string, ...args: string[]) =>
    init([
      ...['--yes', '--json', '--database-url', database.url, ...anyPorts],
      ...['--team', name, '--email', `${name}@example.org`],
      ...['--languages', 'de,fr', '--registry', place, ...args],
    ]);
  const engines = () => readFileSync(join(folder, 'dragoman.yaml'), 'utf8');

  test('it shows what serves each pair, installs the models, and translates with them', async () => {
    const { code, stdout, stderr } = await initWith('neural', registry.remoteSettings);
    expect(stderr).toMatch(
      /en-de +bergamot +tiny +no published score +7\.2 MB +330 MB memory\nde-en +not available\n/,
    );
    expect(code).toBe(0);
    expect(engines()).toMatch(/bergamot: \{ models: ".*", memory_mb: \d+, pinned: \[en-de\] \}\n +apertium/);
    const { example, notServed } = JSON.parse(stdout) as { example: unknown; notServed: string[] };
    expect(notServed).toContain('de-en');
    expect(notServed).not.toContain('en-de');
    expect(example).toMatchObject({ engine: 'bergamot', source: 'en', target: 'de' });
    // Hidden: the id of the folder.
    const shown = readdirSync(join(folder, 'models')).filter((name) => !name.startsWith('.'));
    expect(shown).toEqual(['en-de']);
  });

  test('without a network it says so, and goes on with Apertium', async () => {
    const { code, stderr } = await initWith('offline', 'http://127.0.0.1:1/db/models.json');
    expect(stderr).toMatch(/model registry at .* cannot be read.*\n.*Going on with Apertium\./s);
    expect(code).toBe(0);
    expect(engines()).toContain('engines:\n  apertium: {}\n');
  });

  test('without a network it uses the models that are already installed', async () => {
    const models = join(folder, 'models');
    const env = { ...noEnvironment, DRAGOMAN_MODEL_REGISTRY: registry.remoteSettings };
    expect((await runDragoman(['models', 'pull', 'en-de', '--models', models], env)).code).toBe(0);
    const { code, stderr } = await initWith('prepared', 'http://127.0.0.1:1/db/models.json');
    expect(stderr).toContain('Going on with 1 installed model and Apertium.');
    expect(code).toBe(0);
    expect(engines()).toContain('pinned: [en-de]');
  });

  test('if models cannot be stored it says so, and goes on with Apertium', async () => {
    const { code, stderr } = await initWith('full', registry.remoteSettings, '--models', '/dev/null/models');
    expect(stderr).toMatch(/Models can't be stored in \/dev\/null\/models.*\nGoing on with Apertium\./);
    expect(stderr).toContain('To try again, remove dragoman.yaml and repeat the command.');
    expect(code).toBe(0);
    expect(engines()).not.toContain('bergamot');

    rmSync(join(folder, 'dragoman.yaml'));
    const again = await initWith('full', registry.remoteSettings);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('"engine":"bergamot"') });
  });

  test('nothing is downloaded before the account is known, or for engines without models', async () => {
    const languages = ['--languages', 'de', '--registry', registry.remoteSettings];
    const args = ['--yes', '--database-url', database.url, ...anyPorts, ...languages];
    const models = ['--models', join(folder, 'models')];
    const nobody = await init([...args, ...models]);
    expect(nobody).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No value was given for --email'),
    });
    const useless = await init([...args, ...models, '--email', 'a@example.org', '--engines', 'apertium']);
    expect(useless).toMatchObject({ code: 1, stderr: expect.stringContaining('needs the engine bergamot') });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('nothing is downloaded if the operator does not want it', async () => {
    const { code } = await initWith('unwilling', registry.publicList, '--download', 'no');
    expect(code).toBe(0);
    expect(engines()).not.toContain('bergamot');
    expect(readdirSync(folder)).not.toContain('models');
  });
});

describe('--demo', () => {
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(join(memoryFolder(), 'dragoman-demo-'));
    // Postgres does not run as root, and must get to its folder.
    chmodSync(place, 0o755);
  });
  afterEach(() => rmSync(place, { recursive: true }));

  // The database of an installation, which a demonstration must not use.
  const installation = () => ({ ...noEnvironment, DATABASE_URL: database.url, TMPDIR: place });
  const demo = (...args: string[]) => runDragoman(['init', '--demo', '--json', ...args], installation());
  const teams = () =>
    dragomanJson<{ teams: { name: string }[] }>(['team', 'list'], { DATABASE_URL: database.url });

  test('needs nothing: it starts servers, and adds usage that the audit agrees with', async () => {
    const own = join(place, 'a demo');
    const first = await demo('--folder', own);
    expect(first.stderr).toBe('');
    const { team, example, removal } = JSON.parse(first.stdout) as Result & {
      example: object;
      removal: string;
    };
    try {
      expect(example).toMatchObject({ translation: 'La casa es grande.' });
      const settings = parseEnvironment(readFileSync(join(own, 'dragoman.env'), 'utf8'));
      const { keys } = await dragomanJson<{ keys: unknown[] }>(['key', 'list', '--team', team.id], settings);
      expect(keys).toHaveLength(4);
      expect((await runDragoman(['audit', '--full'], settings)).code).toBe(0);
      const again = await demo('--folder', own);
      expect([again.code, JSON.parse(again.stdout)]).toMatchObject([
        0,
        { team: { isNew: false }, key: { isNew: false }, removal },
      ]);
      expect((await teams()).teams.map(({ name }) => name)).not.toContain('demo');

      const [stop = ''] = removal.split('; rm ');
      execFileSync('sh', ['-c', stop]);
      const gone = await demo('--folder', own);
      expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('are gone') });
      expect(JSON.parse(gone.stderr).error.remedy).toContain(removal);
    } finally {
      execFileSync('sh', ['-c', removal]);
    }
    expect(readdirSync(place)).toEqual([]);
  });

  test('a failed demonstration leaves no servers and no files behind', async () => {
    const failed = await demo('--folder', join(place, 'demo'), '--public', '192.0.2.1:8080');
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('no such address') });
    expect(readdirSync(place)).toEqual([]);
  });

  test.each([
    ['a folder that it did not create', () => ['--folder', folder], /no demonstration created it/],
    ['--no-files', () => ['--no-files'], /--no-files cannot be used with --demo/],
    ['one server of two', () => ['--database-url', database.url], /given together or not at all/],
    [
      'the database of an installation',
      () => [
        '--database-url',
        database.url,
        '--redis-url',
        process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
      ],
      /already has tables/,
    ],
  ])('%s is refused before anything starts', async (_name, args, message) => {
    const before = await teams();
    const { code, stderr } = await demo('--folder', join(place, 'demo'), ...args());
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
    expect(readdirSync(place)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect(await teams()).toEqual(before);
  });
});

test('without an answer it ends, names the flag and has done nothing', async () => {
  for (const args of [['--yes'], []]) {
    const { code, stderr } = await init([
      '--database-url',
      database.url,
      ...anyPorts,
      '--team',
      'x',
      ...args,
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/No value was given for --(email|redis-url)/);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a database that is not there', ['--database-url', 'postgres://127.0.0.1:1/none'], /nothing listens/],
  ['a Redis that is not there', ['--redis-url', 'redis://127.0.0.1:1'], /Start Redis or Valkey/],
  ['an engine without models', ['--engines', 'bergamot', '--models', '/nowhere'], /dragoman models pull/],
  ['a folder that cannot be made', ['--documents', '/dev/null/documents'], /Check DRAGOMAN_DOCUMENTS/],
  ['an address of another machine', ['--public', '192.0.2.1:8080'], /no such address/],
])('%s: says what to do, and has done nothing', async (_name, args, remedy) => {
  const usual = ['--database-url', database.url, ...anyPorts, '--team', 'faulty', '--email', 'a@example.org'];
  const { code, stderr } = await init(['--yes', ...usual, ...args]);
  expect(stderr).toMatch(remedy);
  expect(stderr).toContain('Nothing was changed.');
  expect(code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  const { teams } = await dragomanJson<{ teams: { name: string }[] }>(['team', 'list'], {
    DATABASE_URL: database.url,
  });
  expect(teams.map(({ name }) => name)).not.toContain('faulty');
});

test('a port in use is found before anything is written', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const args = ['--database-url', database.url, '--public', `127.0.0.1:${port}`, '--email', 'a@example.org'];
  const { stderr } = await init(['--yes', ...args]);
  await new Promise((resolve) => other.close(resolve));
  expect(stderr).toContain('Another program listens there');
  expect(readdirSync(folder)).toEqual([]);
});

test('files that are there are never overwritten: a flag that says otherwise is refused', async () => {
  writeFileSync(join(folder, 'dragoman.env'), `DATABASE_URL=${database.url}\nDRAGOMAN_PUBLIC_PORT=0\n`);
  writeFileSync(join(folder, 'dragoman.yaml'), 'engines: { own: { type: apertium } }\n');
  const account = ['--yes', '--team', 'kept', '--email', 'kept@example.org'];
  const other = await init([...account, '--public', '127.0.0.1:8090']);
  expect(other).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has a different value than --public'),
  });
  const engines = await init([...account, '--engines', 'apertium']);
  expect(engines).toMatchObject({ code: 1, stderr: expect.stringContaining('leave --engines out') });
  const languages = await init([...account, '--languages', 'de']);
  expect(languages).toMatchObject({ code: 1, stderr: expect.stringContaining('dragoman models pull') });
  const kept = await initJson(...account.slice(1));
  expect(kept.files.map(({ isNew }) => isNew)).toEqual([false, false]);
  expect(readFileSync(join(folder, 'dragoman.yaml'), 'utf8')).toContain('own');
});

test('--no-files takes the environment as it is and writes nothing', async () => {
  const args = ['--yes', '--no-files', '--team', 'contained', '--email', 'contained@example.org'];
  const env = { ...noEnvironment, DATABASE_URL: database.url };
  const { code, stdout } = await init([...args, '--json'], '', env);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ files: [], team: { isNew: true } });
  expect(readdirSync(folder)).toEqual([]);
  const { stderr } = await init([...args, '--public', '127.0.0.1:1'], '', env);
  expect(stderr).toContain('--public cannot be used with --no-files');
});

test.each([
  ['--database-url', 'mysql://x'],
  ['--redis-url', 'http://x'],
  ['--public', '8080'],
  ['--ops', '127.0.0.1:99999'],
  ['--trusted-proxies', 'everybody'],
  ['--engines', 'apertium,deepl'],
  ['--team', ''],
  ['--email', 'nobody'],
])('%s %j is not understood: exit code 2', async (...args) => {
  expect((await init(['--yes', ...args])).code).toBe(2);
});
