/** Engines on other servers: one Dragoman in front of another, which it speaks to as to DeepL. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ProblemAnswer, translate } from '../support/api-client.ts';
import { type Env, runDragoman } from '../support/command-line.ts';
import { longTest } from '../support/long-form.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const frontDatabase = useTestDatabase();
const backDatabase = useTestDatabase();
const scopes = 'translate,usage';
let folder: string;
let back: RunningServer;
let front: RunningServer;
let backEnv: Env;
let frontEnv: Env;
let backKey: string;
let frontKey: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-servers-'));
  backEnv = { DATABASE_URL: backDatabase.url };
  back = await openServer(backEnv);
  backKey = (await createKey(backEnv, await createTeam(backEnv), scopes)).plain;
  frontEnv = await frontWith(backKey);
  frontKey = (await createKey(frontEnv, await createTeam(frontEnv), scopes)).plain;
  front = await openServer(frontEnv);
});
afterAll(async () => {
  expect(await front?.stop()).toBe(0);
  expect(await back?.stop()).toBe(0);
  await rm(folder, { recursive: true });
});

/** Without a cache, so that every text is the other server's. */
async function frontWith(key: string): Promise<Env> {
  const file = join(folder, 'dragoman.yaml');
  await writeFile(
    file,
    `engines:\n  house: { type: deepl, url: "${back.url}", key_env: KEY_OF_THE_HOUSE }\n`,
  );
  const env = { DATABASE_URL: frontDatabase.url, DRAGOMAN_CONFIG: file, DRAGOMAN_CACHE_MB: '0' };
  return { ...env, KEY_OF_THE_HOUSE: key };
}

const toSpanish = <T = { translations: { text: string }[]; characters: number }>(
  text: string[],
  key = frontKey,
) => translate<T>(front.url, key, { text, source_lang: 'EN', target_lang: 'ES' });

async function used(server: RunningServer, key: string): Promise<number> {
  const answer = await fetch(`${server.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { quota_used: number }).quota_used;
}

describe('a Dragoman in front of a Dragoman', () => {
  test('has the pairs of the other, and its translations', async () => {
    const answer = await toSpanish(['The house is big.', ' \n', '\tThe house is big. ']);
    expect(answer.body.translations.map(({ text }) => text)).toEqual([
      'La casa es grande.',
      ' \n',
      '\tLa casa es grande. ',
    ]);
    const usage = await fetch(`${front.url}/v1/usage?group_by=engine`, {
      headers: { authorization: `Bearer ${frontKey}` },
    });
    expect(await usage.json()).toMatchObject({ usage: [{ engine: 'house' }] });
  });

  test('charges each character once on both, from many connections', async () => {
    const before = [await used(front, frontKey), await used(back, backKey)] as const;
    const calls = Array.from({ length: 60 }, (_, n) =>
      toSpanish(Array.from({ length: 1 + (n % 7) }, (_, i) => `The house 🏠 number ${n * 10 + i} is big.`)),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const characters = answers.reduce((sum, { body }) => sum + body.characters, 0);
    expect((await used(front, frontKey)) - before[0]).toBe(characters);
    expect((await used(back, backKey)) - before[1]).toBe(characters);
  });

  test('whose own quota is used up asks the other for nothing', async () => {
    const poor = (await createKey(frontEnv, await createTeam(frontEnv, 'poor', 10), scopes)).plain;
    const before = await used(back, backKey);
    const answer = await toSpanish<ProblemAnswer>(['The house is big.'], poor);
    expect([answer.status, answer.body.code]).toEqual([456, 'quota_exceeded']);
    expect(await used(back, backKey)).toBe(before);
  });

  test('whose quota at the other is used up is engine_unavailable, and free', async () => {
    const poor = (await createKey(backEnv, await createTeam(backEnv, 'poor', 10))).plain;
    const server = await openServer(await frontWith(poor));
    try {
      const before = await used(server, frontKey);
      const body = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'ES' };
      const answer = await translate<ProblemAnswer>(server.url, frontKey, body);
      expect([answer.status, answer.body.code]).toEqual([503, 'engine_unavailable']);
      expect(await used(server, frontKey)).toBe(before);
      expect(server.log()).not.toContain(poor);
    } finally {
      await server.stop();
    }
  });
});

describe('the key of an engine', () => {
  longTest('that is missing is named by its variable, and one that is refused stops the start', async () => {
    const { KEY_OF_THE_HOUSE: _, ...without } = frontEnv;
    const missing = await runDragoman(['serve'], without);
    expect(missing.code).not.toBe(0);
    expect(missing.stderr).toContain(
      'The variable KEY_OF_THE_HOUSE with the key of the engine house is not set',
    );
    const wrong = `svc_live_${'x'.repeat(40)}`;
    const refused = await runDragoman(['serve'], { ...frontEnv, KEY_OF_THE_HOUSE: wrong });
    expect(refused.stderr).toMatch(
      /languages of the engine house could not be read: the server refuses the key/,
    );
    expect(refused.stderr).not.toContain(wrong);
  });

  test('may come from a file, and is shown nowhere', async () => {
    const keyFile = join(folder, 'key');
    const config = join(folder, 'file.yaml');
    await writeFile(keyFile, `${backKey}\n`);
    await writeFile(config, `engines:\n  deepl: { url: "${back.url}", key_file: "${keyFile}" }\n`);
    const env = { DATABASE_URL: frontDatabase.url, DRAGOMAN_CONFIG: config };
    const doctor = await runDragoman(['doctor'], env);
    expect(doctor.stdout).toMatch(/ok +engine deepl +\d+ pairs/);
    const check = await runDragoman(['config', 'check', '--json'], env);
    expect(doctor.stdout + doctor.stderr + check.stdout + check.stderr + front.log()).not.toContain(backKey);
  });
});
