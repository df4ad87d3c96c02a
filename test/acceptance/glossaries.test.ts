import { beforeAll, describe, expect, test } from 'vitest';
import { bearer, post } from '../support/api-client.ts';
import { useServer } from '../support/server-process.ts';
import { newTeam, type TeamApi } from '../support/team-api.ts';

interface DictionaryAnswer {
  source_lang: string;
  target_lang: string;
  version: number;
  entry_count: number;
  updated_at: string;
}
interface GlossaryAnswer {
  id: string;
  name: string;
  version: number;
  created_at: string;
  updated_at: string;
  dictionaries: DictionaryAnswer[];
}
interface EntriesAnswer {
  version: number;
  entry_count: number;
  entries: { source: string; target: string }[];
}

const context = useServer();
let team: TeamApi;
let other: TeamApi;

beforeAll(async () => {
  team = await newTeam(context.server.url, context.env);
  other = await newTeam(context.server.url, context.env);
});

const tsv = { 'content-type': 'text/tab-separated-values' };
const csv = { 'content-type': 'text/csv; charset=utf-8' };
const houses = { source_lang: 'EN', target_lang: 'es', entries: [{ source: 'house', target: 'casa' }] };
const unknownId = '01a1dd01-735d-75c5-a1fc-6551c020c92d';

const create = (body: object = { name: 'Terms', dictionaries: [houses] }, by = team) =>
  by.send<GlossaryAnswer>('POST', '/v1/glossaries', body);
const made = async () => (await create()).body.id;
const dictionary = (id: string, pair = 'en/es') => `/v1/glossaries/${id}/dictionaries/${pair}`;
const put = (id: string, body: unknown, headers?: Record<string, string>, pair?: string) =>
  team.send<DictionaryAnswer>('PUT', dictionary(id, pair), body, headers);
const readAs = async (id: string, accept: string, pair?: string) => {
  const response = await fetch(`${context.server.url}${dictionary(id, pair)}`, {
    headers: { ...bearer(team.key), accept },
  });
  return {
    type: response.headers.get('content-type'),
    etag: response.headers.get('etag'),
    text: await response.text(),
  };
};
const entriesOf = async (id: string, pair?: string) =>
  (await team.get<EntriesAnswer>(dictionary(id, pair))).body.entries.map(({ source, target }) => [
    source,
    target,
  ]);

describe('a glossary', () => {
  test('is made with several dictionaries, shown, listed, renamed and deleted', async () => {
    const french = {
      source_lang: 'fr',
      target_lang: 'ES',
      entries: 'maison\tcasa\nchat\tgato\n',
      entries_format: 'tsv',
    };
    const { status, headers, body } = await create({ name: ' Terms ', dictionaries: [houses, french] });
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
    const { status, body } = await create({ name: 'empty' });
    expect([status, body.dictionaries]).toEqual([201, []]);
  });

  test.each<[string, unknown]>([
    ['no name', {}],
    ['a name of another type', { name: 7 }],
    ['a name with a control character', { name: 'a\tb' }],
    ['dictionaries that are no array', { name: 'x', dictionaries: {} }],
    ['a dictionary without languages', { name: 'x', dictionaries: [{ entries: [] }] }],
    ['a language that is none', { name: 'x', dictionaries: [{ ...houses, source_lang: 'english' }] }],
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
    const answer = await create(body as object);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect((await team.get('/v1/glossaries')).body).toEqual(before);
  });
});

