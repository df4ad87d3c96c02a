import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { type EngineServer, serve, serverKey, startLibretranslate } from '../support/engine-servers.ts';

let folder: string;
let model: EngineServer;
let libretranslate: EngineServer;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-try-'));
  libretranslate = await startLibretranslate();
  model = await serve((_method, _path, _body, { authorization }) =>
    authorization === `Bearer ${serverKey}`
      ? { status: 200, body: { choices: [{ message: { content: 'Das Haus ist groß.' } }] } }
      : { status: 401, body: { error: { message: 'Incorrect API key' } } },
  );
  const config = join(folder, 'dragoman.yaml');
  await writeFile(
    config,
    `engines:
  llm:
    type: openai
    url: ${model.url}/v1
    key_env: ENGINE_KEY
    model: hy-mt2
    template: hy-mt
    languages: [en, de, ja]
  remote: { type: libretranslate, url: "${libretranslate.url}", key_env: ENGINE_KEY }
  apertium: {}
`,
  );
  env = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    DRAGOMAN_CONFIG: config,
    ENGINE_KEY: serverKey,
  };
});
afterAll(async () => {
  await Promise.all([model, libretranslate].map((each) => each?.[Symbol.asyncDispose]()));
  await rm(folder, { recursive: true });
});
afterEach(() => {
  model.misbehave = undefined;
});

const tryEngine = (...args: string[]) => runDragoman(['engines', 'try', ...args], env);

test('shows the request without the key, the answer and the time', async () => {
  const { code, stdout } = await tryEngine('llm', '--from', 'EN', '--to', 'DE');
  expect(code).toBe(0);
  expect(stdout).toContain(
    `POST ${model.url}/v1/chat/completions\n{\n  "model": "hy-mt2",\n  "temperature": 0.7,`,
  );
  expect(stdout).toContain('The house is big.');
  expect(stdout).toMatch(/\nAnswer 200 after \d+ ms\n\{\n {2}"choices": \[/);
  expect(stdout).toMatch(
    /\nEngine {7}llm\nLanguages {4}EN → DE\nText {9}The house is big\.\nTranslation {2}Das Haus ist groß\.\nTime {9}\d+ ms\n$/,
  );
  expect(stdout).not.toContain(serverKey);
});

test('with --json the same, for machines', async () => {
  const args = ['engines', 'try', 'llm', '--from', 'ja', '--to', 'de', '--text', '家は大きい。'];
  expect(await dragomanJson<object>(args, env)).toEqual({
    engine: 'llm',
    source_lang: 'JA',
    target_lang: 'DE',
    text: '家は大きい。',
    translation: 'Das Haus ist groß.',
    ms: expect.any(Number),
    requests: [
      {
        path: '/chat/completions',
        request: model.asked.at(-1),
        status: 200,
        answer: { choices: [{ message: { content: 'Das Haus ist groß.' } }] },
        ms: expect.any(Number),
      },
    ],
  });
});

test('a failure is shown with what the server said, and a reason', async () => {
  model.misbehave = () => ({
    status: 400,
    body: { error: { message: `Bad key ${serverKey}`, param: 'temperature' } },
  });
  const { code, stdout, stderr } = await tryEngine('llm', '--to', 'de');
  expect(code).toBe(1);
  expect(stdout).toMatch(/Answer 400 after \d+ ms\n/);
  expect(stdout).toContain('"message": "Bad key ***"');
  expect(stderr).toContain(
    'The engine llm failed: the server refuses "temperature" in the request (400); remove it with',
  );
});

test('every repeat is shown', async () => {
  const before = model.asked.length;
  model.misbehave = () =>
    model.asked.length - before < 3 ? { status: 503, body: {}, headers: { 'retry-after': '0' } } : undefined;
  const { requests } = await dragomanJson<{ requests: { status: number }[] }>(
    ['engines', 'try', 'llm', '--to', 'de'],
    env,
  );
  expect(requests.map(({ status }) => status)).toEqual([503, 503, 200]);
});

test('a key that is part of the request is not shown', async () => {
  const { code, stdout } = await tryEngine('remote', '--to', 'de');
  expect(code).toBe(0);
  expect(stdout).toContain('"api_key": "***"');
  expect(stdout).toContain('THE HOUSE IS BIG.');
  expect(libretranslate.asked.at(-1)).toMatchObject({ api_key: serverKey });
});

test('an engine of this machine has no request to show', async () => {
  const trial = await dragomanJson<object>(['engines', 'try', 'apertium', '--from', 'en', '--to', 'es'], env);
  expect(trial).toMatchObject({ translation: 'La casa es grande.', requests: [] });
});

test.each([
  [['other'], 1, /There is no engine "other"\.\nThe configuration has: llm, remote, apertium/],
  [['llm', '--to', 'fr'], 1, /does not have this pair\.\nIt has: EN → DE, EN → JA, DE → EN/],
  [['llm', '--from', 'ja'], 1, /There is no example in ja\.\nName a text with --text/],
  [[], 2, /missing required argument 'name'/],
])('%j ends with a reason', async (args, expected, reason) => {
  const { code, stderr } = await tryEngine(...args);
  expect(code).toBe(expected);
  expect(stderr).toMatch(reason);
});
