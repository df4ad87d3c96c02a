/** The calls without texts, with their members wherever a library puts them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from '../support/raw-socket.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { exchange, formType, htmlFirst, libraryKey, type WireCall } from './support/exchange.ts';

const context = useServer();
let auth: Record<string, string>;

beforeAll(async () => {
  auth = libraryKey((await createKey(context.env, await createTeam(context.env))).plain);
});

const send = <T>({ headers, ...call }: WireCall) =>
  exchange<T>(context.server.url, { ...call, headers: { ...auth, ...headers } });

interface LanguageRow {
  language: string;
  name: string;
  supports_formality?: boolean;
}

describe('languages', () => {
  const get = (more: Partial<WireCall>): WireCall => ({ method: 'GET', path: '/v2/languages', ...more });
  const typed = (type: string, body?: string): Partial<WireCall> => ({
    headers: { 'content-type': type },
    ...(body !== undefined && { body }),
  });

  test.each<[string, WireCall]>([
    ['Node, .NET, PHP: a query', get({ path: '/v2/languages?type=target' })],
    ['Python: a GET with a form', get(typed(formType, 'type=target'))],
    [
      'Ruby: a GET with JSON',
      get({ ...typed('application/json', '{"type":"target"}'), path: '//v2/languages' }),
    ],
    [
      'Java: a POST with a form',
      { ...get({ ...typed(formType, 'type=target'), path: '//v2/languages' }), method: 'POST' },
    ],
    ['a POST with JSON', { ...get(typed('application/json', '{"type":"target"}')), method: 'POST' }],
    ['a query before a body', get({ ...typed(formType, 'type=source'), path: '/v2/languages?type=target' })],
  ])('target languages, %s', async (_name, call) => {
    const { status, body } = await send<LanguageRow[]>(call);
    expect(status).toBe(200);
    expect(body).toContainEqual({ language: 'ES', name: 'Spanish', supports_formality: false });
    expect(body).toContainEqual({ language: 'EN-US', name: 'English (American)', supports_formality: false });
    expect(body.every((row) => typeof row.supports_formality === 'boolean')).toBe(true);
  });

  test.each<[string, WireCall]>([
    ['no type', get({})],
    ['type=source', get({ path: '/v2/languages/?type=source' })],
    ['a type of content without a body', get(typed('application/json'))],
    ['a form without a body', get(typed(formType, ''))],
    ['an empty object', get(typed('application/json', '{}'))],
    ['a body of another kind', get(typed('text/plain', 'type=target'))],
    ['a POST without a body', { ...get({}), method: 'POST' }],
  ])('source languages, %s', async (_name, call) => {
    const { status, body } = await send<LanguageRow[]>(call);
    expect(status).toBe(200);
    expect(body).toContainEqual({ language: 'EN', name: 'English' });
    for (const row of body) {
      expect(Object.keys(row)).toEqual(['language', 'name']);
      expect(row.language).toMatch(/^[A-Z]{2,3}$/);
    }
  });

  test.each<[string, WireCall, number]>([
    ['another type', get({ path: '/v2/languages?type=both' }), 400],
    ['a type twice', get({ path: '/v2/languages?type=source&type=target' }), 400],
    ['a type of every object', get({ path: '/v2/languages?type=constructor' }), 400],
    ['a broken body', get(typed('application/json', '{')), 400],
    ['a broken form', get(typed(formType, 'type=%zz')), 400],
    ['a body of 20,000 bytes', get(typed(formType, `x=${'x'.repeat(20_000)}`)), 413],
  ])('%s is refused', async (_name, call, expected) => {
    expect((await send(call)).status).toBe(expected);
  });

  test('a client that hangs up in the body of a GET is no fault of the server', async () => {
    const head = ['GET /v2/languages HTTP/1.1', 'Host: x', `Authorization: ${auth.authorization}`];
    const cut = [...head, `Content-Type: ${formType}`, 'Content-Length: 50', '', 'type='].join('\r\n');
    expect(await rawRequest(context.server.port, cut, 200)).toBe('');
    const hungUp =
      /"route":"\/v2\/languages",(?:"status":400,"outcome":"invalid_request"|"outcome":"disconnected")/;
    const lastLines = () => context.server.log().split('\n').slice(-3).join();
    await expect.poll(lastLines, { timeout: 120_000 }).toMatch(hungUp);
    expect(context.server.log()).not.toContain('"level":"error"');
  });

  test('v3: the resources, and whose support each feature needs', async () => {
    const { status, body } = await send<{ name: string; features: object[] }[]>(
      get({ path: '/v3/languages/resources' }),
    );
    expect(status).toBe(200);
    expect(body.map(({ name }) => name)).toEqual([
      'translate_text',
      'translate_document',
      'glossary',
      'voice',
      'write',
      'style_rules',
      'translation_memory',
    ]);
    expect(body[0]?.features).toContainEqual({ name: 'formality', needs_target_support: true });
    expect(body[0]?.features).toContainEqual({
      name: 'glossary',
      needs_source_support: true,
      needs_target_support: true,
    });
    expect(body[1]?.features).toContainEqual({ name: 'auto_detection', needs_source_support: true });
  });

  const stable = { status: 'stable' };

  test('v3: sources and targets in one list', async () => {
    const { status, body } = await send<Record<string, unknown>[]>(
      get({ path: '/v3/languages/?resource=translate_text' }),
    );
    expect(status).toBe(200);
    const byTag = new Map(body.map((row) => [row.lang, row]));
    expect(byTag.get('en')).toEqual({
      lang: 'en',
      name: 'English',
      usable_as_source: true,
      usable_as_target: false,
      status: 'stable',
      features: { tag_handling: stable, glossary: stable, auto_detection: stable },
    });
    expect(byTag.get('en-GB')).toMatchObject({
      name: 'English (British)',
      usable_as_source: false,
      usable_as_target: true,
      features: { tag_handling: stable, glossary: stable },
    });
    expect(byTag.get('es')).toMatchObject({ usable_as_source: true, usable_as_target: true });
    const forResource = async (name: string) =>
      (
        await send<{ lang: string }[]>(
          get({ path: `/v3/languages?resource=${name}&include=beta&include=external` }),
        )
      ).body;
    const glossary = await forResource('glossary');
    expect(glossary).toContainEqual({ ...byTag.get('en'), usable_as_target: true, features: {} });
    expect(glossary.map(({ lang }) => lang)).not.toContain('en-GB');
    // Apertium cannot rephrase or follow instructions, and this server has nowhere to keep files.
    for (const name of ['translate_document', 'voice', 'write', 'style_rules', 'translation_memory'])
      expect(await forResource(name), name).toEqual([]);
    expect((await send(get({ path: '/v3/languages' }))).status).toBe(400);
    expect((await send(get({ path: '/v3/languages?resource=tea' }))).status).toBe(400);
  });
});

describe('usage', () => {
  test.each<[string, WireCall]>([
    ['Node, Python, PHP, .NET', { method: 'GET', path: '/v2/usage' }],
    ['Java', { method: 'GET', path: '//v2/usage', headers: htmlFirst }],
    [
      'Ruby: a content type without a body',
      { method: 'GET', path: '//v2/usage', headers: { 'content-type': 'application/json' } },
    ],
    [
      'Ruby: an empty object',
      { method: 'GET', path: '/v2/usage', headers: { 'content-type': 'application/json' }, body: '{}' },
    ],
  ])('%s', async (_name, call) => {
    const { status, body } = await send<Record<string, unknown>>(call);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      'character_count',
      'character_limit',
      'products',
      'api_key_character_count',
      'api_key_character_limit',
      'start_time',
      'end_time',
    ]);
    expect(body.character_limit).toBe(1_000_000_000);
    expect(body.character_count).toBeTypeOf('number');
  });

  test('tells what this key used apart from what its team used', async () => {
    const team = await createTeam(context.env, 'two keys', 1_000);
    const keys = [await createKey(context.env, team), await createKey(context.env, team)];
    const ask = <T>(n: number, call: WireCall) =>
      exchange<T>(context.server.url, {
        ...call,
        headers: { ...call.headers, ...libraryKey(keys[n]?.plain ?? '') },
      });
    for (const [n, text] of [
      [0, 'uno'],
      [0, 'dos'],
      [1, 'cuatro'],
    ] as const) {
      const body = `text=${text}&target_lang=es&source_lang=es`;
      await ask(n, { path: '/v2/translate', headers: { 'content-type': formType }, body });
    }
    const { body } = await ask<Record<string, unknown>>(1, { method: 'GET', path: '/v2/usage' });
    expect(body).toMatchObject({
      character_count: 12,
      character_limit: 1_000,
      products: [{ product_type: 'translate', api_key_unit_count: 6, account_unit_count: 12 }],
      api_key_character_count: 6,
      api_key_character_limit: 994,
    });
    const [start, end] = [new Date(String(body.start_time)), new Date(String(body.end_time))];
    expect([start.getUTCDate(), start.getUTCHours(), end.getUTCDate()]).toEqual([1, 0, 1]);
    expect(start.getTime()).toBeLessThan(Date.now());
    expect(end.getTime()).toBeGreaterThan(Date.now());
  });
});
