/** What a caller wants besides the language reaches the engines that heed it, and a cached answer never ignores it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer, post, translate } from '../support/api-client.ts';
import { type EngineServer, serverKey, startDeepl, startOpenai } from '../support/engine-servers.ts';
import { createKey, createTeam, liftLimits } from '../support/seed.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let folder: string;
let deepl: EngineServer;
let openai: EngineServer;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-options-'));
  [deepl, openai] = await Promise.all([startDeepl(), startOpenai()]);
  const config = join(folder, 'dragoman.yaml');
  await writeFile(
    config,
    `engines:
  apertium: {}
  deepl: { url: "${deepl.url}", key_env: ENGINE_KEY }
  llm: { type: openai, url: "${openai.url}/v1", key_env: ENGINE_KEY, model: test-model, languages: [en, fr, de] }
`,
  );
  const env = { DATABASE_URL: database.url, DRAGOMAN_CONFIG: config, ENGINE_KEY: serverKey };
  const team = await createTeam(env);
  // On a busy machine Redis is late, and a node by itself allows a small part of the usual burst.
  await liftLimits(env, team);
  key = (await createKey(env, team)).plain;
  server = await openServer(env);
});
afterAll(async () => {
  expect(await server?.stop()).toBe(0);
  await Promise.all([deepl, openai].map((each) => each?.[Symbol.asyncDispose]()));
  await rm(folder, { recursive: true });
});

const ask = (text: string, rest: object = {}) =>
  translate(server.url, key, { text: [text], source_lang: 'EN', target_lang: 'DE', ...rest });

test('formality and context reach an engine that heeds them, without a warning', async () => {
  const { body } = await ask('The train is late.', { formality: 'more', context: 'A letter.' });
  expect(body).toMatchObject({ translations: [{ text: 'THE TRAIN IS LATE.' }], characters: 18 });
  expect(body.warnings).toBeUndefined();
  expect(deepl.asked.at(-1)).toMatchObject({ formality: 'prefer_more', context: 'A letter.' });

  await ask('The train is late.', { formality: 'prefer_less', engine: 'llm', context: 'A chat.' });
  const { messages } = openai.asked.at(-1) as { messages: { content: string }[] };
  expect(messages[0]?.content).toContain('informally');
  expect(messages[1]?.content).toContain('"context":"A chat."');
});

test('an engine without it gets none, and the answer says so', async () => {
  const { body } = await ask('The house is big.', { formality: 'less', context: 'x', target_lang: 'ES' });
  expect(body.translations[0]?.text).toBe('La casa es grande.');
  expect(body.warnings).toEqual([expect.objectContaining({ code: 'formality_not_supported' })]);
});

test('a client library may demand it where there is some, and is refused where there is none', async () => {
  const demand = (target_lang: string) =>
    post<ProblemAnswer>(
      `${server.url}/v2/translate`,
      bearer(key),
      JSON.stringify({ text: ['Good day.'], source_lang: 'EN', target_lang, formality: 'more' }),
    );
  expect((await demand('DE')).status).toBe(200);
  expect(deepl.asked.at(-1)).toMatchObject({ text: ['Good day.'], formality: 'prefer_more' });
  expect(await demand('ES')).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

test('the languages say where formality can be chosen', async () => {
  const { body } = await call<{ pairs: { source_lang: string; target_lang: string; formality: boolean }[] }>(
    `${server.url}/v1/languages`,
    { headers: bearer(key) },
  );
  const formality = (pair: string) =>
    body.pairs.find((each) => `${each.source_lang}>${each.target_lang}` === pair)?.formality;
  expect(['EN>DE', 'DE>EN-GB', 'EN>FR', 'EN>ES'].map(formality)).toEqual([true, false, true, false]);
});

test('another formality or context is another translation, and the same comes from the cache', async () => {
  const wishes = [{}, { formality: 'more' }, { formality: 'less' }, { context: 'a' }, { context: 'b' }];
  const askAll = async () => {
    const before = deepl.asked.length;
    for (const wish of wishes) await ask('The cache knows.', wish);
    return deepl.asked.length - before;
  };
  expect(await askAll()).toBe(wishes.length);
  expect(await askAll()).toBe(0);
});

test('calls with different wishes at once share no request, and each gets its own', async () => {
  const before = deepl.asked.length;
  const calls = Array.from({ length: 60 }, (_, n) =>
    ask(`Text ${n}.`, { formality: n % 2 === 0 ? 'more' : 'less' }),
  );
  const answers = await Promise.all(calls);
  expect(answers.map(({ body }) => body.translations[0]?.text)).toEqual(answers.map((_, n) => `TEXT ${n}.`));
  const asked = deepl.asked.slice(before) as { text: string[]; formality: string }[];
  const told = asked.flatMap(({ text, formality }) => text.map((each) => [each, formality]));
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(answers.map((_, n) => [`Text ${n}.`, n % 2 === 0 ? 'prefer_more' : 'prefer_less'])),
  );
});
