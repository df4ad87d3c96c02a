/**
 * What each library puts on the wire, replayed byte for byte where it matters: the body's type, the method, the
 * slashes, the Accept header. One case for each way in which they differ.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import {
  type CompatTranslateAnswer,
  exchange,
  form,
  formType,
  htmlFirst,
  libraryKey,
  type WireCall,
} from './support/exchange.ts';

const context = useServer({ DRAGOMAN_PATH_PREFIX: '/translate-api' });
let auth: Record<string, string>;

beforeAll(async () => {
  auth = libraryKey((await createKey(context.env, await createTeam(context.env))).plain);
});

const send = <T>({ headers, ...call }: WireCall) =>
  exchange<T>(context.server.url, { ...call, headers: { ...auth, ...headers } });

const json = (members: object, more: Partial<WireCall> = {}): WireCall => ({
  path: '/v2/translate',
  body: JSON.stringify(members),
  ...more,
  headers: { 'content-type': 'application/json', ...more.headers },
});
const posted = (members: object, more: Partial<WireCall> = {}): WireCall => ({
  path: '/v2/translate',
  body: form(members),
  ...more,
  headers: { 'content-type': formType, ...more.headers },
});

const house = 'The house is big.';
const casa = 'La casa es grande.';

describe('translate', () => {
  test.each<[string, WireCall]>([
    [
      'Node: a form with a charset',
      posted(
        { target_lang: 'es', source_lang: 'en', show_billed_characters: '1', text: house },
        {
          headers: {
            'content-type': `${formType};charset=utf-8`,
            accept: 'application/json, text/plain, */*',
          },
        },
      ),
    ],
    [
      'Python: JSON with booleans, no source',
      json(
        { target_lang: 'ES', text: [house], show_billed_characters: true },
        { headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate' } },
      ),
    ],
    [
      'Java: a form to a URL that ended with a slash, HTML first',
      posted({ text: house, target_lang: 'es' }, { path: '//v2/translate', headers: htmlFirst }),
    ],
    ['.NET: a form, no Accept', posted({ text: house, target_lang: 'ES', source_lang: 'EN' })],
    [
      'PHP: JSON, texts as an array',
      json(
        { target_lang: 'es', text: [house], show_billed_characters: true },
        { headers: { accept: '*/*' } },
      ),
    ],
    [
      'Ruby: JSON, no source as null, a slash too many',
      json({ text: [house], source_lang: null, target_lang: 'ES' }, { path: '//v2/translate' }),
    ],
    ['a trailing slash', json({ text: [house], target_lang: 'es' }, { path: '/v2/translate/' })],
    ['one text as a string', json({ text: house, target_lang: 'es' })],
    ['an empty source', posted({ text: house, target_lang: 'es', source_lang: '' })],
    [
      'another spelling of the charset',
      posted({ text: house, target_lang: 'es' }, charset('; charset="UTF-8"')),
    ],
    ['a charset in capitals', posted({ text: house, target_lang: 'es' }, charset('; Charset=UTF8'))],
    [
      'an Accept of nonsense',
      json({ text: house, target_lang: 'es' }, { headers: { accept: 'image/webp;q=x' } }),
    ],
    ['HTML alone', json({ text: house, target_lang: 'es' }, { headers: { accept: 'text/html' } })],
  ])('%s', async (_name, call) => {
    const { status, headers, body } = await send<CompatTranslateAnswer>(call);
    expect([status, body]).toEqual([
      200,
      {
        translations: [{ text: casa, detected_source_language: 'EN', billed_characters: 17 }],
        characters: 17,
        billed_characters: 17,
      },
    ]);
    expect(headers['content-type']).toMatch(/^application\/json/);
  });

  function charset(spelling: string): Partial<WireCall> {
    return { headers: { 'content-type': formType + spelling } };
  }

  test.each<[string, (texts: string[]) => WireCall]>([
    ['a form', (text) => posted({ text, target_lang: 'es', source_lang: 'es' })],
    ['JSON', (text) => json({ text, target_lang: 'es', source_lang: 'es' })],
  ])('%s with many texts: none joined, none split, empty ones free', async (_name, callWith) => {
    const texts = ['uno,dos', '', 'a&b', '😀', 'x+y', ''];
    const { status, body } = await send<CompatTranslateAnswer>(callWith(texts));
    expect(status).toBe(200);
    expect(body.translations.map(({ text }) => text)).toEqual(texts);
    expect(body.translations.map((each) => each.billed_characters)).toEqual([7, 0, 3, 1, 3, 0]);
    expect([body.characters, body.billed_characters]).toEqual([14, 14]);
  });

  test('no member of an answer is ever null', async () => {
    const { body } = await send<CompatTranslateAnswer>(
      json({ text: ['', house], target_lang: 'es', source_lang: null, model_type: null, formality: null }),
    );
    expect(JSON.stringify(body)).not.toContain('null');
    expect(Object.keys(body.translations[0] ?? {})).toEqual([
      'text',
      'detected_source_language',
      'billed_characters',
    ]);
  });

  test('model_type_used is there when model_type was asked for, and claims no neural model', async () => {
    const { body } = await send<CompatTranslateAnswer>(
      posted({ text: [house, ''], target_lang: 'es', model_type: 'prefer_quality_optimized' }),
    );
    const used = body.translations.map(({ model_type_used }) => model_type_used);
    expect(used).toEqual(['latency_optimized', 'quality_optimized']);
  });

  test('tag_handling_version is there when tag_handling was asked for', async () => {
    const asked = json({ text: house, target_lang: 'es', tag_handling: 'html', tag_handling_version: 'v1' });
    const { body } = await send<CompatTranslateAnswer>(asked);
    expect(body.translations[0]?.tag_handling_version).toBe('v2');
  });

  test('a form may repeat a member that has one value: the last one counts', async () => {
    const { body } = await send<CompatTranslateAnswer>(
      posted({ text: house, target_lang: ['fr', 'es'], source_lang: ['es', 'en'] }),
    );
    expect(body.translations[0]).toMatchObject({ text: casa, detected_source_language: 'EN' });
  });

  test.each<[string, object]>([
    ['words', { preserve_formatting: 'true', outline_detection: 'false', split_sentences: 'nonewlines' }],
    ['numbers', { preserve_formatting: 1, outline_detection: 0, split_sentences: 0 }],
    ['digits', { preserve_formatting: '1', outline_detection: '0', split_sentences: '1' }],
    ['booleans', { preserve_formatting: true, outline_detection: false, split_sentences: '0' }],
    ['tags in arrays', { ignore_tags: ['a', 'b'], splitting_tags: [], non_splitting_tags: ['c'] }],
    ['tags in lists', { ignore_tags: 'a,b', splitting_tags: '', non_splitting_tags: 'c' }],
  ])('options as %s', async (_name, options) => {
    const members = { text: house, target_lang: 'es', source_lang: 'EN', ...options };
    expect((await send(json(members))).status).toBe(200);
    expect((await send(posted(members))).status).toBe(200);
  });

  test('a source may have a region; the answer has none, as the libraries expect', async () => {
    const { body } = await send<CompatTranslateAnswer>(
      json({ text: [house], target_lang: 'es', source_lang: 'en-GB' }),
    );
    expect(body.translations[0]).toMatchObject({ text: casa, detected_source_language: 'EN' });
  });

  test.each(['EN-US', 'en-US', 'en-us', 'EN-GB', 'en'])(
    'the target %s, as some library writes it',
    async (target) => {
      const { body } = await send<CompatTranslateAnswer>(
        posted({ text: casa, target_lang: target, source_lang: 'ES' }),
      );
      expect(body.translations[0]?.text).toBe(house);
    },
  );

  test.each(['/translate-api/v2/translate', '/translate-api//v2/translate/', '//v2/translate'])(
    'behind a proxy that leaves its own prefix in the path: %s',
    async (path) => {
      const { body } = await send<CompatTranslateAnswer>(json({ text: house, target_lang: 'es' }, { path }));
      expect(body.translations[0]?.text).toBe(casa);
    },
  );

  test('another prefix is a 404, and so is the prefix alone', async () => {
    for (const path of ['/other/v2/translate', '/translate-apix/v2/translate', '/translate-api'])
      expect((await send(json({ text: house, target_lang: 'es' }, { path }))).status, path).toBe(404);
    expect((await send({ method: 'GET', path: '/translate-api/health' })).status).toBe(200);
  });

  test('a connection is kept longer than the libraries keep theirs', async () => {
    const kept = json({ text: house, target_lang: 'es' }, { headers: { connection: 'keep-alive' } });
    expect((await send(kept)).headers['keep-alive']).toBe('timeout=75');
  });

  test('an Idempotency-Key works here as well, whatever the spelling of the body', async () => {
    const headers = { 'idempotency-key': 'a-key-of-the-wire-forms' };
    const first = await send(json({ text: house, target_lang: 'es' }, { headers }));
    const again = await send<CompatTranslateAnswer>(posted({ text: house, target_lang: 'es' }, { headers }));
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(again.body.billed_characters).toBe(17);
  });
});
