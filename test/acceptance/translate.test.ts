import { beforeAll, describe, expect, test } from 'vitest';
import { type ProblemAnswer, translate } from '../support/api-client.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer();
let key: string;

beforeAll(async () => {
  key = (await createKey(context.env, await createTeam(context.env))).plain;
});

const ask = (body: object) => translate(context.server.url, key, body);
const textsOf = async (body: object) => (await ask(body)).body.translations.map(({ text }) => text);

test('"The house is big." to ES gives "La casa es grande."', async () => {
  const answer = await ask({ text: ['The house is big.'], target_lang: 'ES' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    translations: [{ text: 'La casa es grande.', detected_source_language: 'EN' }],
    characters: 17,
  });
});

test('a single text may be a string', async () => {
  const answer = await ask({ text: 'The house is big.', target_lang: 'ES' });
  expect([answer.status, answer.body.translations.map(({ text }) => text)]).toEqual([
    200,
    ['La casa es grande.'],
  ]);
});

test('a misspelled member is ignored with a warning that names the right one', async () => {
  const { body } = await ask({
    text: '<b>Hola</b>',
    target_lang: 'ES',
    source_lang: 'ES',
    tag_handlng: 'html',
  });
  expect(body.characters).toBe(11);
  expect(body.warnings).toContainEqual({
    code: 'unknown_member',
    detail: expect.stringContaining('"tag_handlng" (did you mean "tag_handling"?)'),
  });
});

test('every response carries a request id, and each another one', async () => {
  const answers = await Promise.all([
    ask({ text: ['a'], target_lang: 'ES' }),
    ask({ text: ['a'], target_lang: 'ES' }),
  ]);
  const ids = answers.map((answer) => answer.headers.get('x-request-id'));
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids[0]).not.toBe(ids[1]);
});

test('1,024 texts in one call come back in order', async () => {
  const text = Array.from({ length: 1_024 }, (_, i) => `The house number ${i} is big.`);
  const answer = await ask({ text, target_lang: 'ES' });
  expect(answer.status).toBe(200);
  const expected = Array.from({ length: 1_024 }, (_, i) => `El número de casa ${i} es grande.`);
  expect(answer.body.translations.map((translation) => translation.text)).toEqual(expected);
});

describe('pairs', () => {
  test.each([
    ['es', 'ca', 'La casa es grande.', 'La casa és gran.'],
    ['es', 'pt-BR', 'La casa es grande.', 'A casa é grande.'],
    ['es', 'it', 'La casa es grande.', 'La casa è grande.'],
    ['fr', 'es', 'La maison est grande.', 'La casa es grande.'],
    ['sv', 'da', 'Huset är stort.', 'Huset er stort.'],
  ])('%s → %s', async (source_lang, target_lang, text, expected) => {
    expect(await textsOf({ text: [text], source_lang, target_lang })).toEqual([expected]);
  });

  test('en → fr goes through a pivot', async () => {
    expect(await textsOf({ text: ['The house is big.'], target_lang: 'FR' })).toEqual([
      'La maison est grande.',
    ]);
  });
});

