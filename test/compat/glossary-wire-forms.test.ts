/** Glossaries as the other libraries write them: JSON and forms, and every body that a DELETE may have. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useServer } from '../support/server-process.ts';
import { newTeam, type TeamApi } from '../support/team-api.ts';
import {
  type CompatProblem,
  exchange,
  form,
  formType,
  htmlFirst,
  libraryKey,
  type WireCall,
} from './support/exchange.ts';
import { unknownId } from './support/glossary-client.ts';

const context = useServer();
let team: TeamApi;

beforeAll(async () => {
  team = await newTeam(context.server.url, context.env);
});

interface Answer extends CompatProblem {
  glossary_id: string;
  name: string;
  creation_time: string;
  dictionaries: { source_lang: string; target_lang: string; entry_count: number; entries: string }[];
  glossaries: Answer[];
}

const send = ({ headers = {}, ...call }: WireCall) =>
  exchange<Answer>(context.server.url, { ...call, headers: { ...libraryKey(team.key), ...headers } });

type Encoding = readonly [library: string, type: string, write: (members: object) => string];

/** A form has the members of its dictionaries by names such as `dictionaries[0].source_lang`. */
function glossaryForm({ dictionaries = [], ...members }: { dictionaries?: object[] }): string {
  const named = dictionaries.flatMap((dictionary, i) =>
    Object.entries(dictionary).map(([name, value]) => [`dictionaries[${i}].${name}`, value]),
  );
  return form({ ...members, ...Object.fromEntries(named) });
}

const encodings: Encoding[] = [
  ['Node', `${formType};charset=utf-8`, glossaryForm],
  ['Java, .NET', formType, glossaryForm],
  ['Python, PHP, Ruby', 'application/json', JSON.stringify],
];

const tsv = { entries: 'house\tcasa\ncat\tgato', entries_format: 'tsv' };
const csv = { entries: 'house,casa\n"a, b",c', entries_format: 'csv' };
const toSpanish = { source_lang: 'EN', target_lang: 'ES', ...tsv };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const id = expect.stringMatching(/^[0-9a-f-]{36}$/);

const newGlossary = async () => {
  const { body } = await team.send<Answer>('POST', '/v3/glossaries', {
    name: 'x',
    dictionaries: [toSpanish, { source_lang: 'fr', target_lang: 'es', ...csv }],
  });
  return `/v3/glossaries/${body.glossary_id}`;
};

