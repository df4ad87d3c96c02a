/** Glossaries with one language pair, with the official Node library: from the first call to the last. */
import * as deepl from 'deepl-node';
import { beforeAll, describe, expect, test } from 'vitest';
import { useServer } from '../support/server-process.ts';
import { type GlossaryClient, newGlossaryClient, trickyTerms, unknownId } from './support/glossary-client.ts';

const context = useServer();
let own: GlossaryClient;
let client: deepl.DeepLClient;

beforeAll(async () => {
  own = await newGlossaryClient(context.server.url, context.env);
  client = own.client;
});

const houses = new deepl.GlossaryEntries({ entries: { house: 'casa', cat: 'gato' } });
const create = (name = 'Terms') => client.createGlossary(name, 'en', 'es', houses);

test('createGlossary, getGlossary, listGlossaries, getGlossaryEntries, deleteGlossary', async () => {
  const before = Date.now();
  const made = await client.createGlossary(' Mis términos & más ', 'en', 'es', houses);
  expect(made).toEqual({
    glossaryId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Mis términos & más',
    ready: true,
    sourceLang: 'en',
    targetLang: 'es',
    creationTime: expect.any(Date),
    entryCount: 2,
  });
  expect(made.creationTime.getTime()).toBeGreaterThanOrEqual(before - 1_000);
  expect(made.creationTime.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  expect(await client.getGlossary(made.glossaryId)).toEqual(made);
  expect(await client.listGlossaries()).toContainEqual(made);
  expect(await client.getGlossaryEntries(made)).toEqual(houses);
  expect(await client.getGlossaryEntries(made.glossaryId)).toEqual(houses);
  await client.deleteGlossary(made);
  await expect(client.getGlossary(made.glossaryId)).rejects.toThrow(deepl.GlossaryNotFoundError);
  expect(await client.listGlossaries()).not.toContainEqual(made);
});

test('createGlossaryWithCsv takes quotes, commas and the language codes of the file', async () => {
  const file = 'house,casa,en,es\n"a ""b""","c,d",en,es\n';
  const made = await client.createGlossaryWithCsv('CSV', 'en', 'es', Buffer.from(file));
  expect(made.entryCount).toBe(2);
  expect((await client.getGlossaryEntries(made)).entries()).toEqual({ house: 'casa', 'a "b"': 'c,d' });
});

test('terms come back to the character, in the order in which they were given', async () => {
  const entries = new deepl.GlossaryEntries({ entries: trickyTerms });
  const made = await client.createGlossary('tricky', 'en', 'es', entries);
  const read = (await client.getGlossaryEntries(made)).entries();
  expect(Object.entries(read)).toEqual(Object.entries(trickyTerms));
});

test('the file of entries has no line end behind its last entry', async () => {
  const { glossaryId } = await create();
  const response = await fetch(`${context.server.url}/v2/glossaries/${glossaryId}/entries`, {
    headers: { authorization: `DeepL-Auth-Key ${own.team.key}`, accept: 'text/tab-separated-values' },
  });
  expect(response.headers.get('content-type')).toBe('text/tab-separated-values; charset=utf-8');
  expect(await response.text()).toBe('house\tcasa\ncat\tgato');
  const asJson = await own.team.send('GET', `/v2/glossaries/${glossaryId}/entries`, undefined, {
    accept: 'application/json',
  });
  expect(asJson.status).toBe(415);
});

test('getGlossaryLanguagePairs: every pair that can be translated, without regions', async () => {
  const pairs = await client.getGlossaryLanguagePairs();
  expect(pairs).toContainEqual({ sourceLang: 'en', targetLang: 'es' });
  const seen = pairs.map(({ sourceLang, targetLang }) => `${sourceLang}>${targetLang}`);
  expect(new Set(seen).size).toBe(seen.length);
  for (const pair of seen) expect(pair).toMatch(/^[a-z]{2,3}>[a-z]{2,3}$/);
  for (const { sourceLang, targetLang } of pairs) expect(sourceLang).not.toBe(targetLang);
});

test('a region of the target is left out by the library, and the glossary serves all of them', async () => {
  const entries = new deepl.GlossaryEntries({ entries: { casa: 'house' } });
  const made = await client.createGlossary('regions', 'es', 'en-US', entries);
  expect(made.targetLang).toBe('en');
});

describe('refusals', () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['an unknown target', () => client.createGlossary('x', 'en', 'xx' as never, houses), /target_lang/],
    ['an unknown source', () => client.createGlossary('x', 'xx' as never, 'es', houses), /source_lang/],
    ['one language', () => client.createGlossary('x', 'es', 'es', houses), /Source and target language/],
    ['no entries', () => client.createGlossary('x', 'en', 'es', new deepl.GlossaryEntries()), /entr/],
    ['no CSV', () => client.createGlossaryWithCsv('x', 'en', 'es', Buffer.from('one column')), /Row 1/],
    ['a name of blanks', () => client.createGlossary('  ', 'en', 'es', houses), /name/],
  ])('%s: an error that says what to change, and nothing is kept', async (_name, call, message) => {
    const before = (await client.listGlossaries()).length;
    await expect(call()).rejects.toThrow(deepl.DeepLError);
    await expect(call()).rejects.toThrow(message);
    expect(await client.listGlossaries()).toHaveLength(before);
  });

  test.each(['getGlossary', 'getGlossaryEntries', 'deleteGlossary'] as const)(
    '%s of an unknown or another team’s id: GlossaryNotFoundError; of a malformed one: 400',
    async (method) => {
      const stranger = await newGlossaryClient(context.server.url, context.env);
      const { glossaryId } = await stranger.client.createGlossary('theirs', 'en', 'es', houses);
      for (const id of [unknownId, glossaryId]) {
        await expect(client[method](id)).rejects.toThrow(deepl.GlossaryNotFoundError);
      }
      await expect(client[method]('invalid_glossary_id')).rejects.toThrow(/^Bad request.*glossary id/);
      expect(await stranger.client.listGlossaries()).toHaveLength(1);
    },
  );

  test('a key with the scope translate alone reads, and writes nothing', async () => {
    const made = await create();
    expect(await own.reader.getGlossary(made.glossaryId)).toEqual(made);
    expect(await own.reader.listGlossaries()).toContainEqual(made);
    expect(await own.reader.getGlossaryEntries(made)).toEqual(houses);
    expect(await own.reader.getGlossaryLanguagePairs()).not.toEqual([]);
    const writes = [
      () => own.reader.createGlossary('x', 'en', 'es', houses),
      () => own.reader.deleteGlossary(made),
    ];
    for (const write of writes) {
      await expect(write()).rejects.toThrow(deepl.AuthorizationError);
      await expect(write()).rejects.toThrow(/scope "glossaries"/);
    }
    expect(await client.getGlossary(made.glossaryId)).toEqual(made);
  });
});

