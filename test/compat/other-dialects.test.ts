/** DeepLX, Apertium APy and MCP: what their clients send, and what they read from the answers. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, test, vi } from 'vitest';
import { insideAddress, outsideAddress, useDialectsServer } from '../support/dialects-server.ts';
import { exchange, form, formType, type WireCall } from './support/exchange.ts';

const context = useDialectsServer();
const house = 'The house is big.';
const casa = 'La casa es grande.';

const send = <T = Record<string, unknown>>({ headers, ...call }: WireCall) =>
  exchange<T>(context.server.dialectsUrl, {
    ...call,
    headers: { host: 'x', 'x-forwarded-for': outsideAddress, ...headers },
  });
const fromInside = { 'x-forwarded-for': insideAddress };

describe('DeepLX', () => {
  const translate = (path: string, members: object, headers: Record<string, string> = {}) =>
    send({
      path,
      body: JSON.stringify(members),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const members = { text: house, source_lang: 'EN', target_lang: 'ES' };
  const bearer = () => ({ authorization: `Bearer ${context.key}` });

  test.each([
    ['the key in a header', () => translate('/deeplx/translate', members, bearer())],
    ['the key in the query', () => translate(`/deeplx/translate?token=${context.key}`, members)],
    ['the path with a version', () => translate('/deeplx/v1/translate', members, bearer())],
    ['detection', () => translate('/deeplx/translate', { ...members, source_lang: 'auto' }, bearer())],
    ['an empty source', () => translate('/deeplx/translate', { ...members, source_lang: '' }, bearer())],
    ['a network that needs no key', () => translate('/deeplx/translate', members, fromInside)],
  ])('%s', async (_name, call) => {
    const { status, body } = await call();
    expect([status, body]).toEqual([
      200,
      {
        code: 200,
        id: expect.any(Number),
        data: casa,
        alternatives: [],
        source_lang: 'EN',
        target_lang: 'ES',
        method: 'Free',
      },
    ]);
  });

  test('tags are kept', async () => {
    const tagged = { ...members, text: '<p>The house is big.</p>', tag_handling: 'html' };
    expect((await translate('/deeplx/translate', tagged, bearer())).body.data).toBe(`<p>${casa}</p>`);
  });

  test.each<[string, object, Record<string, string>, number, RegExp]>([
    ['no key', members, {}, 401, /^Invalid access token$/],
    [
      'an unknown key',
      members,
      { authorization: `Bearer svc_live_${'x'.repeat(40)}` },
      401,
      /^Invalid access token$/,
    ],
    ['no text', { ...members, text: '' }, fromInside, 400, /No text/],
    ['a list', { ...members, text: [house] }, fromInside, 400, /text must be a string/],
    ['another language', { ...members, target_lang: 'XX' }, fromInside, 400, /XX is not supported/],
  ])('%s is refused', async (_name, body, headers, status, message) => {
    const answer = await translate('/deeplx/translate', body, headers);
    expect([answer.status, answer.body]).toEqual([
      status,
      { code: status, message: expect.stringMatching(message) },
    ]);
  });
});

describe('Apertium APy', () => {
  const get = <T = Record<string, unknown>>(path: string, headers: Record<string, string> = fromInside) =>
    send<T>({ method: 'GET', path: `/apy${path}`, headers });
  const query = (members: Record<string, string>) => new URLSearchParams(members);

  test('pairs have three-letter codes, and are listed for everybody', async () => {
    const { body } = await get<{ responseData: object[] }>('/listPairs', {});
    expect(body).toMatchObject({ responseStatus: 200, responseDetails: null });
    expect(body.responseData).toContainEqual({ sourceLanguage: 'eng', targetLanguage: 'spa' });
    expect(body.responseData).toContainEqual({ sourceLanguage: 'spa', targetLanguage: 'por_BR' });
  });

  test('Weblate, OmegaT, MediaWiki: by query and by form, inside the network or with a key', async () => {
    const members = { q: house, langpair: 'eng|spa', markUnknown: 'no', format: 'txt' };
    const answer = { responseData: { translatedText: casa }, responseDetails: null, responseStatus: 200 };
    expect((await get(`/translate?${query(members)}`)).body).toEqual(answer);
    expect((await get(`/translate?${query({ ...members, key: context.key })}`, {})).body).toEqual(answer);
    const headers = { 'content-type': formType };
    const body = form({ ...members, langpair: 'en|es', key: context.key });
    expect((await send({ path: '/apy/translate', body, headers })).body).toEqual(answer);
  });

  test('markup, and the language of a text', async () => {
    const members = { q: '<p>The house is big.</p>', langpair: 'eng|spa', format: 'html' };
    expect((await get(`/translate?${query(members)}`)).body.responseData).toEqual({
      translatedText: `<p>${casa}</p>`,
    });
    expect((await get(`/identifyLang?${query({ q: 'Una casa muy grande y blanca' })}`)).body).toEqual({
      spa: 1,
    });
  });

  test.each<[string, string, Record<string, string>, number, string]>([
    ['no key', '/translate?q=a&langpair=eng|spa', {}, 401, 'Unauthorized'],
    [
      'an image of a page inside the network',
      '/translate?q=a&langpair=eng|spa',
      { ...fromInside, 'user-agent': 'Mozilla/5.0' },
      401,
      'Unauthorized',
    ],
    ['another pair', '/translate?q=a&langpair=eng|xxx', fromInside, 400, 'Bad Request'],
    ['half a pair', '/translate?q=a&langpair=eng', fromInside, 400, 'Bad Request'],
    ['no text', '/translate?langpair=eng|spa', fromInside, 400, 'Bad Request'],
    ['a broken escape', '/translate?q=%F0&langpair=eng|spa', fromInside, 400, 'Bad Request'],
  ])('%s is refused', async (_name, path, headers, status, message) => {
    const answer = await get(path, headers);
    expect([answer.status, answer.body]).toEqual([
      status,
      { status: 'error', code: status, message, explanation: expect.any(String) },
    ]);
  });

  test('HEAD is never charged', async () => {
    const path = `/apy/translate?${query({ q: house, langpair: 'eng|spa' })}`;
    const answer = await send({ method: 'HEAD', path, headers: fromInside });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, OPTIONS, POST']);
  });
});

describe('MCP, with the client of its SDK', () => {
  const connect = async (headers: Record<string, string>) => {
    const client = new Client({ name: 'test', version: '1' });
    const url = new URL(`${context.server.dialectsUrl}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  };
  const withKey = (key: string) => ({ authorization: `Bearer ${key}`, 'x-forwarded-for': outsideAddress });

  test('lists its tools, translates, and reports languages, glossaries and usage', async () => {
    const client = await connect(withKey(context.key));
    expect(client.getServerVersion()).toMatchObject({ name: 'dragoman' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'translate',
      'languages',
      'glossaries',
      'translate_document',
      'document_status',
      'read_document',
      'usage',
    ]);
    const call = async (name: string, given: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: given })).structuredContent;
    expect(await call('translate', { text: [house, 'Good morning.'], target_lang: 'es' })).toEqual({
      translations: [
        { text: casa, detected_source_language: 'EN' },
        { text: 'Buenos días.', detected_source_language: 'EN' },
      ],
      characters: 30,
    });
    expect(await call('translate', { text: house, target_lang: 'es' })).toMatchObject({ characters: 17 });
    const misspelled = { text: house, target_lang: 'es', formalty: 'more' };
    expect(await call('translate', misspelled)).toMatchObject({
      warnings: [{ code: 'unknown_member', detail: expect.stringContaining('formality') }],
    });
    expect(await call('languages')).toMatchObject({
      languages: expect.arrayContaining([{ code: 'en', name: 'English' }]),
    });
    expect(await call('languages', { source_lang: 'EN' })).toMatchObject({
      code: 'en',
      targets: expect.arrayContaining(['es']),
    });
    expect(await call('glossaries')).toEqual({ glossaries: [] });
    expect(await call('usage')).toMatchObject({ quota_used: expect.any(Number) });
    await client.ping();
    await client.close();
  });

  test('uploads a document, follows it, and reads the translated file', async () => {
    const client = await connect(withKey(context.key));
    const call = async (name: string, given: Record<string, unknown>) => {
      const { structuredContent, content } = await client.callTool({ name, arguments: given });
      return (structuredContent ?? (content as { text: string }[])[0]?.text) as Record<string, unknown>;
    };
    const file = { file_name: 'letter.txt', target_lang: 'es', source_lang: 'en' };
    const bytes = Buffer.from(house).toString('base64');
    for (const content of [{ content: house }, { content_base64: bytes }]) {
      const { id } = await call('translate_document', { ...file, ...content });
      await vi.waitFor(
        async () => expect((await call('document_status', { document_id: id })).state).toBe('done'),
        { timeout: 60_000 },
      );
      expect(await call('read_document', { document_id: id })).toEqual({
        file_name: 'letter.txt',
        media_type: 'text/plain',
        content: casa,
      });
    }
    expect(await call('translate_document', file)).toMatch(/^invalid_request: .*content_base64/);
    expect(await call('translate_document', { ...file, content: house, content_base64: bytes })).toMatch(
      /^invalid_request: /,
    );
    expect(await call('translate_document', { ...file, content_base64: 'a b' })).toMatch(/base64/);
    expect(await call('read_document', { document_id: 'x' })).toMatch(/^not_found: /);
    await client.close();
  });

  test('a mistake of the model is a result that it can read', async () => {
    const client = await connect(withKey(context.key));
    const failing = async (given: Record<string, unknown>) => {
      const { isError, content } = await client.callTool({ name: 'translate', arguments: given });
      return [isError, (content as { text: string }[])[0]?.text];
    };
    expect(await failing({ text: house, target_lang: 'xx' })).toEqual([
      true,
      expect.stringMatching(/^unsupported_language: /),
    ]);
    expect(await failing({ text: house })).toEqual([true, expect.stringMatching(/^invalid_request: /)]);
    const unknownGlossary = { text: house, target_lang: 'es', glossary_id: 'x' };
    expect(await failing(unknownGlossary)).toEqual([true, expect.stringMatching(/glossary_id/)]);
    const tooMany = { text: Array.from({ length: 1_025 }, () => 'a'), target_lang: 'es' };
    expect(await failing(tooMany)).toEqual([true, expect.stringMatching(/at most 1,024 items/)]);
    await expect(client.callTool({ name: 'shell' })).rejects.toThrow(/no such tool/);
    await client.close();
  });

  test('a bad key, and no key, get a clear error', async () => {
    await expect(connect(withKey(`svc_live_${'x'.repeat(40)}`))).rejects.toThrow(/valid API key/);
    await expect(connect({ 'x-forwarded-for': outsideAddress })).rejects.toThrow(/valid API key/);
  });

  test('notifications get no answer; other messages and methods are refused', async () => {
    const post = (message: unknown, headers = {}) =>
      send({
        path: '/mcp',
        body: JSON.stringify(message),
        headers: { ...withKey(context.key), 'content-type': 'application/json', ...headers },
      });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    expect((await post({ ...ping, method: 'resources/list' })).body.error).toMatchObject({ code: -32_601 });
    expect((await post([ping])).status).toBe(400);
    expect((await post(ping, { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await send({ method: 'GET', path: '/mcp', headers: withKey(context.key) })).status).toBe(405);
  });
});
