import { beforeAll, expect, test } from 'vitest';
import { call, translate } from '../support/api-client.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer();
let key: string;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeam(context.env))).plain;
});

interface CompatAnswer {
  translations: { text: string; detected_source_language: string; billed_characters: number }[];
  billed_characters: number;
}

const texts = ['The house is big.', 'Good morning.'];

function asLibrary(body: string, contentType: string) {
  return call<CompatAnswer>(`${context.server.url}/v2/translate`, {
    method: 'POST',
    headers: { authorization: `DeepL-Auth-Key ${key}`, 'content-type': contentType },
    body,
  });
}

test('a client library of another service gets the translations of the specified call, in its own form', async () => {
  const { body: own } = await translate(context.server.url, key, { text: texts, target_lang: 'ES' });
  const form = new URLSearchParams({ target_lang: 'ES' });
  for (const text of texts) form.append('text', text);
  const answers = [
    await asLibrary(form.toString(), 'application/x-www-form-urlencoded'),
    await asLibrary(JSON.stringify({ text: texts, target_lang: 'ES' }), 'application/json'),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.translations.map(({ billed_characters: _, ...rest }) => rest)).toEqual(own.translations);
    expect(body.billed_characters).toBe(own.characters);
  }
});

test('a client library learns from 403 that its key is not good', async () => {
  const url = `${context.server.url}/v2/usage`;
  const answer = await call(url, { headers: { authorization: 'DeepL-Auth-Key nobody' } });
  expect(answer).toMatchObject({ status: 403, body: { code: 'unauthorized', message: expect.any(String) } });
});
