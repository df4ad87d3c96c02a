/** The data key comes from the environment, a file, a command or Vault, and is the same key everywhere. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commandSource } from '../../src/config/key-sources.ts';
import { DataKeys } from '../../src/lib/data-keys.ts';
import { translate } from '../support/api-client.ts';
import { dragomanJson, type Env, runDragoman } from '../support/command-line.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { openServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { openVaultServer, type VaultServer } from '../support/vault-server.ts';

const database = useTestDatabase();
const key = randomBytes(32);
const keyText = key.toString('base64');
const { currentId } = new DataKeys(key);

let folder: string;
let vault: VaultServer;
let base: Env;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-keys-'));
  vault = await openVaultServer();
  base = {
    NODE_ENV: 'test',
    DRAGOMAN_STUB_ENGINE: 'on',
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
  };
});
beforeEach(() => {
  Object.assign(vault, { isSealed: false, denied: [], activeUrl: undefined, tokenLifetime: 0, requests: [] });
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true });
});

async function keyFile(name: string, content: string, mode = 0o600): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  await chmod(path, mode);
  return path;
}

const script = async (name: string, lines: string) => keyFile(name, `#!/bin/sh\n${lines}\n`, 0o700);

const transit = (more: Env = {}): Env => ({
  DRAGOMAN_VAULT_ADDR: vault.url,
  DRAGOMAN_VAULT_TRANSIT_KEY: 'dragoman',
  DRAGOMAN_VAULT_TOKEN: vault.token,
  ...more,
});

const status = (env: Env) =>
  dragomanJson<{ current: string; older: string[] }>(['data-key', 'status'], { ...base, ...env });

async function failureOf(env: Env, ...args: string[]): Promise<string> {
  const command = args.length > 0 ? args : ['data-key', 'status'];
  const { code, stderr, stdout } = await runDragoman(command, { ...base, ...env });
  expect(code).not.toBe(0);
  for (const secret of [keyText, vault.token]) expect(stdout + stderr).not.toContain(secret);
  return stderr;
}

test('every source yields the same key; a further one is older', async () => {
  const older = randomBytes(32).toString('base64');
  const wrapped = vault.encrypt(keyText);
  const both = `${keyText}\n${older}\n`;
  const sources: Env[] = [
    { DRAGOMAN_DATA_KEY_FILE: await keyFile('both', both, 0o440) },
    { DRAGOMAN_DATA_KEY_COMMAND: `cat ${await keyFile('printed', both)}` },
    { DRAGOMAN_DATA_KEY_COMMAND: await script('say', `echo "${keyText} ${older}"`) },
    { DRAGOMAN_DATA_KEY: wrapped, DRAGOMAN_DATA_KEYS_OLD: older, ...transit() },
    { DRAGOMAN_DATA_KEY_FILE: await keyFile('wrapped', `${wrapped}\n${vault.encrypt(older)}`), ...transit() },
    {
      ...transit({ DRAGOMAN_VAULT_TOKEN: '' }),
      DRAGOMAN_DATA_KEY: wrapped,
      DRAGOMAN_DATA_KEYS_OLD: vault.encrypt(older),
      DRAGOMAN_VAULT_TOKEN_FILE: await keyFile('token', `${vault.token}\n`),
    },
  ];
  for (const env of sources) {
    const { current, older: others } = await status(env);
    expect({ current, others }).toEqual({
      current: currentId,
      others: [expect.stringMatching(/^[0-9a-f]{8}$/)],
    });
  }
});

describe('an error says what to do', () => {
  test('of the settings', async () => {
    const file = await keyFile('ok', keyText);
    const cases: [Env, RegExp][] = [
      [
        { DRAGOMAN_DATA_KEY: keyText, DRAGOMAN_DATA_KEY_FILE: file },
        /DATA_KEY and DRAGOMAN_DATA_KEY_FILE are both set/,
      ],
      [{ DRAGOMAN_DATA_KEY: vault.encrypt(keyText) }, /ciphertext requires DRAGOMAN_VAULT_ADDR/],
      [transit(), /VAULT_ADDR requires DRAGOMAN_DATA_KEY/],
      [
        { DRAGOMAN_DATA_KEY: keyText, ...transit({ DRAGOMAN_VAULT_ADDR: 'http://vault.example:8200' }) },
        /must be an https:/,
      ],
      [
        { DRAGOMAN_DATA_KEY: keyText, ...transit({ DRAGOMAN_VAULT_TRANSIT_KEY: '../sys' }) },
        /must name the key/,
      ],
      [
        { DRAGOMAN_DATA_KEY: keyText, ...transit({ DRAGOMAN_VAULT_TOKEN: '' }) },
        /requires DRAGOMAN_VAULT_TOKEN or/,
      ],
    ];
    for (const [env, message] of cases) expect(await failureOf(env)).toMatch(message);
  });

  test('of a file', async () => {
    const cases: [string, RegExp][] = [
      [await keyFile('open', keyText, 0o644), /may read or change .*open \(mode 644\).*chmod 600/s],
      [await keyFile('shared', keyText, 0o660), /mode 660/],
      [join(folder, 'absent'), /cannot be read \(ENOENT\)/],
      [folder, /is not a file/],
      [await keyFile('short', 'c2hvcnQ='), /must yield 32 bytes in base64.*openssl rand/s],
      [await keyFile('empty', '\n'), /yields no data key/],
    ];
    for (const [file, message] of cases)
      expect(await failureOf({ DRAGOMAN_DATA_KEY_FILE: file })).toMatch(message);
  });

  test('of a command', async () => {
    const cases: [string, RegExp][] = [
      [join(folder, 'absent'), /could not be run \(ENOENT\)/],
      [await script('fails', `echo ${keyText}; exit 3`), /failed with status 3.*Run .*fails yourself/s],
      [await script('floods', 'head -c 100000 /dev/zero'), /printed more than a key/],
      // There is no shell that would take this apart.
      [`echo ${keyText.slice(0, -1)};id`, /must yield 32 bytes/],
    ];
    for (const [command, message] of cases) {
      expect(await failureOf({ DRAGOMAN_DATA_KEY_COMMAND: command })).toMatch(message);
    }
    // It is ended with what it started, which would keep its output open.
    const slow = commandSource(await script('slow', 'sleep 600 & sleep 600'), 200);
    await expect(slow.read()).rejects.toThrow(/slow took longer than 0.2 s/);
  });

  test('of Vault', async () => {
    const env = { DRAGOMAN_DATA_KEY: vault.encrypt(keyText), ...transit() };
    vault.isSealed = true;
    expect(await failureOf(env)).toMatch(/sealed.*503.*vault operator unseal/s);
    vault.isSealed = false;
    vault.denied = ['transit/decrypt/dragoman'];
    expect(await failureOf(env)).toMatch(
      /refuses its token \(403\).*permission denied.*update transit\/decrypt\/dragoman/s,
    );
    vault.denied = [];
    expect(await failureOf({ ...env, DRAGOMAN_VAULT_TOKEN: 'hvs.wrong' })).toMatch(/refuses its token/);
    expect(await failureOf({ ...env, DRAGOMAN_VAULT_TRANSIT_KEY: 'other' })).toMatch(
      /nothing at transit\/decrypt\/other/,
    );
    expect(await failureOf({ ...env, DRAGOMAN_DATA_KEY: 'vault:v1:AAAA' })).toMatch(
      /cannot use the data key \(400\)/,
    );
    const short = vault.encrypt(Buffer.from('short').toString('base64'));
    expect(await failureOf({ ...env, DRAGOMAN_DATA_KEY: short })).toMatch(/not a data key of 32 bytes/);
    expect(await failureOf({ ...env, DRAGOMAN_VAULT_ADDR: 'http://127.0.0.1:1' })).toMatch(
      /cannot be reached/,
    );
    // A redirect to a network without TLS would show the token to it.
    vault.activeUrl = 'http://192.0.2.1:8200';
    expect(await failureOf(env)).toMatch(/Vault answered 307/);
  });
});

test('a standby of Vault leads to the active server', async () => {
  const standby = await openVaultServer();
  standby.activeUrl = vault.url;
  const env = { DRAGOMAN_DATA_KEY: vault.encrypt(keyText), ...transit({ DRAGOMAN_VAULT_ADDR: standby.url }) };
  expect(await status(env)).toMatchObject({ current: currentId });
  await standby.close();
});

test('a node needs Vault only to start', async () => {
  const another = await openVaultServer();
  const db = openTestPool(database.url, 1);
  const env = {
    ...base,
    DRAGOMAN_DATA_KEY: another.encrypt(keyText),
    DRAGOMAN_VAULT_ADDR: another.url,
    DRAGOMAN_VAULT_TRANSIT_KEY: 'dragoman',
    DRAGOMAN_VAULT_TOKEN: another.token,
  };
  const node = await openServer(env);
  expect(another.requests).toEqual(['POST transit/decrypt/dragoman', 'POST auth/token/renew-self']);
  await another.close();
  try {
    const [team] = await seedTeams(db, 1);
    const body = { text: ['a house'], source_lang: 'EN', target_lang: 'EO' };
    expect((await translate(node.url, team?.key ?? '', body)).status).toBe(200);
    const countSecrets = async () => (await db.query('SELECT 1 FROM team_secrets')).rowCount;
    await expect.poll(countSecrets).toBe(1);
    const { rows } = await db.query<{ wrapped: Buffer }>('SELECT wrapped FROM team_secrets');
    expect(rows[0]?.wrapped.subarray(4, 8).toString('hex')).toBe(currentId);
  } finally {
    await node.stop();
    await db.end();
  }
});

test('doctor examines the key and the token', async () => {
  const env = { ...base, DRAGOMAN_DATA_KEY: vault.encrypt(keyText), ...transit() };
  const findings = async () => {
    const { stdout } = await runDragoman(['doctor', '--json'], env);
    const found = (JSON.parse(stdout) as { findings: { check: string; ok: boolean; detail: string }[] })
      .findings;
    return found.filter(({ check }) => ['data key', 'vault'].includes(check));
  };
  const inOrder = { check: 'data key', ok: true };
  expect(await findings()).toMatchObject([
    inOrder,
    { check: 'vault', ok: true, detail: 'its token does not expire' },
  ]);
  vault.tokenLifetime = 7_200;
  expect(await findings()).toMatchObject([
    inOrder,
    {
      isWarning: true,
      detail: 'its token expires in 2 hours unless it is renewed',
      remedy: expect.stringMatching(/Vault Agent/),
    },
  ]);
  vault.isSealed = true;
  expect(await findings()).toMatchObject([
    {
      check: 'data key',
      ok: false,
      detail: expect.stringMatching(/sealed/),
      remedy: expect.stringMatching(/unseal/),
    },
    { check: 'vault', ok: false },
  ]);
});

test('a key moves into Vault, and to the next version of the transit key', async () => {
  const wrap = async (env: Env) =>
    (await dragomanJson<{ ciphertexts: string[] }>(['data-key', 'wrap'], { ...base, ...transit(), ...env }))
      .ciphertexts;
  const [first = ''] = await wrap({ DRAGOMAN_DATA_KEY: keyText });
  expect(first).toMatch(/^vault:v1:/);
  vault.rotateTransitKey();
  const [second = ''] = await wrap({ DRAGOMAN_DATA_KEY: first });
  expect(second).toMatch(/^vault:v2:/);
  expect(await status({ DRAGOMAN_DATA_KEY: second, ...transit() })).toMatchObject({ current: currentId });
  expect(await failureOf({ DRAGOMAN_DATA_KEY: keyText }, 'data-key', 'wrap')).toMatch(
    /Vault is not configured/,
  );
});
