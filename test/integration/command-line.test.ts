import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { productVersion } from '../../src/version.ts';
import { dragomanJson, executable, runDragoman, runDragomanProcess } from '../support/command-line.ts';
import { sample } from '../support/long-form.ts';
import { createKey, createTeam, createTeamWithDefaultLimits } from '../support/seed.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
const env = () => ({ DATABASE_URL: database.url });
const run = (...args: string[]) => runDragoman(args, env());

test('each command ends by itself, in a process of its own, with everything printed', async () => {
  const team = await createTeam(env());
  const email = ['--email', 'process@example.org'];
  // First one of each kind: what they open, and so have to close, differs.
  const commands: [args: string[], output: RegExp][] = [
    [['migrate'], /up to date/],
    [['key', 'create', '--team', team, '--name', 'app'], /svc_live_/],
    [['user', 'create', '--team', team, '--role', 'owner', ...email], /process@example.org/],
    [['audit'], /consistent/],
    [['engines', 'try', 'apertium', '--from', 'en', '--to', 'es'], /\S/],
    [['doctor'], /ok +engine apertium/],
    [['team', 'list'], new RegExp(team)],
    [['credit', 'add', '--team', team, '--characters', '5', '--reason', 'a gift'], /5/],
    [['data-key', 'status'], /\S/],
    [['config', 'check'], /apertium/],
  ];
  for (const [args, output] of sample(commands, 6)) {
    const { code, stdout, stderr } = await runDragomanProcess(args, env());
    expect([args, code, stdout, stderr]).toEqual([args, 0, expect.stringMatching(output), '']);
  }
});