describe('the same glossaries on every path', () => {
  const v1 = (path: string, body?: unknown) =>
    own.team.send<{ id: string; dictionaries: object[] }>(body === undefined ? 'GET' : 'POST', path, body);
  const entries = [{ source: 'house', target: 'casa' }];
  const dictionary = (source_lang: string) => ({ source_lang, target_lang: 'ES', entries });

  test('one made here is seen on /v1 and /v3', async () => {
    const { glossaryId } = await create('mine');
    const { body } = await v1(`/v1/glossaries/${glossaryId}`);
    expect(body).toMatchObject({ name: 'mine', dictionaries: [{ source_lang: 'EN', target_lang: 'ES' }] });
    expect((await client.getMultilingualGlossary(glossaryId)).dictionaries).toEqual([
      { sourceLangCode: 'en', targetLangCode: 'es', entryCount: 2 },
    ]);
  });

  test('one made on /v1 is seen here while it has exactly one dictionary', async () => {
    const { id } = (await v1('/v1/glossaries', { name: 'theirs', dictionaries: [dictionary('EN')] })).body;
    expect(await client.getGlossary(id)).toMatchObject({ name: 'theirs', sourceLang: 'en', entryCount: 1 });
    const path = `/v1/glossaries/${id}/dictionaries/fr/es`;
    expect((await own.team.send('PUT', path, { entries })).status).toBe(200);
    const isListed = async () => (await client.listGlossaries()).some(({ glossaryId }) => glossaryId === id);
    expect(await isListed()).toBe(false);
    for (const method of ['getGlossary', 'getGlossaryEntries', 'deleteGlossary'] as const) {
      await expect(client[method](id)).rejects.toThrow(/exactly one dictionary.*\/v3\/glossaries/);
    }
    expect((await client.getMultilingualGlossary(id)).dictionaries).toHaveLength(2);
    await own.team.send('DELETE', path);
    expect(await isListed()).toBe(true);
  });

  test('one without dictionaries is not seen here', async () => {
    const { id } = (await v1('/v1/glossaries', { name: 'empty' })).body;
    await expect(client.getGlossary(id)).rejects.toThrow(deepl.GlossaryNotFoundError);
    expect((await client.getMultilingualGlossary(id)).dictionaries).toEqual([]);
  });

  test('a list of more than one page is whole, newest first', async () => {
    const many = await newGlossaryClient(context.server.url, context.env);
    const names = Array.from({ length: 120 }, (_, i) => `number ${i}`);
    for (const name of names) await many.client.createGlossary(name, 'en', 'es', houses);
    const listed = (await many.client.listGlossaries()).map(({ name }) => name);
    expect(listed).toEqual(names.toReversed());
    expect(await many.client.listMultilingualGlossaries()).toHaveLength(120);
  });
});

