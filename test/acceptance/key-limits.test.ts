/** The limits of single keys, as applications meet them on every way in. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, bearer, call, type ProblemAnswer, translate } from '../support/api-client.ts';
import { dragomanJson } from '../support/command-line.ts';
import { documentsEnv } from '../support/document-client.ts';
import { withPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { type KeyAnswer, newTeam, type TeamApi } from '../support/team-api.ts';

const { folder, env } = documentsEnv();
afterAll(() => rm(folder, { recursive: true, force: true }));
const context = useServer({
  ...env,
  NODE_ENV: 'test',
  DRAGOMAN_STUB_ENGINE: 'on',
  DRAGOMAN_TRUSTED_PROXIES: '127.0.0.0/8',
  DRAGOMAN_DIALECTS_PORT: '0',
});
let team: TeamApi;

beforeAll(async () => {
  team = await newTeam(context.server.url, context.env);
});

type Limits = Partial<Record<string, unknown>>;

const create = (limits: Limits, scopes = ['translate', 'usage', 'keys', 'glossaries']) =>
  team.send<KeyAnswer>('POST', '/v1/keys', { name: 'limited', scopes, ...limits });
const change = (id: string, limits: Limits) =>
  team.send<KeyAnswer & Limits>('PATCH', `/v1/keys/${id}`, limits);
async function limited(limits: Limits) {
  const { status, body } = await create(limits);
  expect(status).toBe(201);
  return { id: body.id, key: body.key, as: team.as(body.key) };
}
const toEsperanto = { text: ['Hello'], source_lang: 'EN', target_lang: 'EO' };
const ask = (key: string, body: object = {}) =>
  translate<ProblemAnswer>(context.server.url, key, { ...toEsperanto, ...body });
const outcomeOf = ({ status, body }: Answer<ProblemAnswer | undefined>) =>
  status < 400 ? status : `${status} ${body?.code}`;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** A call on every way in that a key has. */
const waysIn: [string, (key: string, headers: Record<string, string>) => Promise<Answer<ProblemAnswer>>][] = [
  ['a translation', (key, headers) => team.as(key).send('POST', '/v1/translate', toEsperanto, headers)],
  [
    'a translation of the DeepL API',
    (key, headers) => team.as(key).send('POST', '/v2/translate', toEsperanto, headers),
  ],
  [
    'LibreTranslate',
    (key, headers) =>
      call(`${context.server.dialectsUrl}/translate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ q: 'Hello', source: 'en', target: 'eo', api_key: key }),
      }),
  ],
  [
    'MCP',
    (key, headers) =>
      call(`${context.server.dialectsUrl}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...bearer(key),
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      }),
  ],
  ['an upload', (key, headers) => upload(key, headers)],
  ['the languages', (key, headers) => team.as(key).get('/v1/languages', headers)],
  ['the account', (key, headers) => team.as(key).get('/v1/account', headers)],
  ['the usage', (key, headers) => team.as(key).get('/v1/usage', headers)],
  ['the usage of the DeepL API', (key, headers) => team.as(key).get('/v2/usage', headers)],
  ['the keys', (key, headers) => team.as(key).get('/v1/keys', headers)],
  ['the glossaries', (key, headers) => team.as(key).get('/v1/glossaries', headers)],
];

function upload(key: string, headers: Record<string, string> = {}, text = 'Hello') {
  const form = new FormData();
  form.append('target_lang', 'EO');
  form.append('source_lang', 'EN');
  form.append('file', new Blob([text]), 'hello.txt');
  return call<ProblemAnswer>(`${context.server.url}/v1/documents`, {
    method: 'POST',
    headers: { ...bearer(key), ...headers },
    body: form,
  });
}