describe('the list', () => {
  test('comes page by page, newest first, and by language', async () => {
    const subject = await newTeam(context.server.url, context.env, 'glossaries');
    const ids: string[] = [];
    for (const source_lang of ['en', 'fr', 'en']) {
      ids.unshift((await create({ name: 'x', dictionaries: [{ ...houses, source_lang }] }, subject)).body.id);
    }
    type List = { glossaries: GlossaryAnswer[]; next_cursor: string | null };
    const first = (await subject.get<List>('/v1/glossaries?limit=2')).body;
    await create({ name: 'meanwhile' }, subject);
    const second = (await subject.get<List>(`/v1/glossaries?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.glossaries, ...second.glossaries].map(({ id }) => id)).toEqual(ids);
    expect(second.next_cursor).toBeNull();
    const french = (await subject.get<List>('/v1/glossaries?source_lang=FR&target_lang=es')).body;
    expect(french.glossaries.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await subject.get('/v1/glossaries?source_lang=x')).body.code).toBe('invalid_request');
  });
});

describe('a dictionary', () => {
  test('is made, replaced, merged into and deleted; each raises the version of the glossary', async () => {
    const id = await made();
    const added = await put(id, { entries: [{ source: 'dog', target: 'chien' }] }, {}, 'EN/fr');
    expect([added.status, added.body]).toMatchObject([
      200,
      { source_lang: 'EN', target_lang: 'FR', version: 2, entry_count: 1 },
    ]);
    await put(id, 'cat\tgato\ndog\tperro', tsv);
    expect(await entriesOf(id)).toEqual([
      ['cat', 'gato'],
      ['dog', 'perro'],
    ]);
    const merged = await team.send<DictionaryAnswer>('PATCH', dictionary(id), 'bird,pájaro\r\ncat,gata', csv);
    expect(merged.body).toMatchObject({ version: 4, entry_count: 3 });
    expect(await entriesOf(id)).toEqual([
      ['cat', 'gata'],
      ['dog', 'perro'],
      ['bird', 'pájaro'],
    ]);
    expect((await team.send('DELETE', dictionary(id))).status).toBe(204);
    expect((await team.get(dictionary(id))).body.code).toBe('not_found');
    expect((await team.send('DELETE', dictionary(id))).status).toBe(404);
    expect((await team.get<GlossaryAnswer>(`/v1/glossaries/${id}`)).body).toMatchObject({
      version: 5,
      dictionaries: [{ target_lang: 'FR', version: 2 }],
    });
  });

  test('is made by a merge where there is none', async () => {
    const id = await made();
    expect((await team.send('PATCH', dictionary(id, 'fr/es'), 'chat\tgato', tsv)).status).toBe(200);
    expect(await entriesOf(id, 'FR/ES')).toEqual([['chat', 'gato']]);
  });

  test('comes as JSON, TSV or CSV, as the caller accepts', async () => {
    const id = await made();
    await put(id, {
      entries: [
        { source: 'a "quoted", word', target: 'x' },
        { source: 'ñandú', target: '😀' },
      ],
    });
    expect(await readAs(id, 'text/csv')).toEqual({
      type: 'text/csv; charset=utf-8',
      etag: '"2-csv"',
      text: '"a ""quoted"", word",x\r\nñandú,😀\r\n',
    });
    expect(await readAs(id, 'text/html, text/tab-separated-values;q=0.9, text/csv;q=0.1')).toEqual({
      type: 'text/tab-separated-values; charset=utf-8',
      etag: '"2-tsv"',
      text: 'a "quoted", word\tx\nñandú\t😀\n',
    });
    for (const accept of ['application/json', '*/*', 'text/html', 'text/csv;q=0']) {
      const { type, etag, text } = await readAs(id, accept);
      expect([type, etag]).toEqual(['application/json; charset=utf-8', '"2"']);
      expect(JSON.parse(text)).toMatchObject({
        source_lang: 'EN',
        target_lang: 'ES',
        version: 2,
        entry_count: 2,
      });
    }
  });

  test('comes back as it went in, whatever the format, formulas and all', async () => {
    const terms = [
      '=1+1',
      '+49',
      '-x',
      '@me',
      "'=1",
      "''@",
      "'quoted'",
      'a,b',
      '"',
      'naïve',
      '__proto__',
      '1',
      '0',
      '＝',
    ];
    const entries = terms.map((term) => ({ source: term, target: `${term} `.trim() }));
    const id = await made();
    await put(id, { entries });
    const expected = entries.map(({ source, target }) => [source, target]);
    expect(await entriesOf(id)).toEqual(expected);
    for (const [accept, type] of [
      ['text/csv', csv],
      ['text/tab-separated-values', tsv],
    ] as const) {
      const { text } = await readAs(id, accept);
      const copy = await made();
      expect((await put(copy, text, type)).status).toBe(200);
      expect(await entriesOf(copy)).toEqual(expected);
    }
  });

  test('no cell of its CSV is a formula to a spreadsheet', async () => {
    const id = await made();
    await put(id, {
      entries: ['=cmd|x', '+1', '-1', '@SUM(1)', "'=1"].map((source) => ({ source, target: source })),
    });
    const { text } = await readAs(id, 'text/csv');
    const cells = text
      .trimEnd()
      .split('\r\n')
      .flatMap((line) => line.split(','));
    expect(cells).toEqual(["'=cmd|x", "'+1", "'-1", "'@SUM(1)", "''=1"].flatMap((cell) => [cell, cell]));
  });

  test('what a spreadsheet writes is understood: BOM, quotes, further columns, empty lines', async () => {
    const id = await made();
    expect((await put(id, '\uFEFF"a","x ""y"""\r\n\r\nb,c,EN,ES\n', csv)).status).toBe(200);
    expect(await entriesOf(id)).toEqual([
      ['a', 'x "y"'],
      ['b', 'c'],
    ]);
  });

  const entry = (source: unknown, target: unknown = 'x') => ({
    entries: [
      { source: 'ok', target: 'ok' },
      { source, target },
    ],
  });
  test.each<[string, unknown, Record<string, string>?]>([
    ['an empty source term', entry('')],
    ['an empty target term', entry('a', '')],
    ['white space around a term', entry(' a')],
    ['a source term twice', entry('ok')],
    ['a tab in a term', entry('a\tb')],
    ['a control character', entry('a', 'b\u0085')],
    ['a term of 1,025 bytes', entry(`${'é'.repeat(512)}x`)],
    ['a number', entry(1)],
    ['no target', { entries: [{ source: 'a' }] }],
    ['no entries', { entries: [] }],
    ['entries of another type', { entries: 'a' }],
    ['a line with one column', 'a\tb\nc', tsv],
    ['a line with three columns', 'a\tb\tc', tsv],
    ['an empty file', '\n\n', tsv],
    ['a source term twice in a file', 'a\tb\na\tc', tsv],
    ['a row with one cell', 'a,b\nc', csv],
    ['an open quote', '"a,b', csv],
    ['text after a quote', '"a"b,c', csv],
    ['a quote in the middle', 'a"b,c', csv],
  ])('%s: 400 invalid_request', async (_name, body, headers) => {
    const id = await made();
    const answer = await put(id, body, headers);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(await entriesOf(id)).toEqual([['house', 'casa']]);
  });

  test('a file that is not UTF-8: 400', async () => {
    const id = await made();
    const response = await fetch(`${context.server.url}${dictionary(id)}`, {
      method: 'PUT',
      headers: { ...bearer(team.key), ...tsv },
      body: new Uint8Array(Buffer.from('caf\u00e9\tx', 'latin1')),
    });
    expect(response.status).toBe(400);
  });

  test('terms of exactly 1,024 bytes are taken', async () => {
    expect((await put(await made(), entry('é'.repeat(512)))).status).toBe(200);
  });

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
    'Content-Type %s: 415',
    async (type) => {
      const answer = await put(await made(), 'a\tb', { 'content-type': type });
      expect(answer.status).toBe(415);
      for (const taken of ['application/json', 'text/csv', 'text/tab-separated-values']) {
        expect(answer.body.detail).toContain(taken);
      }
    },
  );

  test('files are taken for entries alone: 415 elsewhere', async () => {
    const path = `/v1/glossaries/${await made()}`;
    expect((await team.send('PATCH', path, 'a\tb', tsv)).status).toBe(415);
    expect((await team.send('POST', '/v1/glossaries', 'a,b', csv)).status).toBe(415);
    expect(
      (await post(`${context.server.url}/v1/translate`, { ...bearer(team.key), ...csv }, 'a,b')).status,
    ).toBe(415);
  });

  test.each(['english/es', 'en/en-GB', 'es/x'])('the pair %s: 400', async (pair) => {
    expect((await put(await made(), 'a\tb', tsv, pair)).status).toBe(400);
  });
});

describe('two who edit at once', () => {
  test('If-Match lets a change through only on the version that was read: else 412', async () => {
    const id = await made();
    const path = `/v1/glossaries/${id}`;
    const etag = (await team.get(path)).headers.get('etag') ?? '';
    expect(etag).toBe('"1"');
    expect((await team.send('PATCH', path, { name: 'a' }, { 'if-match': etag })).headers.get('etag')).toBe(
      '"2"',
    );
    for (const [method, body] of [
      ['PATCH', { name: 'b' }],
      ['DELETE', undefined],
    ] as const) {
      const late = await team.send(method, path, body, { 'if-match': etag });
      expect([late.status, late.body.code]).toEqual([412, 'precondition_failed']);
    }
    expect((await team.send('PATCH', path, { name: 'c' }, { 'if-match': '"9", "2"' })).status).toBe(200);
    expect((await team.send('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(204);
  });

  test('the same for dictionaries, with the tag of any format', async () => {
    const id = await made();
    const { etag } = await readAs(id, 'text/csv');
    expect((await put(id, 'a\tb', { ...tsv, 'if-match': etag ?? '' })).status).toBe(200);
    for (const tag of [etag ?? '', '"x"', 'W/"2"', '2', '"2']) {
      expect((await put(id, 'c\td', { ...tsv, 'if-match': tag })).status, tag).toBe(412);
    }
    const merged = await team.send('PATCH', dictionary(id), 'e\tf', { ...tsv, 'if-match': '"1"' });
    expect(merged.status).toBe(412);
    expect((await team.send('DELETE', dictionary(id), undefined, { 'if-match': '"1"' })).status).toBe(412);
    expect(await entriesOf(id)).toEqual([['a', 'b']]);
    expect((await team.send('DELETE', dictionary(id), undefined, { 'if-match': '"2"' })).status).toBe(204);
  });

  test('a change of one dictionary is none of another', async () => {
    const id = await made();
    await put(id, 'a\tb', tsv, 'fr/es');
    expect((await put(id, 'a\tb', { ...tsv, 'if-match': '"1"' })).status).toBe(200);
  });

  test('If-None-Match: * makes a dictionary only where there is none', async () => {
    const id = await made();
    const absent = { ...tsv, 'if-none-match': '*' };
    expect((await put(id, 'a\tb', absent)).status).toBe(412);
    expect((await put(id, 'a\tb', absent, 'fr/es')).status).toBe(200);
    expect((await put(id, 'a\tb', { ...tsv, 'if-match': '*' }, 'it/es')).status).toBe(412);
  });

  test('of ten edits of one version, one is taken', async () => {
    const id = await made();
    const edits = await Promise.all(
      Array.from({ length: 10 }, (_, i) => put(id, `a\t${i}`, { ...tsv, 'if-match': '"1"' })),
    );
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)]);
  });

  test('of five merges at once, none is lost', async () => {
    const id = await made();
    const merges = await Promise.all(
      Array.from({ length: 5 }, (_, i) => team.send('PATCH', dictionary(id), `term ${i}\tx`, tsv)),
    );
    expect(merges.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set((await entriesOf(id)).map(([source]) => source)).size).toBe(6);
  });
});

test('another team’s, an unknown or a malformed glossary: 404', async () => {
  const id = (await create(undefined, other)).body.id;
  for (const foreign of [id, unknownId, 'nothing']) {
    const path = `/v1/glossaries/${foreign}`;
    const answers = await Promise.all([
      team.get(path),
      team.send('PATCH', path, { name: 'x' }),
      team.send('DELETE', path),
      team.get(dictionary(foreign)),
      put(foreign, 'a\tb', tsv),
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
  const translator = await newTeam(context.server.url, context.env, 'translate,keys');
  expect((await create(undefined, translator)).status).toBe(403);
  expect((await translator.get('/v1/glossaries')).status).toBe(403);
  const keeper = await newTeam(context.server.url, context.env, 'glossaries');
  expect((await create(undefined, keeper)).status).toBe(201);
});
