/** Glossaries with any number of dictionaries, with the official Node library: from the first call to the last. */
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

function dictionary(sourceLangCode: string, targetLangCode: string, entries: Record<string, string>) {
  return { sourceLangCode, targetLangCode, entries: new deepl.GlossaryEntries({ entries }) };
}

const info = (sourceLangCode: string, targetLangCode: string, entryCount: number) => ({
  sourceLangCode,
  targetLangCode,
  entryCount,
});

const toSpanish = dictionary('en', 'es', { house: 'casa', cat: 'gato' });
const fromSpanish = dictionary('es', 'en', { casa: 'house' });
const create = () => client.createMultilingualGlossary('Terms', [toSpanish, fromSpanish]);
const entriesOf = async (id: string, source = 'en', target = 'es') =>
  (await client.getMultilingualGlossaryDictionaryEntries(id, source, target)).entries.entries();

test('createMultilingualGlossary, getMultilingualGlossary, listMultilingualGlossaries, deleteMultilingualGlossary', async () => {
  const before = Date.now();
  const made = await client.createMultilingualGlossary(' Términos ', [fromSpanish, toSpanish]);
  expect(made).toEqual({
    glossaryId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Términos',
    creationTime: expect.any(Date),
    dictionaries: [info('es', 'en', 1), info('en', 'es', 2)],
  });
  expect(made.creationTime.getTime()).toBeGreaterThanOrEqual(before - 1_000);
  expect(made.creationTime.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  expect(await client.getMultilingualGlossary(made.glossaryId)).toEqual(made);
  expect(await client.listMultilingualGlossaries()).toContainEqual(made);
  await client.deleteMultilingualGlossary(made);
  expect(await client.listMultilingualGlossaries()).not.toContainEqual(made);
  await expect(client.getMultilingualGlossary(made.glossaryId)).rejects.toThrow(deepl.GlossaryNotFoundError);
});

test('dictionaries stay in the order in which they were made', async () => {
  const pairs = ['fr>es', 'en>es', 'es>fr', 'es>en'];
  const made = await client.createMultilingualGlossary(
    'order',
    pairs.map((pair) => dictionary(pair.slice(0, 2), pair.slice(3), { a: 'b' })),
  );
  await client.updateMultilingualGlossaryDictionary(made, dictionary('fr', 'es', { c: 'd' }));
  const { dictionaries } = await client.getMultilingualGlossary(made.glossaryId);
  expect(dictionaries.map((each) => `${each.sourceLangCode}>${each.targetLangCode}`)).toEqual(pairs);
});

test('a glossary may be made without dictionaries', async () => {
  const made = await client.createMultilingualGlossary('empty', []);
  expect((await client.getMultilingualGlossary(made.glossaryId)).dictionaries).toEqual([]);
});

test('createMultilingualGlossaryWithCsv', async () => {
  const csv = 'house,casa\r\n"a ""b""","c,d"\r\n';
  const made = await client.createMultilingualGlossaryWithCsv('CSV', 'en', 'es', csv);
  expect(made.dictionaries).toEqual([info('en', 'es', 2)]);
  expect(await entriesOf(made.glossaryId)).toEqual({ house: 'casa', 'a "b"': 'c,d' });
});

test('getMultilingualGlossaryDictionaryEntries: to the character, in order', async () => {
  const made = await client.createMultilingualGlossary('tricky', [
    toSpanish,
    dictionary('fr', 'es', trickyTerms),
  ]);
  const read = await client.getMultilingualGlossaryDictionaryEntries(made, 'fr', 'es');
  expect([read.sourceLangCode, read.targetLangCode]).toEqual(['fr', 'es']);
  expect(Object.entries(read.entries.entries())).toEqual(Object.entries(trickyTerms));
});

test('updateMultilingualGlossaryName', async () => {
  const made = await create();
  const renamed = await client.updateMultilingualGlossaryName(made, 'Words');
  expect(renamed).toEqual({ ...made, name: 'Words' });
  expect(await client.getMultilingualGlossary(made.glossaryId)).toEqual(renamed);
});

test('updateMultilingualGlossaryDictionary merges, also as CSV, and makes what is not there', async () => {
  const { glossaryId } = await create();
  const update = dictionary('en', 'es', { cat: 'gata', dog: 'perro' });
  const merged = await client.updateMultilingualGlossaryDictionary(glossaryId, update);
  expect(merged.dictionaries).toEqual([info('en', 'es', 3), info('es', 'en', 1)]);
  await client.updateMultilingualGlossaryDictionaryWithCsv(glossaryId, 'en', 'es', 'bird,pájaro');
  expect(await entriesOf(glossaryId)).toEqual({ house: 'casa', cat: 'gata', dog: 'perro', bird: 'pájaro' });
  const added = dictionary('fr', 'es', { maison: 'casa' });
  const { dictionaries } = await client.updateMultilingualGlossaryDictionary(glossaryId, added);
  expect(dictionaries.at(-1)).toEqual(info('fr', 'es', 1));
});

test('replaceMultilingualGlossaryDictionary replaces, also as CSV, and makes what is not there', async () => {
  const { glossaryId } = await create();
  const dog = dictionary('en', 'es', { dog: 'perro' });
  expect(await client.replaceMultilingualGlossaryDictionary(glossaryId, dog)).toEqual(info('en', 'es', 1));
  expect(await entriesOf(glossaryId)).toEqual({ dog: 'perro' });
  await client.replaceMultilingualGlossaryDictionaryWithCsv(glossaryId, 'en', 'es', 'a,b\nc,d');
  expect(await entriesOf(glossaryId)).toEqual({ a: 'b', c: 'd' });
  expect(await entriesOf(glossaryId, 'es', 'en')).toEqual({ casa: 'house' });
  await client.replaceMultilingualGlossaryDictionary(glossaryId, dictionary('fr', 'es', { chat: 'gato' }));
  expect(await entriesOf(glossaryId, 'fr', 'es')).toEqual({ chat: 'gato' });
});

test('deleteMultilingualGlossaryDictionary', async () => {
  const made = await create();
  await client.deleteMultilingualGlossaryDictionary(made, 'en', 'es');
  expect((await client.getMultilingualGlossary(made.glossaryId)).dictionaries).toEqual([info('es', 'en', 1)]);
  await expect(client.deleteMultilingualGlossaryDictionary(made, 'en', 'es')).rejects.toThrow(
    deepl.GlossaryNotFoundError,
  );
  await expect(entriesOf(made.glossaryId)).rejects.toThrow(/No dictionary found for language pair/);
});

test('10,000 entries go in and come out', async () => {
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`Source-${i}`, `Target-${i}`]));
  const made = await client.createMultilingualGlossary('many', [dictionary('en', 'es', many)]);
  expect(made.dictionaries).toEqual([info('en', 'es', 10_000)]);
  expect(await entriesOf(made.glossaryId)).toEqual(many);
});