describe('the record', () => {
  test('shows every limit, how much of the budget is left, and null for what is not limited', async () => {
    const limits = {
      expires_at: inAnHour(),
      networks: ['127.0.0.1', '10.0.0.0/8'],
      engines: ['stub'],
      language_pairs: ['en-eo', '*-ES'],
      requests_per_second: 5,
      characters_per_minute: 700,
      monthly_characters: 100,
    };
    const { id, key } = await limited(limits);
    const shown = { ...limits, language_pairs: ['EN-EO', '*-ES'], characters_left: 100 };
    expect((await team.get(`/v1/keys/${id}`)).body).toMatchObject(shown);
    expect((await ask(key)).status).toBe(200);
    expect((await team.as(key).get('/v1/account')).body).toMatchObject({
      key_limits: { ...shown, characters_left: 95 },
    });
    expect((await team.get('/v1/account')).body).toMatchObject({ key_limits: null });
    const { body } = await team.get<{ keys: (KeyAnswer & Limits)[] }>('/v1/keys');
    expect(body.keys.find((each) => each.id === id)).toMatchObject({ ...shown, characters_left: 95 });
  });

  test('changes only what is sent, and null removes a limit', async () => {
    const { id } = await limited({ monthly_characters: 100, requests_per_second: 5 });
    expect((await change(id, { monthly_characters: 50 })).body).toMatchObject({
      monthly_characters: 50,
      requests_per_second: 5,
    });
    const without = { monthly_characters: null, requests_per_second: null };
    expect((await change(id, without)).body).toMatchObject({ ...without, characters_left: null });
    const { body } = await team.get<{ entries: { action: string; details: object }[] }>(
      '/v1/audit?action=key.limited&limit=2',
    );
    expect(body.entries.map(({ details }) => details)).toEqual([
      {
        name: 'limited',
        monthly_characters: { from: 50, to: null },
        requests_per_second: { from: 5, to: null },
      },
      { name: 'limited', monthly_characters: { from: 100, to: 50 } },
    ]);
  });

  test.each<[string, Limits]>([
    ['a time that has passed', { expires_at: '2020-01-01' }],
    ['what is no time', { expires_at: 'tomorrow' }],
    ['what is no network', { networks: ['10.0.0.0/33'] }],
    ['no network', { networks: [] }],
    ['all pairs', { language_pairs: ['*-*'] }],
    ['what is no pair', { language_pairs: ['EN'] }],
    ['a rate of nothing', { requests_per_second: 0 }],
    ['characters of nothing', { characters_per_minute: 0 }],
    ['a budget below nothing', { monthly_characters: -1 }],
    ['half a character', { monthly_characters: 0.5 }],
  ])('%s is refused with 400', async (_name, limits) => {
    expect(outcomeOf(await create(limits))).toBe('400 invalid_request');
  });

  test('a misspelled limit is refused with 400, so that no key does without it', async () => {
    const { id } = await limited({ monthly_characters: 100 });
    for (const misspelled of [
      { monthly_character: 5 },
      { network: ['10.0.0.1'] },
      { 'expires-at': inAnHour() },
    ]) {
      expect(outcomeOf(await create(misspelled))).toBe('400 invalid_request');
      const { status, body } = await change(id, { name: 'renamed', ...misspelled });
      expect([status, body]).toMatchObject([400, { detail: expect.stringContaining('did you mean') }]);
    }
    expect((await team.get(`/v1/keys/${id}`)).body).toMatchObject({ name: 'limited' });
    // What stands for none of them is ignored, as in every body.
    expect(outcomeOf(await create({ comment: 'for the shop' }))).toBe(201);
  });

  test('a key with limits can neither make keys nor change limits, so that it cannot shed its own', async () => {
    const { id, as } = await limited({ monthly_characters: 100 });
    expect(outcomeOf(await as.send('POST', '/v1/keys', { name: 'free' }))).toBe('403 forbidden');
    expect(outcomeOf(await as.send('PATCH', `/v1/keys/${id}`, { monthly_characters: null }))).toBe(
      '403 forbidden',
    );
    expect(outcomeOf(await as.send('PATCH', `/v1/keys/${id}`, { name: 'renamed' }))).toBe(200);
  });
});

describe('from another network', () => {
  test.each(waysIn)('%s is refused with 403, and from its own it is not', async (_name, send) => {
    const { key } = await limited({ networks: ['192.0.2.0/24', '2001:db8::/32'] });
    expect((await send(key, { 'x-forwarded-for': '198.51.100.7' })).status).toBe(403);
    expect((await send(key, { 'x-forwarded-for': '192.0.2.9' })).status).toBeLessThan(300);
    expect((await send(key, { 'x-forwarded-for': '::ffff:192.0.2.9' })).status).toBeLessThan(300);
    expect((await send(key, { 'x-forwarded-for': '2001:db9::1' })).status).toBe(403);
  });
});

