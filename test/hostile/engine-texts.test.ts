import { beforeAll, expect, test } from 'vitest';
import { bearer, call, translate } from '../support/api-client.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { engineTexts } from './hostile-texts.ts';
import { errorsIn } from './report.ts';

// One pipeline a pair: every pair is started, and none of them is in a hurry.
const context = useServer({
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_LOG_LEVEL: 'warn',
  DRAGOMAN_APERTIUM_PIPELINES: '1',
});
let key: string;
let pairs: { source_lang: string; target_lang: string; pivot?: string }[];

beforeAll(async () => {
  key = (await createKey(context.env, await createTeamForLoad(context.env))).plain;
  const languages = await call<{ pairs: typeof pairs }>(`${context.server.url}/v1/languages`, {
    headers: bearer(key),
  });
  pairs = languages.body.pairs.filter(({ pivot }) => pivot === undefined);
});

/** What no rule of any language may change or drop. */
const untouchable = /[[\]{}^$\\@<>~\ue000-\uf8ff\ufffe\uffff\u{10000}-\u{10ffff}]/gu;

test('every pair takes every text that is hard on an engine, and loses none of its odd characters', async () => {
  expect(pairs.length).toBeGreaterThan(5);
  const texts = engineTexts.map(([, text]) => text);
  for (const { source_lang, target_lang } of pairs) {
    const answer = await translate(context.server.url, key, { text: texts, source_lang, target_lang });
    expect([source_lang, target_lang, answer.status]).toEqual([source_lang, target_lang, 200]);
    for (const [i, { text }] of answer.body.translations.entries()) {
      const sent = texts[i]?.match(untouchable)?.toSorted().join('');
      expect.soft(text.match(untouchable)?.toSorted().join(''), engineTexts[i]?.[0]).toBe(sent);
    }
  }
  expect(errorsIn(context.server.log())).toEqual([]);
});

test('a word that is an abbreviation with a full stop is a word without one', async () => {
  const answer = await translate(context.server.url, key, {
    text: ['Mr', 'No', 'The house is big and\r\nI want  to go to the'],
    source_lang: 'EN',
    target_lang: 'ES',
  });
  expect(answer.body.translations.map(({ text }) => text).slice(0, 2)).toEqual(['Señor', 'No']);
});
