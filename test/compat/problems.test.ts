/** Every refusal on the compatibility paths: the status that the libraries know, `message`, and strict bodies. */
import { beforeAll, describe, expect, test } from 'vitest';
import { runDragoman } from '../support/command-line.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import {
  type CompatProblem,
  exchange,
  form,
  formType,
  libraryKey,
  type WireAnswer,
  type WireCall,
} from './support/exchange.ts';

const context = useServer();
let auth: Record<string, string>;

beforeAll(async () => {
  auth = libraryKey((await createKey(context.env, await createTeam(context.env))).plain);
});

const send = ({ headers = {}, ...call }: WireCall, key = auth) =>
  exchange<CompatProblem>(context.server.url, { ...call, headers: { ...key, ...headers } });

const post = (body: string | Buffer, type: string, path = '/v2/translate'): WireCall => ({
  path,
  body,
  headers: { 'content-type': type },
});

function expectProblem(
  { status, headers, body }: WireAnswer<CompatProblem>,
  expected: [number, string],
): void {
  expect([status, body.code]).toEqual(expected);
  expect(Object.keys(body)).toEqual(['code', 'detail', 'message']);
  // Most libraries show both, one after the other.
  expect(body.detail).toMatch(new RegExp(`^[A-Z][^.]+ \\(${body.code}\\)\\.$`));
  expect(body.message).toMatch(/\S/);
  expect(body.message).not.toMatch(/Bearer|\/v1\//);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers['x-trace-id']).toBe(headers['x-request-id']);
}

const good = { text: 'The house is big.', target_lang: 'es', source_lang: 'en' };

describe('keys', () => {
  test.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['a key of another service', { authorization: 'DeepL-Auth-Key 279a2e9d-83b3-c416-7e2d-f721593e42a0:fx' }],
    ['an unknown key', libraryKey(`svc_live_${'a'.repeat(40)}`)],
  ])('%s: 403 unauthorized', async (_name, key) => {
    for (const call of [
      post(form(good), formType),
      { method: 'GET', path: '/v2/usage' },
      { method: 'GET', path: '//v2/languages/' },
      { method: 'GET', path: '/v3/languages' },
      { method: 'GET', path: '/v3/glossaries' },
      { method: 'OPTIONS', path: '/v2/translate' },
    ]) {
      const answer = await send(call, key);
      expectProblem(answer, [403, 'unauthorized']);
      expect(answer.body.message).toContain('Authorization: DeepL-Auth-Key <API_KEY>');
      expect(answer.headers['www-authenticate']).toBeUndefined();
    }
  });

  test('a revoked key: 403 key_revoked, also when it was revoked since its last call', async () => {
    const { id, plain } = await createKey(context.env, await createTeam(context.env));
    expect((await send(post(form(good), formType), libraryKey(plain))).status).toBe(200);
    await runDragoman(['key', 'revoke', id], context.env);
    expectProblem(await send(post(form(good), formType), libraryKey(plain)), [403, 'key_revoked']);
    expectProblem(await send({ method: 'GET', path: '/v2/usage' }, libraryKey(plain)), [403, 'key_revoked']);
  });

  test('a key without the scope: 403 forbidden', async () => {
    const { plain } = await createKey(context.env, await createTeam(context.env), 'usage');
    expectProblem(await send(post(form(good), formType), libraryKey(plain)), [403, 'forbidden']);
  });

  test('all forms of sending a key work, and one in the body never does', async () => {
    const key = (auth.authorization ?? '').split(' ')[1] ?? '';
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { authorization: `Compat-Auth-Key ${key}` },
      { 'deepl-auth-key': key },
    ]) {
      expect((await send(post(form(good), formType), headers as Record<string, string>)).status).toBe(200);
    }
    expectProblem(await send(post(form({ ...good, auth_key: key }), formType), {}), [403, 'unauthorized']);
  });
});

test('a used-up quota: 456 quota_exceeded', async () => {
  const { plain } = await createKey(context.env, await createTeam(context.env, 'poor', 5));
  expectProblem(await send(post(form(good), formType), libraryKey(plain)), [456, 'quota_exceeded']);
});