describe('after its expiry', () => {
  test.each(waysIn)('%s is refused as of a revoked key', async (_name, send) => {
    const { id, key } = await limited({ expires_at: inAnHour() });
    expect((await send(key, {})).status).toBeLessThan(300);
    await expire(id);
    const { status, body } = await send(key, {});
    // The paths of the DeepL API say 403 for 401.
    expect([401, 403]).toContain(status);
    expect(JSON.stringify(body)).toMatch(/revoked or has expired/);
  });

  test('nothing moves it', async () => {
    const { id } = await limited({ expires_at: inAnHour() });
    await expire(id);
    expect(outcomeOf(await change(id, { expires_at: null }))).toBe('409 conflict');
  });
});

describe('engines', () => {
  test('a call uses only those of the key, and is forbidden if none of them can serve it', async () => {
    const { key } = await limited({ engines: ['stub'] });
    const { body } = await team.as(key).get<{ pairs: { engine: string }[] }>('/v1/languages');
    expect(new Set(body.pairs.map(({ engine }) => engine))).toEqual(new Set(['stub']));
    expect(outcomeOf(await ask(key))).toBe(200);
    expect(outcomeOf(await ask(key, { target_lang: 'ES' }))).toBe('403 forbidden');
    expect(outcomeOf(await ask(key, { engine: 'apertium', target_lang: 'ES' }))).toBe('403 forbidden');
    expect(outcomeOf(await ask(key, { engine: 'none-such' }))).toBe('400 invalid_request');
    expect(outcomeOf(await ask(key, { target_lang: 'TLH' }))).toBe('400 unsupported_language');
    expect(outcomeOf(await ask(team.key, { target_lang: 'ES' }))).toBe(200);
  });

  test('no engine that there is leaves nothing', async () => {
    const { key } = await limited({ engines: ['none-such'] });
    expect(outcomeOf(await ask(key))).toBe('403 forbidden');
  });

  test('a document is refused when it is uploaded', async () => {
    const { key } = await limited({ engines: ['apertium'], language_pairs: ['EN-ES'] });
    expect(outcomeOf(await upload(key))).toBe('403 forbidden');
  });
});

describe('language pairs', () => {
  test.each([
    ['EN-EO', 'EN', 'EO', 200],
    ['EN-*', 'EN', 'ES', 200],
    ['*-EO', 'DE', 'EO', 200],
    ['*-ES', 'EN-GB', 'ES', 200],
    ['DE-EO', 'EN', 'EO', '403 forbidden'],
    ['EN-*', 'DE', 'EO', '403 forbidden'],
    ['*-ES', 'EN', 'EO', '403 forbidden'],
  ])('a key of %s that translates %s to %s: %s', async (pair, source_lang, target_lang, expected) => {
    const { key } = await limited({ language_pairs: [pair] });
    expect(outcomeOf(await ask(key, { source_lang, target_lang }))).toBe(expected);
  });

  test('count for the language that is detected', async () => {
    const { key } = await limited({ language_pairs: ['DE-EO'] });
    const detect = (text: string) => ask(key, { text: [text], source_lang: undefined });
    expect(outcomeOf(await detect('Das Haus am Ende der Straße ist sehr groß.'))).toBe(200);
    expect(outcomeOf(await detect('The house at the end of the street is very big.'))).toBe('403 forbidden');
  });
});

describe('rates', () => {
  test('beyond its own rate a key gets 429 with a time to come back, and its team does not', async () => {
    const { key } = await limited({ requests_per_second: 2 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(key)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({
      detail: expect.stringMatching(/API key exceeds its limit of 2/),
    });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(team.key)).status).toBe(200);
  });

  test('requests that translate nothing are counted apart, at the same rate', async () => {
    const { as } = await limited({ requests_per_second: 1 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => as.get('/v1/account')));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect((await as.send('POST', '/v1/translate', toEsperanto)).status).toBe(200);
  });

  test('characters per minute never refuse the largest call, and the next one has to wait', async () => {
    const { key } = await limited({ characters_per_minute: 1_000 });
    expect((await ask(key, { text: ['a'.repeat(99_000)] })).status).toBe(200);
    const { status, body } = await ask(key, { text: ['a'.repeat(99_000)] });
    expect([status, body.detail]).toEqual([
      429,
      expect.stringMatching(/API key.*1,000 characters per minute/),
    ]);
  });
});