test('a command ends quietly when nobody reads its output any longer', async () => {
  const child = spawn(executable, ['--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  child.stdout.destroy();
  expect(await text(child.stderr)).toBe('');
  expect(await ended).toEqual([141, null]);
});

describe('team', () => {
  test('create prints the team, and list shows it with its quota', async () => {
    const {
      team: { id },
    } = await dragomanJson<{ team: { id: string } }>(
      ['team', 'create', '--name', 'Überseehandel', '--monthly-quota', '250_000'],
      env(),
    );
    const { teams } = await dragomanJson<{ teams: object[] }>(['team', 'list'], env());
    expect(teams).toContainEqual(
      expect.objectContaining({ id, name: 'Überseehandel', monthly_quota: 250_000, active_keys: 0 }),
    );
    const { stdout } = await run('team', 'list');
    expect(stdout).toMatch(/^ID +NAME +MONTHLY QUOTA/);
    expect(stdout).toContain('250,000');
  });

  test('create ends with the next command to run', async () => {
    expect((await run('team', 'create', '--name', 'x')).stdout).toMatch(
      /\nNext: dragoman key create --team [0-9a-f-]{36}/,
    );
  });

  test.each([
    [['--name', '']],
    [['--name', 'a\nb']],
    [['--name', 'x', '--monthly-quota', '-1']],
    [['--name', 'x', '--monthly-quota', '1e9']],
    [['--name', 'x', '--monthly-quota', '5__0']],
    [['--name', 'x', '--monthly-quota', '_50']],
    [['--name', 'x', '--monthly-quota', '5_']],
    [[]],
  ])('create %j is not understood: exit code 2', async (args) => {
    expect((await run('team', 'create', ...args)).code).toBe(2);
  });
});

describe('team rename', () => {
  test('gives the team another name, and keeps its id', async () => {
    const id = await createTeam(env(), 'Before');
    const renamed = await dragomanJson<object>(['team', 'rename', id, '--name', ' After '], env());
    expect(renamed).toEqual({ team: { id, name: 'After' } });
    expect((await run('team', 'list')).stdout).toMatch(new RegExp(`${id} +After`));
  });

  test.each([
    ['an unknown team', ['01a1dd01-735d-75c5-a1fc-6551c020c92d', '--name', 'x'], 1],
    ['an unknown name', ['no-such-team', '--name', 'x'], 1],
    ['no name', ['x', '--name', ' '], 2],
    ['a line break', ['x', '--name', 'a\nb'], 2],
  ])('%s is refused', async (_name, args, code) => {
    expect((await run('team', 'rename', ...args)).code).toBe(code);
  });
});

describe('team set-limits', () => {
  test('changes what is given, leaves the rest, and shows all of it', async () => {
    const id = await createTeamWithDefaultLimits(env(), 'limited', 5_000);
    const first = await dragomanJson<object>(['team', 'set-limits', id, '--requests-per-second', '7'], env());
    const limits = {
      team_id: id,
      monthly_quota: 5_000,
      requests_per_second: 7,
      requests_burst: 200,
      characters_per_minute: 1_000_000,
      calls_in_flight: 64,
    };
    expect(first).toEqual({ limits });
    const changes = ['--monthly-quota', '9_000', '--requests-burst', '8', '--characters-per-minute', '9'];
    const second = await dragomanJson<object>(
      ['team', 'set-limits', id, ...changes, '--calls-in-flight', '10'],
      env(),
    );
    expect(second).toEqual({
      limits: {
        ...limits,
        monthly_quota: 9_000,
        requests_burst: 8,
        characters_per_minute: 9,
        calls_in_flight: 10,
      },
    });
    expect((await run('team', 'set-limits', id)).stdout).toMatch(/Requests +7 per second, 8 at once/);
  });

  test.each([
    ['an unknown team', ['01a1dd01-735d-75c5-a1fc-6551c020c92d', '--requests-burst', '1'], 1],
    ['an unknown name', ['no-such-team', '--requests-burst', '1'], 1],
    ['no calls at all', ['x', '--requests-per-second', '0'], 2],
    ['too many', ['x', '--characters-per-minute', '1000000001'], 2],
  ])('%s is refused', async (_name, args, code) => {
    expect((await run('team', 'set-limits', ...args)).code).toBe(code);
  });
});

describe('a team', () => {
  test('is shown with what it used, what is left and its limits', async () => {
    const id = await createTeamWithDefaultLimits(env(), 'Shown', 5_000);
    await run('credit', 'add', '--team', 'Shown', '--characters', '70', '--reason', 'a gift');
    const { team } = await dragomanJson<object & { team: object }>(['team', 'show', 'Shown'], env());
    expect(team).toMatchObject({
      id,
      name: 'Shown',
      suspended: null,
      monthly_quota: 5_000,
      quota_used: 0,
      quota_left: 5_000,
      credit: 70,
      held: 0,
      requests_per_second: 100,
      engines: null,
      cache: true,
      active_keys: 0,
    });
    const { stdout } = await run('team', 'show', id);
    expect(stdout).toMatch(/Quota +0 of 5,000 characters used this month, 5,000 left/);
  });

  test('may be named by its name in every command, unless two have the same', async () => {
    const id = await createTeam(env(), 'Named once');
    for (const args of [
      ['key', 'create', '--team', 'Named once', '--name', 'app'],
      ['key', 'list', '--team', 'Named once'],
      ['credit', 'list', '--team', 'Named once'],
      ['usage', '--team', 'Named once'],
      ['user', 'create', '--team', 'Named once', '--email', 'named@example.org', '--role', 'viewer'],
      ['team', 'set-limits', 'Named once', '--requests-burst', '9'],
      ['team', 'suspend', 'Named once', '--reason', 'a test'],
      ['team', 'resume', 'Named once', '--reason', 'a test'],
      ['team', 'rename', 'Named once', '--name', 'Named twice'],
    ])
      expect([args, (await run(...args)).code]).toEqual([args, 0]);
    const other = await createTeam(env(), 'Named twice');
    const { code, stderr } = await run('team', 'show', 'Named twice');
    expect(code).toBe(1);
    expect(stderr).toContain('2 teams are named "Named twice".');
    expect(stderr).toContain(id);
    expect(stderr).toContain(other);
    expect((await run('team', 'show', 'named TWICE')).code).toBe(1);
    await run('team', 'rename', other, '--name', 'Named to erase');
    await run('team', 'suspend', 'Named to erase', '--reason', 'a test');
    const erased = await run('team', 'erase', 'Named to erase', '--confirm', 'Named to erase', '--json');
    expect(JSON.parse(erased.stdout)).toEqual({ team: { id: other, erased: true } });
  });
});

test('credit list shows each entry with its author and reason, newest first', async () => {
  const team = await createTeam(env());
  for (const [characters, reason] of [
    ['500', 'a gift'],
    ['-20', 'a correction'],
  ])
    await run('credit', 'add', '--team', team, '--characters', characters ?? '', '--reason', reason ?? '');
  const { entries } = await dragomanJson<{ entries: object[] }>(['credit', 'list', '--team', team], env());
  const author = expect.stringMatching(/^command line/);
  expect(entries).toMatchObject([
    { amount: -20, reason: 'a correction', author },
    { amount: 500, reason: 'a gift', author },
  ]);
});

test('user list shows users with their teams and roles, and only operators if asked', async () => {
  const team = await createTeam(env(), 'Harbour');
  for (const role of ['viewer', 'operator'])
    await run('user', 'create', '--team', team, '--email', `list-${role}@example.org`, '--role', role);
  const { stdout } = await run('user', 'list', '--search', 'LIST-');
  expect(stdout).toMatch(/list-operator@example\.org +full +Harbour/);
  expect(stdout).toMatch(/list-viewer@example\.org +Harbour \(viewer\) +off +never/);
  const { users } = await dragomanJson<{ users: { email: string }[] }>(
    ['user', 'list', '--operators', '--search', 'list-'],
    env(),
  );
  expect(users.map(({ email }) => email)).toEqual(['list-operator@example.org']);
  expect((await run('user', 'list', '--search', 'nobody-has-this')).stdout).toBe('No user matches.\n');
});

describe('usage', () => {
  test.each([
    [['--group-by', 'colour'], 1],
    [['--group-by', 'day'], 1],
    [['--from', '2026-02-30'], 2],
    [['--from', '2026-11-02', '--to', '2026-11-01'], 1],
    [['--team', 'nobody'], 1],
  ])('%j is refused', async (args, code) => {
    expect((await run('usage', ...args)).code).toBe(code);
  });
});

test.each([
  ['bash', /team show'\) words='--json --help'/],
  ['zsh', /^#compdef dragoman/],
  ['fish', /complete -c dragoman -f -n "__dragoman_at 'key'" -a create/],
])('completion prints a script for %s, without a database', async (shell, script) => {
  const { code, stdout } = await runDragoman(['completion', shell], { DATABASE_URL: '' });
  expect([code, stdout]).toEqual([0, expect.stringMatching(script)]);
});

/** The commands and options that `--help` shows, for each command by its path. */
async function listed(path: readonly string[] = []): Promise<[path: string, words: string[]][]> {
  const { stdout } = await runDragoman([...path, '--help'], { DATABASE_URL: '' });
  const described = stdout.slice(stdout.indexOf('\nOptions:'));
  const words = [...described.matchAll(/^ {2}(?:-\w, )?(--[\w-]+|[a-z][\w-]*)/gm)].map(
    ([, word]) => word ?? '',
  );
  const [, commands = ''] = stdout.split('\nCommands:\n');
  const names = [...commands.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name ?? '');
  const below = await Promise.all(
    names.filter((name) => name !== 'help').map((name) => listed([...path, name])),
  );
  return [[path.join(' '), words], ...below.flat()];
}

test('every shell completes every command and option that --help shows', async () => {
  const all = await listed();
  expect(all.length).toBeGreaterThan(50);
  const scripts = await Promise.all(
    ['bash', 'zsh', 'fish'].map((shell) => runDragoman(['completion', shell], { DATABASE_URL: '' })),
  );
  const [bash = [], zsh = [], fish = []] = scripts.map(({ stdout }) => stdout.split('\n'));
  for (const [path, words] of all) {
    const inBash = bash.find((line) => line.trim().startsWith(`'${path}') words=`));
    const inZsh = zsh.find((line) => line.trim().startsWith(`'${path}') choices=`));
    const inFish = fish.filter((line) => line.includes(`"__dragoman_at '${path}'"`));
    for (const word of words) {
      expect([path, inBash?.split(/[' ]/)]).toEqual([path, expect.arrayContaining([word])]);
      expect(inZsh).toContain(`'${word}:`);
      const flag = word.startsWith('--') ? `-l ${word.slice(2)} ` : `-a ${word} `;
      expect(inFish.join('\n')).toContain(flag);
    }
  }
});

test('bash completes commands, and options after the name of a team', async () => {
  const { stdout: script } = await runDragoman(['completion', 'bash'], { DATABASE_URL: '' });
  const complete = (...words: string[]) => {
    const given = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
    return execFileSync('bash', ['-c', `${script}\n${given}; _dragoman; echo "\${COMPREPLY[*]}"`], {
      encoding: 'utf8',
    }).trim();
  };
  expect(complete('dragoman', 'tea')).toBe('team');
  expect(complete('dragoman', 'team', 'sh')).toBe('show');
  expect(complete('dragoman', 'team', 'show', 'list', '--')).toBe('--json --help');
});

describe('key', () => {
  test('create prints the plain key once; list never shows it', async () => {
    const team = await createTeam(env());
    const key = await createKey(env(), team, 'translate,keys,usage,glossaries', 'test');
    expect(key.plain).toMatch(/^svc_test_[A-Za-z0-9]{40}$/);
    const listed = await run('key', 'list', '--team', team, '--json');
    expect(listed.stdout).not.toContain(key.plain.slice(9));
    expect(JSON.parse(listed.stdout).keys).toEqual([
      expect.objectContaining({
        id: key.id,
        mode: 'test',
        scopes: ['translate', 'keys', 'usage', 'glossaries'],
        fingerprint: key.fingerprint,
        last_used_at: null,
        revoked_at: null,
      }),
    ]);
  });

  test('create and limit set limits, list shows them, and none removes them', async () => {
    const team = await createTeam(env());
    type Made = { key: Record<string, unknown> & { id: string } };
    const limits = [
      '--monthly-characters',
      '1_000',
      '--requests-per-second',
      '5',
      '--networks',
      '10.0.0.0/8, ::1',
    ];
    const { key } = await dragomanJson<Made>(
      ['key', 'create', '--team', team, '--name', 'app', '--expires', '2100-01-01', ...limits],
      env(),
    );
    expect(key).toMatchObject({
      expires_at: '2100-01-01T00:00:00.000Z',
      networks: ['10.0.0.0/8', '::1'],
      monthly_characters: 1_000,
      characters_left: 1_000,
      requests_per_second: 5,
      engines: null,
    });
    const change = [
      '--engines',
      'apertium',
      '--language-pairs',
      'en-es,*-DE',
      '--characters-per-minute',
      '70',
    ];
    const without = ['--expires', 'none', '--networks', 'none', '--requests-per-second', 'none'];
    expect((await run('key', 'limit', key.id, ...change, ...without)).stdout).toContain(
      'The limits of the key "app"',
    );
    expect((await run('key', 'list', '--team', team)).stdout).toMatch(
      /active +1,000 characters left of 1,000 a month; 70 characters per minute; engines: apertium; pairs: EN-ES, \*-DE\n/,
    );
    expect((await run('key', 'limit', key.id, '--expires', '2100-01-01')).stdout).toContain(
      'expires 2100-01-01T00:00:00.000Z; 1,000 characters',
    );
    await run('key', 'revoke', key.id);
    expect((await run('key', 'limit', key.id, '--expires', 'none')).code).toBe(1);
  });

  test.each([
    ['--expires', '2020-01-01'],
    ['--expires', 'tomorrow'],
    ['--networks', '10.0.0.0/99'],
    ['--engines', 'a,,b'],
    ['--language-pairs', 'EN'],
    ['--requests-per-second', '0'],
    ['--characters-per-minute', 'x'],
    ['--monthly-characters', '-1'],
  ])('a limit of %s %s is refused', async (option, value) => {
    expect((await run('key', 'create', '--team', 'x', '--name', 'x', option, value)).code).toBe(2);
  });

  test('a new key may translate and nothing else', async () => {
    const team = await createTeam(env());
    const { key } = await dragomanJson<{ key: { scopes: string[]; mode: string } }>(
      ['key', 'create', '--team', team, '--name', 'app'],
      env(),
    );
    expect(key).toMatchObject({ scopes: ['translate'], mode: 'live' });
  });

  test('fingerprint computes from standard input what list shows', async () => {
    const key = await createKey(env(), await createTeam(env()));
    const { stdout } = await runDragoman(['key', 'fingerprint'], {}, `${key.plain}\n`);
    expect(stdout).toBe(`${key.fingerprint}\n`);
    expect((await runDragoman(['key', 'fingerprint'], {}, 'no key')).code).toBe(1);
  });

  test('revoke is final, and revoking twice keeps the first time', async () => {
    const key = await createKey(env(), await createTeam(env()));
    type Revoked = { key: { revoked_at: string } };
    const first = await dragomanJson<Revoked>(['key', 'revoke', key.id], env());
    const second = await dragomanJson<Revoked>(['key', 'revoke', key.id], env());
    expect(Date.parse(first.key.revoked_at)).not.toBeNaN();
    expect(second).toEqual(first);
  });

  test.each([
    ['an unknown team', ['create', '--team', '01a1dd01-735d-75c5-a1fc-6551c020c92d', '--name', 'x'], 1],
    ['an unknown name of a team', ['create', '--team', 'no-such-team', '--name', 'x'], 1],
    ['an unknown scope', ['create', '--team', 'x', '--name', 'x', '--scopes', 'everything'], 2],
    ['an unknown mode', ['create', '--team', 'x', '--name', 'x', '--mode', 'fake'], 2],
    ['an unknown key', ['revoke', 'nothing'], 1],
    ['an unknown key to limit', ['limit', 'nothing', '--expires', 'none'], 1],
    ['nothing to limit', ['limit', 'nothing'], 1],
  ])('%s is refused with a remedy', async (_name, args, code) => {
    const result = await run('key', ...args);
    expect(result.code).toBe(code);
    expect(result.stderr).toMatch(/\S/);
  });

  test('failures are JSON too where JSON was asked for', async () => {
    const { stderr } = await run('key', 'revoke', 'nothing', '--json');
    expect(JSON.parse(stderr)).toEqual({
      error: { message: expect.any(String), remedy: expect.any(String) },
    });
  });
});

describe('doctor', () => {
  test('finds everything in place', async () => {
    const { healthy, findings } = await dragomanJson<{
      healthy: boolean;
      findings: { check: string; ok: boolean }[];
    }>(['doctor'], env());
    expect(findings.map(({ check, ok }) => [check, ok])).toEqual([
      ['configuration', true],
      ['ports', true],
      ['database', true],
      ['schema', true],
      ['data key', true],
      ['redis', true],
      ['documents', true],
      ['engine apertium', true],
    ]);
    expect(healthy).toBe(true);
  });

  test.each([
    ['the configuration', { DRAGOMAN_PUBLIC_PORT: 'x' }, 'configuration'],
    ['documents without a data key', { DRAGOMAN_DOCUMENTS: 'file:///tmp/x' }, 'documents'],
    [
      'a folder that cannot be made',
      {
        DRAGOMAN_DOCUMENTS: 'file:///etc/hostname/documents',
        DRAGOMAN_DATA_KEY: Buffer.alloc(32).toString('base64'),
      },
      'documents',
    ],
    [
      'the key for networks without keys',
      {
        DRAGOMAN_DIALECTS_PORT: '0',
        DRAGOMAN_DIALECTS_KEYLESS_KEY: `svc_live_${'x'.repeat(40)}`,
        DRAGOMAN_DIALECTS_KEYLESS_NETWORKS: '10.0.0.0/8',
      },
      'other dialects',
    ],
    ['the database', { DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'database'],
    ['Redis', { REDIS_URL: 'redis://127.0.0.1:1' }, 'redis'],
    ['the engines', { DRAGOMAN_APERTIUM_MODES: '/nonexistent' }, 'engine apertium'],
  ])('says what to do about a fault of %s, and fails', async (_name, fault, check) => {
    const { code, stdout } = await runDragoman(['doctor', '--json'], { ...env(), ...fault });
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as {
      findings: { check: string; ok: boolean; remedy?: string }[];
    };
    expect(findings.filter((finding) => !finding.ok)).toEqual([
      expect.objectContaining({ check, remedy: expect.stringMatching(/\S/) }),
    ]);
  });
});

test('--version prints the version, without a database', async () => {
  const { code, stdout } = await runDragoman(['--version'], { DATABASE_URL: '' });
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${productVersion}\n` });
});

test('without a database the commands name the variable to set', async () => {
  const { code, stderr } = await runDragoman(['team', 'list'], { DATABASE_URL: '' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/DATABASE_URL must be set/);
});

const ports = [
  'DRAGOMAN_PUBLIC_PORT',
  'DRAGOMAN_OPS_PORT',
  'DRAGOMAN_CONSOLE_PORT',
  'DRAGOMAN_DIALECTS_PORT',
];

test.each(sample(ports, 1))(
  'serve names the port that is taken, and %s, which changes it',
  async (setting) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const free = { DRAGOMAN_OPS_PORT: '0', DRAGOMAN_CONSOLE_PORT: '0', DRAGOMAN_PUBLIC_PORT: '0' };
    const hosts = { DRAGOMAN_PUBLIC_HOST: '127.0.0.1' };
    const { code, stderr } = await runDragoman(['serve'], {
      ...env(),
      ...free,
      ...hosts,
      [setting]: String(port),
    });
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} is taken`);
    expect(stderr).toContain(setting);
  },
);

test('worker names the port that is taken, and the variable that changes it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await runDragoman(['worker'], {
    ...env(),
    DRAGOMAN_OPS_PORT: String(port),
    DRAGOMAN_DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
    DRAGOMAN_DOCUMENTS: pathToFileURL(tmpdir()).href,
  });
  other.close();
  expect(code).toBe(1);
  expect(stderr).toContain(`Port ${port} is taken`);
  expect(stderr).toContain('DRAGOMAN_OPS_PORT');
});

test('doctor names a port on which another program listens', async () => {
  const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stdout } = await runDragoman(['doctor'], { ...env(), DRAGOMAN_OPS_PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(stdout).toMatch(new RegExp(`FAILED +port ${port} +.*another program listens there`));
  expect(stdout).toContain('choose another port with DRAGOMAN_OPS_PORT');
});

test('doctor says in words that nothing listens at the address of Redis', async () => {
  const { stdout } = await runDragoman(['doctor'], { ...env(), REDIS_URL: 'redis://127.0.0.1:1' });
  expect(stdout).toContain("Redis can't be reached: nothing listens at its address.");
});

test.each([
  [{}, 'http://localhost:8081'],
  [{ DRAGOMAN_CONSOLE_PORT: '9000' }, 'http://localhost:9000'],
  [{ DRAGOMAN_CONSOLE_URL: 'https://translate.example.org' }, 'https://translate.example.org'],
])('user create names the dashboard that %j sets', async (variables, address) => {
  const team = await createTeam(env());
  const args = ['--team', team, '--email', `${crypto.randomUUID()}@example.org`, '--role', 'viewer'];
  const { stdout } = await runDragoman(['user', 'create', ...args], { ...env(), ...variables });
  expect(stdout).toContain(`open the dashboard at ${address} and sign in`);
});