describe('languages of a call', () => {
  test('the language of each text is detected', async () => {
    const { body } = await ask({
      text: [
        'The weather is very nice today.',
        "Il fait très beau aujourd'hui.",
        'Oggi il tempo è molto bello.',
      ],
      target_lang: 'ES',
    });
    expect(body.translations.map((translation) => translation.detected_source_language)).toEqual([
      'EN',
      'FR',
      'IT',
    ]);
  });

  test('the language of a short text is detected, whatever the other texts are in', async () => {
    const { body } = await ask({
      text: ['faisceau de protons', 'proton beam', 'Hello', 'Settings', 'Annulla'],
      target_lang: 'ES',
    });
    expect(body.translations.map((translation) => translation.detected_source_language)).toEqual([
      'FR',
      'EN',
      'EN',
      'EN',
      'IT',
    ]);
  });

  test('source_lang settles the language of all texts', async () => {
    const { body } = await ask({ text: ['no', 'si'], source_lang: 'it', target_lang: 'es' });
    expect(body.translations.map((translation) => translation.detected_source_language)).toEqual([
      'IT',
      'IT',
    ]);
  });

  test('language codes are case-insensitive, and regions fall back to their language', async () => {
    const text = ['The house is big.'];
    for (const target_lang of ['es', 'ES', 'Es', 'es-MX']) {
      expect(await textsOf({ text, source_lang: 'EN-gb', target_lang })).toEqual(['La casa es grande.']);
    }
  });

  test('a text that is in the target language already comes back unchanged, is counted, and says so', async () => {
    const { body } = await ask({ text: ['La casa es grande.'], source_lang: 'es', target_lang: 'ES' });
    expect(body.translations).toEqual([{ text: 'La casa es grande.', detected_source_language: 'ES' }]);
    expect(body.characters).toBe(18);
    expect(body.warnings?.map((warning) => warning.code)).toEqual(['source_equals_target']);
  });

  test.each([
    ['an unknown target', { target_lang: 'XX' }],
    ['a target without any pair', { target_lang: 'JA' }],
    ['a malformed target', { target_lang: 'not a language' }],
    ['an unknown source', { target_lang: 'ES', source_lang: 'TLH' }],
    ['a pair without a route', { target_lang: 'DA', source_lang: 'ES' }],
  ])('%s: 400 unsupported_language', async (_name, languages) => {
    const answer = await translate<ProblemAnswer>(context.server.url, key, { text: ['Hello'], ...languages });
    expect([answer.status, answer.body.code]).toEqual([400, 'unsupported_language']);
    expect(answer.body.detail).toMatch(/'(target|source)_lang' not supported/);
  });
});

describe('characters', () => {
  test.each([
    ['letters', ['abc'], 3],
    ['several texts', ['abc', 'de'], 5],
    ['an emoji outside the first plane is one character', ['😀'], 1],
    ['a combining accent is a character of its own', ['e\u0301'], 2],
    ['white space counts', [' a\n'], 3],
    ['empty texts cost nothing', ['', ''], 0],
  ])('%s', async (_name, text, characters) => {
    expect((await ask({ text, target_lang: 'ES', source_lang: 'EN' })).body.characters).toBe(characters);
  });
});

test('empty texts come back empty, with the language of the other texts', async () => {
  const { body } = await ask({ text: ['', 'La maison est très grande aujourd’hui.', ''], target_lang: 'ES' });
  expect(body.translations[0]).toEqual({ text: '', detected_source_language: 'FR' });
  expect(body.translations[2]).toEqual({ text: '', detected_source_language: 'FR' });
  const alone = await ask({ text: [''], target_lang: 'ES' });
  expect(alone.body.translations).toEqual([{ text: '', detected_source_language: 'EN' }]);
});

describe('formality', () => {
  test.each(['default', 'more', 'less', 'prefer_more', 'prefer_less'])(
    '%s is accepted',
    async (formality) => {
      const answer = await ask({ text: ['The house is big.'], target_lang: 'ES', formality });
      expect(answer.status).toBe(200);
      const warned = (answer.body.warnings ?? []).map((warning) => warning.code);
      expect(warned).toEqual(formality === 'default' ? [] : ['formality_not_supported']);
    },
  );

  test('another value is refused', async () => {
    const body = { text: ['a'], target_lang: 'ES', formality: 'extreme' };
    const answer = await translate<ProblemAnswer>(context.server.url, key, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });
});

test('further members of the request are accepted', async () => {
  const answer = await ask({
    text: ['The house is big.'],
    target_lang: 'ES',
    colour: 'blue',
    context: 'A story.',
  });
  expect([answer.status, answer.body.warnings?.map(({ code }) => code)]).toEqual([200, ['unknown_member']]);
});

test('what an engine might trip over comes back whole', async () => {
  const text = [
    '[a] {b} <c> ^d$ e/f \\g @h ~i',
    '  spaces \n',
    'x'.repeat(20_000),
    '\u0001\u200b',
    '...',
    '🙂',
  ];
  const answers = await textsOf({ text, source_lang: 'EN', target_lang: 'ES' });
  expect(answers[0]).toMatch(/^\[.*\] \{.*\} <.*> \^.*\$ .*\/.* \\.* @.* ~/);
  expect(answers[1]).toMatch(/^ {2}\S.*\S \n$/);
  expect(answers.slice(2)).toEqual(text.slice(2));
});