describe('a budget', () => {
  test('is spent to the last character on every way in, and then 456 says whose it is', async () => {
    const { id, key } = await limited({ monthly_characters: 15 });
    expect(outcomeOf(await ask(key))).toBe(200);
    expect(outcomeOf(await team.as(key).send('POST', '/v2/translate', toEsperanto))).toBe(200);
    expect(outcomeOf(await ask(key, { text: ['six ch'] }))).toBe('456 quota_exceeded');
    expect(outcomeOf(await upload(key, {}, 'six ch'))).toBe('456 quota_exceeded');
    expect(outcomeOf(await upload(key))).toBe(201);
    await expect.poll(async () => (await team.get<Limits>(`/v1/keys/${id}`)).body.characters_left).toBe(0);
    const { status, body } = await ask(key);
    expect([status, body.detail]).toEqual([456, expect.stringContaining('budget of this API key')]);
    // Empty texts cost nothing.
    expect(outcomeOf(await ask(key, { text: [''] }))).toBe(200);
    expect(outcomeOf(await change(id, { monthly_characters: 20 }))).toBe(200);
    expect(outcomeOf(await ask(key))).toBe(200);
    expect(outcomeOf(await ask(team.key))).toBe(200);
  });

  test('is the limit of the key in the usage of the DeepL API', async () => {
    const { key, as } = await limited({ monthly_characters: 12 });
    await ask(key);
    expect((await as.get('/v2/usage')).body).toMatchObject({
      api_key_character_count: 5,
      api_key_character_limit: 12,
    });
  });

  test('costs nothing for a repeat of a charged call', async () => {
    const { as } = await limited({ monthly_characters: 5 });
    const again = () => as.send('POST', '/v1/translate', toEsperanto, { 'idempotency-key': 'once' });
    expect(outcomeOf(await again())).toBe(200);
    expect((await again()).headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('a reporting tag', () => {
  const tagged = (api: TeamApi, tag: string, text: string, path = '/v1/translate') =>
    api.send('POST', path, { ...toEsperanto, text: [text] }, { 'x-deepl-reporting-tag': tag });

  test('has its characters in the usage report, in small letters, with those of documents', async () => {
    const own = await newTeam(context.server.url, context.env);
    expect((await tagged(own, 'Shop', 'one')).status).toBe(200);
    expect((await tagged(own, ' shop ', 'three', '/v2/translate')).status).toBe(200);
    await own.send('POST', '/v1/translate', toEsperanto);
    expect((await upload(own.key, { 'x-deepl-reporting-tag': 'docs' }, 'Hello you')).status).toBe(201);
    await expect
      .poll(async () => (await own.get<{ usage: object[] }>('/v1/usage?group_by=tag')).body.usage)
      .toEqual([
        { tag: '', characters: 5, calls: 1, texts: 1 },
        { tag: 'docs', characters: 9, calls: 1, texts: 1 },
        { tag: 'shop', characters: 8, calls: 2, texts: 2 },
      ]);
  });

  test('with a blank, a comma or too many characters is refused with 400', async () => {
    for (const tag of ['two words', 'a,b', 'x'.repeat(101)])
      expect(outcomeOf(await tagged(team, tag, 'hello'))).toBe('400 invalid_request');
  });
});

test('the audit of the ledger finds nothing', async () => {
  expect(await dragomanJson(['audit'], context.env)).toMatchObject({ balanced: true });
});

/** As if the time had come: by the database's clock, and without waiting for it. */
async function expire(id: string): Promise<void> {
  await withPool(context.env.DATABASE_URL ?? '', (db) =>
    db.query('UPDATE key_limits SET expires_at = clock_timestamp() WHERE key_id = $1', [id]),
  );
}