describe('invalid requests', () => {
  test.each<[string, object]>([
    ['no text', { target_lang: 'es' }],
    ['no texts', { ...good, text: [] }],
    ['a text that is null', { ...good, text: [null] }],
    ['a text that is a number', { ...good, text: 7 }],
    ['no target', { text: ['a'] }],
    ['an empty target', { ...good, target_lang: '' }],
    ['another formality', { ...good, formality: 'rude' }],
    ['another splitting', { ...good, split_sentences: 7 }],
    ['another tag handling', { ...good, tag_handling: 'foo' }],
    ['another version of it', { ...good, tag_handling_version: 'v3' }],
    ['what is no boolean', { ...good, preserve_formatting: 'perhaps' }],
    ['what is no list of tags', { ...good, ignore_tags: 7 }],
    ['what is no model', { ...good, model_type: 'large' }],
    ['what is no glossary', { ...good, glossary_id: 'mine' }],
    ['a long context', { ...good, context: 'x'.repeat(131_073) }],
  ])('%s: 400 in JSON', async (_name, members) => {
    expectProblem(await send(post(JSON.stringify(members), 'application/json')), [400, 'invalid_request']);
  });

  test.each<[string, string]>([
    ['no text', 'target_lang=es'],
    ['no target', 'text=a'],
    ['a bad formality after a good one', 'text=a&target_lang=es&formality=default&formality=rude'],
    ['a broken escape', 'text=100%&target_lang=es'],
    ['a broken escape of a name', 'te%xxt=a&text=a&target_lang=es'],
    ['an escape that is not UTF-8', 'text=caf%E9&target_lang=es'],
    ['an overlong escape', 'text=%c0%af&target_lang=es'],
    ['half of a surrogate pair', 'text=%ed%a0%80&target_lang=es'],
    ['a NUL', 'text=a%00b&target_lang=es'],
    ['a NUL in a name', 'text=a&target_lang=es&x%00=1'],
    ['another splitting', 'text=a&target_lang=es&split_sentences=7'],
    ['nothing', ''],
    ['JSON', JSON.stringify(good)],
  ])('%s: 400 in a form', async (_name, body) => {
    expectProblem(await send(post(body, formType)), [400, 'invalid_request']);
  });

  test('bytes that are not UTF-8: 400 in both', async () => {
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    expectProblem(await send(post(bytes('text=café&target_lang=es'), formType)), [400, 'invalid_request']);
    expectProblem(await send(post(bytes('{"text":"café"}'), 'application/json')), [400, 'invalid_request']);
  });

  test.each<[string, string]>([
    ['a member twice', '{"text":["a"],"text":["b"],"target_lang":"ES"}'],
    ['a lone surrogate', '{"text":["\\ud800"],"target_lang":"ES"}'],
    ['a NUL', '{"text":["a\\u0000b"],"target_lang":"ES"}'],
    ['deep nesting', `{"text":["a"],"target_lang":"ES","x":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['a prototype', '{"__proto__":{"text":["a"],"target_lang":"ES"}}'],
    ['an array', '[]'],
    ['no JSON', 'text=a'],
  ])('%s: 400 in JSON, as on /v1', async (_name, body) => {
    expectProblem(await send(post(body, 'application/json')), [400, 'invalid_request']);
  });

  test.each<[string, object, RegExp]>([
    ['an unknown target', { ...good, target_lang: 'xx' }, /Value for 'target_lang' not supported/],
    ['an unknown source', { ...good, source_lang: 'xx' }, /Value for 'source_lang' not supported/],
    ['no language at all', { ...good, target_lang: 'not a tag' }, /Value for 'target_lang' not supported/],
  ])('%s: 400 unsupported_language', async (_name, members, message) => {
    const answer = await send(post(JSON.stringify(members), 'application/json'));
    expectProblem(answer, [400, 'unsupported_language']);
    expect(answer.body.message).toMatch(message);
  });
});

describe('options that can’t be honoured are refused by name, never ignored in silence', () => {
  const id = '0b6f4e3a-7d3c-4a52-9c1e-2f5a8b7c6d1e';

  test.each<[string, object, number, RegExp]>([
    ['formality more', { formality: 'more' }, 400, /Target language.*formality/],
    ['formality less', { formality: 'less' }, 400, /formality/],
    ['formality to the language it is in', { formality: 'less', source_lang: 'es' }, 400, /formality/],
    ['an unknown glossary', { glossary_id: id }, 404, /glossary/],
    ['unknown glossaries', { glossary_ids: [id] }, 404, /glossary/],
    [
      'one glossary and several',
      { glossary_id: id, glossary_ids: [id] },
      400,
      /glossary_id and glossary_ids/,
    ],
    ['a glossary without a source', { glossary_id: id, source_lang: null }, 400, /source_lang/],
    ['an unknown style', { style_id: id }, 404, /style/],
    ['a translation memory', { translation_memory_id: id }, 404, /translation memory/],
    ['a translation memory without a UUID', { translation_memory_id: 'x' }, 404, /translation memory/],
    ['instructions', { custom_instructions: ['Be brief'] }, 400, /custom_instructions/],
  ])('%s', async (_name, options, status, message) => {
    const answer = await send(post(JSON.stringify({ ...good, ...options }), 'application/json'));
    expectProblem(answer, [status, status === 404 ? 'not_found' : 'invalid_request']);
    expect(answer.body.message).toMatch(message);
  });

  test.each<[string, object]>([
    ['a formality that may be left out', { formality: 'prefer_less' }],
    ['the default formality', { formality: 'default' }],
    ['markup', { tag_handling: 'html', text: ['Hi', '<b>Hi</b>'] }],
    ['an entity', { tag_handling: 'xml', text: 'You &amp; me' }],
    ['no glossaries', { glossary_ids: [] }],
    ['no instructions', { custom_instructions: [] }],
  ])('%s is in order', async (_name, options) => {
    const answer = await send(post(JSON.stringify({ ...good, ...options }), 'application/json'));
    expect(answer.status).toBe(200);
  });
});

describe('sizes and types', () => {
  test('more than 1,024 texts: 413, in JSON and in forms; exactly 1,024 are taken', async () => {
    const texts = (n: number) => ({ ...good, source_lang: 'es', text: Array(n).fill('a') });
    const inJson = (n: number) => send(post(JSON.stringify(texts(n)), 'application/json'));
    const inForm = (n: number) => send(post(form(texts(n)), formType));
    for (const sendTexts of [inJson, inForm]) {
      expectProblem(await sendTexts(1_025), [413, 'payload_too_large']);
      expectProblem(await sendTexts(10_000), [413, 'payload_too_large']);
      expect((await sendTexts(1_024)).status).toBe(200);
    }
  });

  test('a form with half a million members: 413', async () => {
    const body = `text=a&target_lang=es${'&a'.repeat(500_000)}`;
    expectProblem(await send(post(body, formType)), [413, 'payload_too_large']);
  });

  test('a body over 1 MiB: 413', async () => {
    const body = form({ ...good, padding: 'x'.repeat(1024 * 1024) });
    expectProblem(await send(post(body, formType)), [413, 'payload_too_large']);
  });

  test('more than 131,072 characters: 413; exactly 131,072 are taken', async () => {
    const blanks = (n: number) => post(form({ ...good, text: '\n'.repeat(n) }), formType);
    expectProblem(await send(blanks(131_073)), [413, 'payload_too_large']);
    expect((await send(blanks(131_072))).status).toBe(200);
  });

  test.each([
    'text/plain',
    'multipart/form-data; boundary=x',
    `${formType}; charset=latin1`,
    `${formType}; charset=utf-8; charset=latin1`,
    'application/x-www-form-urlencodedx',
    'application/json; charset=utf-16',
  ])('Content-Type %s: 415', async (type) => {
    expectProblem(await send(post(form(good), type)), [415, 'unsupported_media_type']);
  });
});

describe('paths', () => {
  test.each<[string, WireCall, [number, string]]>([
    ['an unknown path', { path: '/v2/nothing' }, [404, 'not_found']],
    ['an unknown version of a path', { path: '/v3/translate' }, [404, 'not_found']],
    ['another method', { method: 'PUT', path: '//v2/translate/' }, [405, 'method_not_allowed']],
    ['a path that is no URL', { path: '/v2/%zz' }, [400, 'invalid_request']],
  ])('%s needs no key to be refused', async (_name, call, expected) => {
    expectProblem(await send(call, {}), expected);
  });

  test('slashes are forgiven on these paths alone', async () => {
    for (const path of ['//v1/translate', '/v1/translate/', '/v1//translate', '//health', '/health/']) {
      const { status, body } = await send({ ...post(JSON.stringify(good), 'application/json'), path });
      expect([status, Object.keys(body)], path).toEqual([404, ['code', 'detail']]);
    }
  });

  test('/v1 takes no forms', async () => {
    const { status, body } = await send(post(form(good), formType, '/v1/translate'));
    expect([status, Object.keys(body)]).toEqual([415, ['code', 'detail']]);
  });

  test.each([
    // Where its operator has set nowhere to keep files.
    ['POST', '/v2/document/0B6F/result', 'Document translation'],
    ['GET', '/v3/translation_memories', 'Translation memories'],
    ['POST', '/v3/voice/realtime', 'Voice'],
    ['GET', '/v2/admin/analytics', 'administration'],
  ])('%s %s is not offered, and says so to who has a key', async (method, path, feature) => {
    const answer = await send({ method, path });
    expectProblem(answer, [404, 'not_found']);
    expect(answer.body.message).toContain(feature);
    expectProblem(await send({ method, path }, {}), [403, 'unauthorized']);
  });

  test.each([
    ['POST', '/v1/jobs/voice/translate', 'Voice'],
    ['GET', '/v1/jobs/voice/translate/1', 'Voice'],
    ['POST', '/v1/quality-evaluation', 'Quality evaluation'],
  ])('%s %s is not offered either, in the words of /v1', async (method, path, feature) => {
    const { status, headers, body } = await send({ method, path });
    expect([status, body.code, Object.keys(body)]).toEqual([404, 'not_found', ['code', 'detail']]);
    expect(body.detail).toContain(feature);
    expect(headers['x-trace-id']).toBeUndefined();
  });
});