describe('translateText with a glossary', () => {
  const translate = (glossary: string | deepl.GlossaryInfo, source: 'en' | 'es' = 'en') =>
    client.translateText('The house is big.', source, source === 'en' ? 'es' : 'en-US', { glossary });

  test('has its terms in the translation, by id or as what the library gave back', async () => {
    const glossary = await client.createGlossary(
      'Terms',
      'en',
      'es',
      new deepl.GlossaryEntries({ entries: { house: 'mansión', artist: 'maestro' } }),
    );
    for (const each of [glossary, glossary.glossaryId]) {
      const answers = await client.translateText(['The house is big.', 'The artist'], 'en', 'es', {
        glossary: each,
      });
      expect(answers.map(({ text }) => text)).toEqual([
        expect.stringMatching(/\bmansión\b.* es grande\.$/),
        expect.stringContaining('maestro'),
      ]);
    }
  });

  test('several are applied together, the first one first', async () => {
    const of = (entries: Record<string, string>) =>
      client.createGlossary('x', 'en', 'es', new deepl.GlossaryEntries({ entries }));
    const glossaryIds = [await of({ house: 'uno' }), await of({ house: 'dos', garden: 'tres' })];
    const { text } = await client.translateText('The house has a garden.', 'en', 'es', { glossaryIds });
    expect(text).toMatch(/uno.*tres/);
  });

  test('of which one has no dictionary for the pair: No dictionary found for language pair', async () => {
    const entries = new deepl.GlossaryEntries({ entries: { casa: 'house' } });
    const glossaryIds = [await create(), await client.createGlossary('x', 'es', 'en', entries)];
    const asked = client.translateText('The house.', 'en', 'es', { glossaryIds });
    await expect(asked).rejects.toThrow(/No dictionary found for language pair/);
  });

  test('of another language pair: No dictionary found for language pair', async () => {
    await expect(translate(await create(), 'es')).rejects.toThrow(/No dictionary found for language pair/);
  });

  test('of a region serves the language, and the other way round', async () => {
    const entries = [{ source: 'casa', target: 'house' }];
    const dictionaries = [{ source_lang: 'es', target_lang: 'en-GB', entries }];
    const { body } = await own.team.send<{ id: string }>('POST', '/v1/glossaries', {
      name: 'x',
      dictionaries,
    });
    expect((await client.translateText('La casa azul', 'es', 'en-US', { glossary: body.id })).text).toContain(
      'house',
    );
  });

  test('that there is not, or that another team has: not found', async () => {
    const stranger = await newGlossaryClient(context.server.url, context.env);
    const theirs = await stranger.client.createGlossary('theirs', 'en', 'es', houses);
    for (const glossary of [unknownId, theirs])
      await expect(translate(glossary)).rejects.toThrow(/Not found/);
  });
});