describe('refusals', () => {
  const withDictionary = (one: deepl.MultilingualGlossaryDictionaryEntries) => () =>
    client.createMultilingualGlossary('x', [one]);

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['an unknown target', withDictionary(dictionary('en', 'xx', { a: 'b' })), /target_lang.*not supported/],
    ['an unknown source', withDictionary(dictionary('xx', 'es', { a: 'b' })), /source_lang.*not supported/],
    ['one language', withDictionary(dictionary('es', 'es', { a: 'b' })), /Source and target language/],
    ['no entries', withDictionary(dictionary('en', 'es', {})), /at least one entry/],
    [
      'a pair twice',
      () => client.createMultilingualGlossary('x', [toSpanish, toSpanish]),
      /only one dictionary/,
    ],
    ['a name of blanks', () => client.createMultilingualGlossary(' ', []), /name/],
  ])('%s: an error that says what to change, and nothing is kept', async (_name, call, message) => {
    const before = (await client.listMultilingualGlossaries()).length;
    await expect(call()).rejects.toThrow(deepl.DeepLError);
    await expect(call()).rejects.toThrow(message);
    expect(await client.listMultilingualGlossaries()).toHaveLength(before);
  });

  const onGlossary: Record<string, (by: deepl.DeepLClient, id: string) => Promise<unknown>> = {
    get: (by, id) => by.getMultilingualGlossary(id),
    entries: (by, id) => by.getMultilingualGlossaryDictionaryEntries(id, 'en', 'es'),
    rename: (by, id) => by.updateMultilingualGlossaryName(id, 'mine'),
    update: (by, id) => by.updateMultilingualGlossaryDictionary(id, toSpanish),
    replace: (by, id) => by.replaceMultilingualGlossaryDictionary(id, toSpanish),
    'delete a dictionary of': (by, id) => by.deleteMultilingualGlossaryDictionary(id, 'en', 'es'),
    delete: (by, id) => by.deleteMultilingualGlossary(id),
  };

  test.each(Object.entries(onGlossary))(
    '%s an unknown or another team’s glossary: GlossaryNotFoundError; a malformed id: 400',
    async (_name, call) => {
      const stranger = await newGlossaryClient(context.server.url, context.env);
      const theirs = await stranger.client.createMultilingualGlossary('theirs', [toSpanish]);
      for (const id of [unknownId, theirs.glossaryId]) {
        await expect(call(client, id)).rejects.toThrow(deepl.GlossaryNotFoundError);
      }
      await expect(call(client, 'invalid_glossary_id')).rejects.toThrow(/^Bad request.*glossary id/);
      expect(await stranger.client.getMultilingualGlossary(theirs.glossaryId)).toEqual(theirs);
    },
  );

  test('a key with the scope translate alone reads, and writes nothing', async () => {
    const made = await create();
    const { get, entries, ...writes } = onGlossary;
    expect(await get?.(own.reader, made.glossaryId)).toEqual(made);
    expect(await entries?.(own.reader, made.glossaryId)).toMatchObject(toSpanish);
    for (const write of Object.values(writes)) {
      await expect(write(own.reader, made.glossaryId)).rejects.toThrow(deepl.AuthorizationError);
    }
    await expect(own.reader.createMultilingualGlossary('x', [])).rejects.toThrow(/scope "glossaries"/);
    expect(await client.getMultilingualGlossary(made.glossaryId)).toEqual(made);
  });
});

test('four who update one glossary at once lose nothing of each other', async () => {
  const { glossaryId } = await create();
  const terms = Array.from({ length: 4 }, (_, i) => ({ [`term ${i}`]: 'x' }));
  await Promise.all(
    terms.map((term) =>
      client.updateMultilingualGlossaryDictionary(glossaryId, dictionary('en', 'es', term)),
    ),
  );
  expect(await entriesOf(glossaryId)).toEqual(Object.assign({ house: 'casa', cat: 'gato' }, ...terms));
});
