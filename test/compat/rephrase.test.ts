/** `rephraseText` of the official Node library, and the requests of the other libraries. */
import * as deepl from 'deepl-node';
import { beforeAll, expect, test } from 'vitest';
import { call } from '../support/api-client.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { askedFor, useWordingModel } from '../support/wording-model.ts';
import { createDeeplClient } from './support/deepl-client.ts';

const wording = useWordingModel(
  (url) => `engines:
  llm: { type: openai, url: "${url}", model: m, languages: [en-US, en-GB, de, pt] }
`,
);
const context = useServer(wording.env);
let key: string;
let client: deepl.DeepLClient;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeam(context.env))).plain;
  client = createDeeplClient(key, context.server.url, { maxRetries: 0 });
});

const instruction = () => askedFor(wording.model.asked.at(-1) ?? {}).instruction;

test('one text, and many in order', async () => {
  expect(await client.rephraseText('This house are big.', 'en-US')).toEqual({
    text: 'This house is big.',
    detectedSourceLang: 'en',
    targetLang: 'en-US',
  });
  const many = await client.rephraseText(['This are one.', 'This are two.'], 'de');
  expect(many.map(({ text, targetLang }) => [text, targetLang])).toEqual([
    ['This is one.', 'de'],
    ['This is two.', 'de'],
  ]);
});

test('the answer names the region that was asked for, although the engine knows none', async () => {
  expect(await client.rephraseText('This are one.', 'pt-PT')).toMatchObject({ targetLang: 'pt-PT' });
  expect(await client.rephraseText('This are one.', 'pt-BR')).toMatchObject({ targetLang: 'pt-BR' });
});

test('without a language the texts stay in theirs, and a style or a tone is heeded', async () => {
  const german = 'Der Zug nach Hamburg hat heute leider zwanzig Minuten Verspätung.';
  expect(await client.rephraseText(german)).toMatchObject({ detectedSourceLang: 'de', targetLang: 'de' });
  await client.rephraseText('How are yo dong guys?', 'en-GB', deepl.WritingStyle.BUSINESS);
  expect(instruction()).toMatch(/British English.*business style/);
  await client.rephraseText('How are yo dong guys?', 'en', null, deepl.WritingTone.PREFER_CONFIDENT);
  expect(instruction()).toMatch(/confident tone/);
  await client.rephraseText(
    'How are yo dong guys?',
    'en',
    deepl.WritingStyle.DEFAULT,
    deepl.WritingTone.DIPLOMATIC,
  );
  expect(instruction()).toMatch(/diplomatic tone/);
});

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['an unsupported language', () => client.rephraseText('Hi', 'lv'), /Value for 'target_lang' not supported/],
  [
    'a style and a tone at once',
    () => client.rephraseText('Hi', 'en', deepl.WritingStyle.BUSINESS, deepl.WritingTone.CONFIDENT),
    /Both writing_style and tone defined/,
  ],
  ['an unknown style', () => client.rephraseText('Hi', 'en', 'rude'), /writing_style/],
])('%s is an error that says what to change', async (_name, ask, message) => {
  await expect(ask()).rejects.toThrow(deepl.DeepLError);
  await expect(ask()).rejects.toThrow(message);
});

test('an invalid key is an AuthorizationError', async () => {
  const stranger = createDeeplClient('svc_live_nobody', context.server.url, { maxRetries: 0 });
  await expect(stranger.rephraseText('Hi', 'en')).rejects.toThrow(deepl.AuthorizationError);
});

test('the JSON of the Python library, and a correction', async () => {
  const send = (path: string, body: object) =>
    call<{ improvements: object[]; billed_characters: number }>(context.server.url + path, {
      method: 'POST',
      headers: { authorization: `DeepL-Auth-Key ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const rephrased = await send('/v2/write/rephrase', { text: ['These are JSON.'], target_lang: 'EN-GB' });
  expect(rephrased.body).toEqual({
    improvements: [{ text: 'These is JSON.', detected_source_language: 'en', target_language: 'en-GB' }],
    characters: 15,
    billed_characters: 15,
  });
  expect(instruction()).toMatch(/Improve the wording/);
  const corrected = await send('/v2/write/correct', { text: ['These are JSON.'], target_lang: 'en-GB' });
  expect(corrected.body).toEqual(rephrased.body);
  expect(instruction()).toMatch(/change nothing else/);
});

test.each(['custom_instructions', 'style_id', 'alternatives', 'formality', 'tag_handling'])(
  '%s, which has no effect, is refused by name',
  async (name) => {
    for (const path of ['/v2/write/rephrase', '/v2/write/correct']) {
      const { status, body } = await call<{ message: string }>(context.server.url + path, {
        method: 'POST',
        headers: { authorization: `DeepL-Auth-Key ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text: ['Hi'], target_lang: 'en', [name]: 'x' }),
      });
      expect([status, body.message]).toEqual([400, expect.stringContaining(name)]);
    }
  },
);

test('too many texts are a 413, as on every path of the libraries', async () => {
  const texts = Array.from({ length: 1_025 }, () => 'x');
  await expect(client.rephraseText(texts, 'en')).rejects.toThrow(/1025 texts.*at most 1024/);
});
