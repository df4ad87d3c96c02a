import { beforeAll, describe, expect, test } from 'vitest';
import { bearer, post } from '../support/api-client.ts';
import {
  csv,
  type DictionaryAnswer,
  dictionary,
  type GlossaryAnswer,
  type GlossaryKeeper,
  newGlossaryKeeper,
  tsv,
} from '../support/glossary-keeper.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer();
let team: GlossaryKeeper;

beforeAll(async () => {
  team = await newGlossaryKeeper(context.server.url, context.env);
});

describe('a dictionary', () => {
  test('is made, replaced, merged into and deleted; each raises the version of the glossary', async () => {
    const id = await team.made();
    const added = await team.put(id, { entries: [{ source: 'dog', target: 'chien' }] }, {}, 'EN/fr');
    expect([added.status, added.body]).toMatchObject([
      200,
      { source_lang: 'EN', target_lang: 'FR', version: 2, entry_count: 1 },
    ]);
    await team.put(id, 'cat\tgato\ndog\tperro', tsv);
    expect(await team.entriesOf(id)).toEqual([
      ['cat', 'gato'],
      ['dog', 'perro'],
    ]);
    const merged = await team.send<DictionaryAnswer>('PATCH', dictionary(id), 'bird,pájaro\r\ncat,gata', csv);
    expect(merged.body).toMatchObject({ version: 4, entry_count: 3 });
    expect(await team.entriesOf(id)).toEqual([
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
    const id = await team.made();
    expect((await team.send('PATCH', dictionary(id, 'fr/es'), 'chat\tgato', tsv)).status).toBe(200);
    expect(await team.entriesOf(id, 'FR/ES')).toEqual([['chat', 'gato']]);
  });

  test('comes as JSON, TSV or CSV, as the caller accepts', async () => {
    const id = await team.made();
    await team.put(id, {
      entries: [
        { source: 'a "quoted", word', target: 'x' },
        { source: 'ñandú', target: '😀' },
      ],
    });
    expect(await team.readAs(id, 'text/csv')).toEqual({
      type: 'text/csv; charset=utf-8',
      etag: '"2-csv"',
      text: '"a ""quoted"", word",x\r\nñandú,😀\r\n',
    });
    expect(await team.readAs(id, 'text/html, text/tab-separated-values;q=0.9, text/csv;q=0.1')).toEqual({
      type: 'text/tab-separated-values; charset=utf-8',
      etag: '"2-tsv"',
      text: 'a "quoted", word\tx\nñandú\t😀\n',
    });
    for (const accept of ['application/json', '*/*', 'text/html', 'text/csv;q=0']) {
      const { type, etag, text } = await team.readAs(id, accept);
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
    const id = await team.made();
    await team.put(id, { entries });
    const expected = entries.map(({ source, target }) => [source, target]);
    expect(await team.entriesOf(id)).toEqual(expected);
    for (const [accept, type] of [
      ['text/csv', csv],
      ['text/tab-separated-values', tsv],
    ] as const) {
      const { text } = await team.readAs(id, accept);
      const copy = await team.made();
      expect((await team.put(copy, text, type)).status).toBe(200);
      expect(await team.entriesOf(copy)).toEqual(expected);
    }
  });

  test('no cell of its CSV is a formula to a spreadsheet', async () => {
    const id = await team.made();
    await team.put(id, {
      entries: ['=cmd|x', '+1', '-1', '@SUM(1)', "'=1"].map((source) => ({ source, target: source })),
    });
    const { text } = await team.readAs(id, 'text/csv');
    const cells = text
      .trimEnd()
      .split('\r\n')
      .flatMap((line) => line.split(','));
    expect(cells).toEqual(["'=cmd|x", "'+1", "'-1", "'@SUM(1)", "''=1"].flatMap((cell) => [cell, cell]));
  });

  test('what a spreadsheet writes is understood: BOM, quotes, further columns, empty lines', async () => {
    const id = await team.made();
    expect((await team.put(id, '\uFEFF"a","x ""y"""\r\n\r\nb,c,EN,ES\n', csv)).status).toBe(200);
    expect(await team.entriesOf(id)).toEqual([
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
    const id = await team.made();
    const answer = await team.put(id, body, headers);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(await team.entriesOf(id)).toEqual([['house', 'casa']]);
  });

  test('a file that is not UTF-8: 400', async () => {
    const id = await team.made();
    const response = await fetch(`${context.server.url}${dictionary(id)}`, {
      method: 'PUT',
      headers: { ...bearer(team.key), ...tsv },
      body: new Uint8Array(Buffer.from('caf\u00e9\tx', 'latin1')),
    });
    expect(response.status).toBe(400);
  });

  test('terms of exactly 1,024 bytes are taken', async () => {
    expect((await team.put(await team.made(), entry('é'.repeat(512)))).status).toBe(200);
  });

  test.each([
    'text/csv; charset=iso-8859-1',
    'text/tab-separated-values;charset="utf-16"',
    'application/json; charset=latin1',
  ])('Content-Type %s: 415, because every body is UTF-8', async (type) => {
    const answer = await team.put(await team.made(), 'a,b', { 'content-type': type });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
    'Content-Type %s: 415',
    async (type) => {
      const answer = await team.put(await team.made(), 'a\tb', { 'content-type': type });
      expect(answer.status).toBe(415);
      for (const taken of ['application/json', 'text/csv', 'text/tab-separated-values']) {
        expect(answer.body.detail).toContain(taken);
      }
    },
  );

  test('files are taken for entries alone: 415 elsewhere', async () => {
    const path = `/v1/glossaries/${await team.made()}`;
    expect((await team.send('PATCH', path, 'a\tb', tsv)).status).toBe(415);
    expect((await team.send('POST', '/v1/glossaries', 'a,b', csv)).status).toBe(415);
    expect(
      (await post(`${context.server.url}/v1/translate`, { ...bearer(team.key), ...csv }, 'a,b')).status,
    ).toBe(415);
  });

  test.each(['english/es', 'en/en-GB', 'es/x'])('the pair %s: 400', async (pair) => {
    expect((await team.put(await team.made(), 'a\tb', tsv, pair)).status).toBe(400);
  });
});
