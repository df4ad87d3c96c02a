import { beforeAll, expect, test } from 'vitest';
import { bearer, call } from '../support/api-client.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

interface Languages {
  source_languages: { code: string; name: string }[];
  target_languages: { code: string; name: string }[];
  pairs: { source_lang: string; target_lang: string; engine: string; pivot?: string; formality: boolean }[];
}

const context = useServer();
let languages: Languages;

beforeAll(async () => {
  const key = await createKey(context.env, await createTeam(context.env));
  languages = (await call<Languages>(`${context.server.url}/v1/languages`, { headers: bearer(key.plain) }))
    .body;
});

test('lists source and target languages by code and name', () => {
  expect(languages.source_languages).toContainEqual({ code: 'EN', name: 'English' });
  expect(languages.target_languages).toContainEqual({ code: 'PT-BR', name: 'Brazilian Portuguese' });
});

test('lists pairs with their engine and what it can do', () => {
  expect(languages.pairs).toContainEqual({
    source_lang: 'EN',
    target_lang: 'ES',
    engine: 'apertium',
    formality: false,
    glossary: true,
    instructions: false,
    markup: true,
    alternatives: false,
  });
});

test('a pair that takes two steps names its pivot', () => {
  const pair = languages.pairs.find(
    ({ source_lang, target_lang }) => source_lang === 'EN' && target_lang === 'FR',
  );
  expect(pair?.pivot).toBe('ES');
});
