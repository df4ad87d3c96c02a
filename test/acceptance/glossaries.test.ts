import { beforeAll, describe, expect, test } from 'vitest';
import {
  dictionary,
  type EntriesAnswer,
  type GlossaryAnswer,
  type GlossaryKeeper,
  houses,
  newGlossaryKeeper,
  tsv,
} from '../support/glossary-keeper.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer();
let team: GlossaryKeeper;
let other: GlossaryKeeper;

beforeAll(async () => {
  team = await newGlossaryKeeper(context.server.url, context.env);
  other = await newGlossaryKeeper(context.server.url, context.env);
});

const unknownId = '01a1dd01-735d-75c5-a1fc-6551c020c92d';

describe('a glossary', () => {
  test('is made with several dictionaries, shown, listed, renamed and deleted', async () => {
    const french = {
      source_lang: 'fr',
      target_lang: 'ES',
      entries: 'maison\tcasa\nchat\tgato\n',
      entries_format: 'tsv',
    };
    const { status, headers, body } = await team.create({
      name: ' Terms ',
      dictionaries: [houses, french],
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/glossaries/${body.id}`);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Terms',
      version: 1,
      created_at: time,
      updated_at: time,
      dictionaries: [
        { source_lang: 'EN', target_lang: 'ES', version: 1, entry_count: 1, updated_at: time },
        { source_lang: 'FR', target_lang: 'ES', version: 1, entry_count: 2, updated_at: time },
      ],
    });
    const path = `/v1/glossaries/${body.id}`;
    expect((await team.get(path)).body).toEqual(body);
    const renamed = await team.send<GlossaryAnswer>('PATCH', path, { name: 'Words' });
    expect(renamed.body).toMatchObject({ name: 'Words', version: 2, dictionaries: body.dictionaries });
    expect((await team.send('DELETE', path)).status).toBe(204);
    expect((await team.get(path)).body.code).toBe('not_found');
    expect((await team.get(dictionary(body.id))).body.code).toBe('not_found');
  });

  test('may be empty at first', async () => {
    const { status, body } = await team.create({ name: 'empty' });
    expect([status, body.dictionaries]).toEqual([201, []]);
  });

  test.each<[string, unknown]>([
    ['no name', {}],
    ['a name of another type', { name: 7 }],
    ['a name with a control character', { name: 'a\tb' }],
    ['dictionaries that are no array', { name: 'x', dictionaries: {} }],
    ['a dictionary without languages', { name: 'x', dictionaries: [{ entries: [] }] }],
    ['an invalid language', { name: 'x', dictionaries: [{ ...houses, source_lang: 'english' }] }],
    ['equal languages', { name: 'x', dictionaries: [{ ...houses, source_lang: 'es' }] }],
    ['a pair twice', { name: 'x', dictionaries: [houses, { ...houses, source_lang: 'en' }] }],
    ['a string without its format', { name: 'x', dictionaries: [{ ...houses, entries: 'a\tb' }] }],
    ['no entries', { name: 'x', dictionaries: [{ ...houses, entries: [] }] }],
    ['null', null],
    ['a null dictionary', { name: 'x', dictionaries: [null] }],
    ['not JSON', '{{{'],
    ['a member twice', '{"name":"a","name":"b"}'],
    ['nothing', ''],
  ])('%s: 400 invalid_request, and nothing is kept', async (_name, body) => {
    const before = (await team.get('/v1/glossaries')).body;
    const answer = await team.create(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect((await team.get('/v1/glossaries')).body).toEqual(before);
  });
});

describe('the list', () => {
  test('comes page by page, newest first, and by language', async () => {
    const subject = await newGlossaryKeeper(context.server.url, context.env, 'glossaries');
    const ids: string[] = [];
    for (const source_lang of ['en', 'fr', 'en']) {
      ids.unshift((await subject.create({ name: 'x', dictionaries: [{ ...houses, source_lang }] })).body.id);
    }
    type List = { glossaries: GlossaryAnswer[]; next_cursor: string | null };
    const first = (await subject.get<List>('/v1/glossaries?limit=2')).body;
    await subject.create({ name: 'meanwhile' });
    const second = (await subject.get<List>(`/v1/glossaries?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.glossaries, ...second.glossaries].map(({ id }) => id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
    const french = (await subject.get<List>('/v1/glossaries?source_lang=FR&target_lang=es')).body;
    expect(french.glossaries.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await subject.get('/v1/glossaries?source_lang=x')).body.code).toBe('invalid_request');
  });
});

test('another team’s, an unknown or a malformed glossary: 404', async () => {
  const id = (await other.create()).body.id;
  for (const foreign of [id, unknownId, 'nothing']) {
    const path = `/v1/glossaries/${foreign}`;
    const answers = await Promise.all([
      team.get(path),
      team.send('PATCH', path, { name: 'x' }),
      team.send('DELETE', path),
      team.get(dictionary(foreign)),
      team.put(foreign, 'a\tb', tsv),
      team.send('PATCH', dictionary(foreign), 'a\tb', tsv),
      team.send('DELETE', dictionary(foreign)),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [404, 'not_found']),
    );
  }
  expect((await other.get<EntriesAnswer>(dictionary(id))).body.entries).toEqual(houses.entries);
});

test('the scope glossaries is needed, and enough', async () => {
  const translator = await newGlossaryKeeper(context.server.url, context.env, 'translate,keys');
  expect((await translator.create()).status).toBe(403);
  expect((await translator.get('/v1/glossaries')).status).toBe(403);
  const keeper = await newGlossaryKeeper(context.server.url, context.env, 'glossaries');
  expect((await keeper.create()).status).toBe(201);
});