describe.each(encodings)('%s: %s', (_library, type, write) => {
  const call = (method: string, path: string, members: object) =>
    send({ method, path, headers: { 'content-type': type, ...htmlFirst }, body: write(members) });

  test.each([tsv, csv])('POST /v2/glossaries, $entries_format: 201', async (entries) => {
    const members = { name: 'Terms', source_lang: 'en', target_lang: 'ES', ...entries };
    const { status, body } = await call('POST', '//v2/glossaries/', members);
    expect([status, body]).toEqual([
      201,
      {
        glossary_id: id,
        name: 'Terms',
        ready: true,
        source_lang: 'en',
        target_lang: 'es',
        creation_time: time,
        entry_count: 2,
      },
    ]);
  });

  test('POST /v3/glossaries: 201, with every dictionary in its own form', async () => {
    const dictionaries = [toSpanish, { source_lang: 'FR', target_lang: 'es', ...csv }];
    const { status, body } = await call('POST', '/v3/glossaries', { name: 'Terms', dictionaries });
    expect([status, body]).toEqual([
      201,
      {
        glossary_id: id,
        name: 'Terms',
        creation_time: time,
        dictionaries: [
          { source_lang: 'en', target_lang: 'es', entry_count: 2 },
          { source_lang: 'fr', target_lang: 'es', entry_count: 2 },
        ],
      },
    ]);
  });

  test('PATCH /v3/glossaries/{id}: 200, a name and several dictionaries in one change', async () => {
    const path = await newGlossary();
    const dictionaries = [
      { ...toSpanish, entries: 'dog\tperro' },
      { ...toSpanish, source_lang: 'pt', entries: 'casa\tcasa' },
    ];
    const { status, body } = await call('PATCH', path, { name: 'Words', dictionaries });
    expect([status, body.name, body.dictionaries.map(({ entry_count }) => entry_count)]).toEqual([
      200,
      'Words',
      [3, 2, 1],
    ]);
    // One fault refuses everything.
    const refused = await call('PATCH', path, {
      name: 'No',
      dictionaries: [toSpanish, { ...toSpanish, entries: '' }],
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
    expect((await send({ method: 'GET', path })).body).toEqual(body);
  });

  test('PUT /v3/glossaries/{id}/dictionaries: 200', async () => {
    const path = await newGlossary();
    const { status, body } = await call('PUT', `${path}/dictionaries`, { ...toSpanish, entries: 'a\tb' });
    expect([status, body]).toEqual([200, { source_lang: 'en', target_lang: 'es', entry_count: 1 }]);
  });

  test.each<[string, string, string, object, RegExp]>([
    ['no name', 'POST', '/v2/glossaries', toSpanish, /name/],
    ['no name', 'POST', '/v3/glossaries', { dictionaries: [toSpanish] }, /name/],
    ['no entries', 'POST', '/v2/glossaries', { name: 'x', source_lang: 'en', target_lang: 'es' }, /entries/],
    [
      'another format',
      'POST',
      '/v2/glossaries',
      { name: 'x', ...toSpanish, entries_format: 'xlsx' },
      /entries_format/,
    ],
    [
      'no format',
      'PUT',
      `/v3/glossaries/${unknownId}/dictionaries`,
      { ...toSpanish, entries_format: '' },
      /entries_format/,
    ],
    [
      'an unknown target',
      'POST',
      '/v2/glossaries',
      { name: 'x', ...toSpanish, target_lang: 'xx' },
      /Value for 'target_lang' not supported/,
    ],
    [
      'no language',
      'POST',
      '/v2/glossaries',
      { name: 'x', ...toSpanish, target_lang: 'no tag' },
      /target_lang/,
    ],
    [
      'one language',
      'POST',
      '/v3/glossaries',
      { name: 'x', dictionaries: [{ ...toSpanish, source_lang: 'ES' }] },
      /Source and target language/,
    ],
    ['nothing to change', 'PATCH', `/v3/glossaries/${unknownId}`, {}, /name, dictionaries, or both/],
  ])('%s: 400 (%s %s)', async (_name, method, path, members, message) => {
    const { status, body } = await call(method, path, members);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect(body.detail).not.toBe(body.message);
  });
});

describe('reading', () => {
  test('entries by query, by a form in the body and by JSON in the body', async () => {
    const path = `${await newGlossary()}/entries`;
    const pair = { source_lang: 'EN', target_lang: 'es' };
    const calls: WireCall[] = [
      { path: `${path}?${form(pair)}` },
      { path, headers: { 'content-type': formType }, body: form(pair) },
      { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(pair) },
    ];
    for (const call of calls) {
      const { status, body } = await send({ method: 'GET', ...call });
      expect([status, body]).toEqual([
        200,
        {
          dictionaries: [
            {
              source_lang: 'en',
              target_lang: 'es',
              entries: 'house\tcasa\ncat\tgato',
              entries_format: 'tsv',
            },
          ],
        },
      ]);
    }
    expect((await send({ method: 'GET', path })).status).toBe(400);
    expect((await send({ method: 'GET', path: `${path}?source_lang=en&target_lang=de` })).status).toBe(404);
  });

  test('Ruby sends a content type with a GET, with and without a body', async () => {
    const path = await newGlossary();
    for (const body of ['', '{}']) {
      const headers = { 'content-type': 'application/json' };
      for (const each of [path, '/v2/glossaries', '/v3/glossaries', '/v2/glossary-language-pairs']) {
        expect((await send({ method: 'GET', path: each, headers, body })).status).toBe(200);
      }
    }
  });
});

describe('DELETE', () => {
  const bodies: [string, Partial<WireCall>][] = [
    ['Node, .NET, PHP: nothing', {}],
    ['Python: a length of 0', { headers: { 'content-length': '0' } }],
    ['Java: a type and a length of 0', { headers: { 'content-type': formType, 'content-length': '0' } }],
    ['Ruby: an empty object', { headers: { 'content-type': 'application/json' }, body: '{}' }],
  ];

  test.each(bodies)('%s: 204 without a body', async (_name, more) => {
    const path = await newGlossary();
    const pair = '?source_lang=FR&target_lang=ES';
    const v2 = path.replace('v3', 'v2');
    for (const target of [`${path}/dictionaries${pair}`, v2]) {
      const { status, body, headers } = await send({ method: 'DELETE', path: target, ...more });
      expect([status, body, headers['content-type']]).toEqual([204, undefined, undefined]);
    }
    expect((await send({ method: 'DELETE', path, ...more })).status).toBe(404);
    const second = await newGlossary();
    expect((await send({ method: 'DELETE', path: second, ...more })).status).toBe(204);
  });

  test('a dictionary that is not named, or not there', async () => {
    const path = `${await newGlossary()}/dictionaries`;
    expect((await send({ method: 'DELETE', path })).status).toBe(400);
    const { status, body } = await send({ method: 'DELETE', path: `${path}?source_lang=de&target_lang=es` });
    expect([status, body.message]).toEqual([
      404,
      expect.stringContaining('No dictionary found for language pair'),
    ]);
  });
});

describe('forms', () => {
  const post = (body: string, path = '/v3/glossaries') =>
    send({ method: 'POST', path, headers: { 'content-type': formType }, body });

  test.each<[string, string]>([
    ['a broken escape', 'name=100%'],
    ['an escape that is not UTF-8', 'name=caf%E9'],
    ['members of another dictionary', 'name=x&dictionaries[0].source_lang=en&dictionaries[1].target_lang=es'],
    ['JSON', '{"name":"x"}'],
    ['nothing', ''],
  ])('%s: 400', async (_name, body) => {
    expect((await post(body)).status).toBe(400);
  });

  test('of a member that occurs twice, the last value counts', async () => {
    const form = glossaryForm({ name: 'x', dictionaries: [toSpanish] } as object);
    const { status, body } = await post(`${form}&name=y&dictionaries[0].source_lang=fr`);
    expect([status, body]).toMatchObject([201, { name: 'y', dictionaries: [{ source_lang: 'fr' }] }]);
  });

  test('dictionaries come in the order of their numbers', async () => {
    const pairs = [
      ['10', 'fr'],
      ['9', 'en'],
    ];
    const members = pairs.flatMap(([number, source]) =>
      Object.entries({ ...toSpanish, source_lang: source }).map(([name, value]) => [
        `dictionaries[${number}].${name}`,
        value,
      ]),
    );
    const { body } = await post(form({ name: 'x', ...Object.fromEntries(members) }));
    expect(body.dictionaries.map(({ source_lang }) => source_lang)).toEqual(['en', 'fr']);
  });

  test('a form on /v1: 415', async () => {
    expect((await post('name=x', '/v1/glossaries')).status).toBe(415);
  });
});
