/** What programs that speak to LibreTranslate put on the wire, and what they read from its answers. */
import { describe, expect, test } from 'vitest';
import {
  insideAddress,
  listedOrigin,
  outsideAddress,
  useDialectsServer,
} from '../support/dialects-server.ts';
import { openTestPool } from '../support/pool.ts';
import { exchange, form, formType, type WireCall } from './support/exchange.ts';

const context = useDialectsServer();

interface Answer {
  translatedText: string | string[];
  detectedLanguage: unknown;
  alternatives: unknown;
  error: string;
}

const send = <T = Answer>({ headers, ...call }: WireCall) =>
  exchange<T>(context.server.dialectsUrl, {
    ...call,
    headers: { host: 'translate.example.org', 'x-forwarded-for': outsideAddress, ...headers },
  });
const json = (path: string, members: object, headers: Record<string, string> = {}): WireCall => ({
  path,
  body: JSON.stringify(members),
  headers: { 'content-type': 'application/json', ...headers },
});
const posted = (path: string, members: object): WireCall => ({
  path,
  body: form(members),
  headers: { 'content-type': formType },
});
const fromInside = { 'x-forwarded-for': insideAddress };

const house = 'The house is big.';
const casa = 'La casa es grande.';

describe('clients', () => {
  test('Mastodon: a list of HTML with detection; languages without the key', async () => {
    const members = {
      q: ['<p>The house is <b>big</b>.</p>', '<p>Good morning.</p>'],
      source: 'auto',
      target: 'es',
    };
    const { status, body } = await send(
      json('/translate', { ...members, format: 'html', api_key: context.key }),
    );
    expect(status).toBe(200);
    expect(body.translatedText).toEqual([
      expect.stringMatching(/^<p>.*<b>.*<\/b>.*<\/p>$/),
      '<p>Buenos días.</p>',
    ]);
    const english = { language: 'en', confidence: 100 };
    expect(body.detectedLanguage).toEqual([english, english]);

    const languages = await send<{ code: string; targets: string[] }[]>({
      method: 'GET',
      path: '/languages',
    });
    expect(languages.body.find(({ code }) => code === 'en')?.targets).toContain('es');
  });

  test('Mastodon: a server that asks for no key gets an empty one', async () => {
    const members = { q: [house], source: 'en', target: 'es', format: 'html', api_key: '' };
    expect((await send(json('/translate', members, fromInside))).body).toEqual({ translatedText: [casa] });
  });

  test('Rocket.Chat: one entry for each line, empty ones too; every code is a locale', async () => {
    const members = { q: [house, '', 'Good morning.'], source: 'auto', target: 'es', format: 'text' };
    const { body } = await send(json('/translate', { ...members, api_key: context.key }));
    expect(body.translatedText).toEqual([casa, '', 'Buenos días.']);
    const languages = await send<{ code: string; name: string }[]>({ method: 'GET', path: '/languages' });
    for (const { code } of languages.body) expect(new Intl.Locale(code).language).not.toBe('');
  });

  test('Weblate: a list with a source, slashes joined carelessly', async () => {
    const members = { api_key: context.key, q: [house], source: 'en', target: 'es' };
    const { body } = await send(json('//translate/', members, { accept: 'application/json' }));
    expect(body).toEqual({ translatedText: [casa] });
    expect((await send({ method: 'GET', path: '//languages' })).status).toBe(200);
  });

  test('Discourse: forms for everything', async () => {
    const key = { api_key: context.key };
    const detected = await send<unknown>(posted('/detect', { q: 'Una casa muy grande y blanca', ...key }));
    expect(detected.body).toEqual([{ confidence: 100, language: 'es' }]);
    const members = { q: `<p>${house}</p>`, source: 'en', target: 'es', format: 'html', ...key };
    expect((await send(posted('/translate', members))).body).toEqual({ translatedText: `<p>${casa}</p>` });
  });

  test('i18n-ally: no key, and no language of its own', async () => {
    const members = { q: house, source: 'en', target: 'es' };
    expect((await send(json('/translate', members, fromInside))).body).toEqual({ translatedText: casa });
    const { status, body } = await send(json('/translate', { ...members, target: 'auto' }, fromInside));
    expect([status, body]).toEqual([400, { error: 'auto is not supported' }]);
  });

  test('OmegaT: a plain text without a key and without a format', async () => {
    const members = { q: house, source: 'EN', target: 'ES' };
    expect((await send(json('/translate', members, fromInside))).body.translatedText).toBe(casa);
  });

  test('Subtitle Edit and n8n: one text with a key, in a form or in JSON, with an empty member', async () => {
    const members = { q: `${house}\r\n${house}`, source: 'en', target: 'es', api_key: context.key };
    expect((await send(posted('/translate', members))).body.translatedText).toBe(`${casa}\n${casa}`);
    const { body } = await send(json('/translate', { ...members, q: house, format: '', alternatives: 0 }));
    expect(body).toEqual({ translatedText: casa });
  });

  test('Open WebUI and scripts: alternatives are a list, empty where no engine gives any', async () => {
    const members = { q: house, source: 'en', target: 'es', alternatives: 3, api_key: context.key };
    expect((await send(json('/translate', members))).body).toEqual({
      translatedText: casa,
      alternatives: [],
    });
    const list = await send(json('/translate', { ...members, q: [house] }));
    expect(list.body).toEqual({ translatedText: [casa], alternatives: [[]] });
  });

  test('scripts: everything in the query, the key in a header or in the query', async () => {
    const query = new URLSearchParams({ q: house, source: 'en', target: 'es' });
    const bearer = { authorization: `Bearer ${context.key}` };
    expect((await send({ path: `/translate?${query}`, headers: bearer })).body.translatedText).toBe(casa);
    query.set('api_key', context.key);
    // The password of a proxy in front is not a key.
    const basic = { authorization: 'Basic dXNlcjpwYXNz' };
    expect((await send({ path: `/translate?${query}`, headers: basic })).body.translatedText).toBe(casa);
    // The proxy may have checked the other one of two headers.
    const two = { authorization: [basic.authorization, bearer.authorization] };
    expect((await send({ path: `/translate?${query}`, headers: two })).status).toBe(403);
  });
});

describe('refusals', () => {
  const members = { q: house, source: 'en', target: 'es' };
  const unknownKey = `svc_live_${'x'.repeat(40)}`;

  test.each<[string, () => WireCall, number, string]>([
    [
      'no key',
      () => json('/translate', members),
      400,
      'Please contact the server operator to get an API key',
    ],
    [
      'an empty key',
      () => posted('/detect', { q: 'x', api_key: '' }),
      400,
      'Please contact the server operator to get an API key',
    ],
    [
      'an unknown key in the body',
      () => json('/translate', { ...members, api_key: unknownKey }),
      403,
      'Invalid API key',
    ],
    [
      'an unknown key in the query',
      () => json(`/translate?api_key=${unknownKey}`, members),
      403,
      'Invalid API key',
    ],
    [
      'a malformed key from a network without keys',
      () => json('/translate', { ...members, api_key: 'x' }, fromInside),
      403,
      'Invalid API key',
    ],
    [
      'a key that is no string',
      () => json('/translate', { ...members, api_key: [context.key, 'x'] }),
      403,
      'Invalid API key',
    ],
    [
      'an unlisted page inside the network',
      () => json('/translate', members, { ...fromInside, origin: 'https://evil.example' }),
      400,
      'Please contact the server operator to get an API key',
    ],
    [
      'no text',
      () => json('/translate', { ...members, q: '', api_key: context.key }),
      400,
      'Invalid request: missing q parameter',
    ],
    [
      'no source',
      () => json('/translate', { q: house, target: 'es', api_key: context.key }),
      400,
      'Invalid request: missing source parameter',
    ],
    [
      'an unknown language',
      () => json('/translate', { ...members, target: 'xx', api_key: context.key }),
      400,
      'xx is not supported',
    ],
    [
      'an unknown format',
      () => json('/translate', { ...members, format: 'rtf', api_key: context.key }),
      400,
      'rtf format is not supported',
    ],
    [
      'suggestions',
      () => posted('/suggest', { q: 'a', s: 'b' }),
      403,
      'Suggestions are disabled on this server.',
    ],
  ])('%s', async (_name, call, status, error) => {
    const answer = await send(call());
    expect([answer.status, answer.body]).toEqual([status, { error }]);
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  test('too much text is 400, another path 404, another method 405', async () => {
    const long = await send(
      json('/translate', { ...members, q: 'word '.repeat(30_000), api_key: context.key }),
    );
    expect([long.status, long.body]).toEqual([400, { error: expect.stringContaining('characters') }]);
    const media = await send({ path: '/translate', body: 'x', headers: { 'content-type': 'text/plain' } });
    expect([media.status, media.body]).toEqual([400, { error: expect.any(String) }]);
    expect((await send({ method: 'GET', path: '/v1/languages' })).status).toBe(404);
    expect((await send({ method: 'GET', path: '/translate' })).status).toBe(405);
  });
});

describe('without a key', () => {
  test('health, and the settings of the frontend', async () => {
    expect((await send({ method: 'GET', path: '/health' })).body).toEqual({ status: 'ok' });
    const settings = (headers = {}) => send({ method: 'GET', path: '/frontend/settings', headers });
    expect((await settings()).body).toMatchObject({
      apiKeys: true,
      keyRequired: true,
      suggestions: false,
      filesTranslation: true,
      supportedFilesFormat: expect.arrayContaining(['.docx', '.txt']),
      language: { source: { code: 'auto' }, target: { code: 'es', name: 'Spanish' } },
    });
    expect((await settings(fromInside)).body).toMatchObject({ keyRequired: false });
  });

  test('a listed origin may read answers, another may not', async () => {
    const asked = (origin: string) =>
      send({
        method: 'OPTIONS',
        path: '/translate',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const allowed = await asked(listedOrigin);
    expect(allowed.status).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': listedOrigin,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, MCP-Protocol-Version',
    });
    expect(Object.keys((await asked('https://evil.example')).headers).join()).not.toContain('access-control');
  });
});

describe('files', () => {
  const upload = (parts: Record<string, string>, text: string, query = '') => {
    const boundary = 'a-boundary-of-the-test';
    const members = Object.entries(parts).map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="note.txt"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n`;
    return send<{ translatedFileUrl: string; error: string }>({
      path: `/translate_file${query}`,
      // The file first, as curl sends it.
      body: `${file}${members.join('')}--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
  };

  test('a file is translated, and fetched at an address that needs no key', async () => {
    const { status, body } = await upload({ source: 'en', target: 'es', api_key: context.key }, house);
    expect([status, body]).toEqual([200, { translatedFileUrl: expect.any(String) }]);
    const url = new URL(body.translatedFileUrl);
    expect([url.host, url.pathname]).toEqual([
      'translate.example.org',
      expect.stringMatching(/^\/download_file\/[\w-]+\.note\.txt$/),
    ]);
    const file = await fetch(`${context.server.dialectsUrl}${url.pathname}`);
    expect([file.status, await file.text()]).toEqual([200, casa]);
    const wrong = url.pathname.replace(/.(?=\.note)/, (digit) => (digit === '0' ? '1' : '0'));
    expect((await send({ method: 'GET', path: wrong })).status).toBe(404);
    expect((await send({ method: 'GET', path: '/download_file/x.txt' })).status).toBe(404);

    const db = openTestPool(context.env.DATABASE_URL ?? '', 1);
    const charged = await db.query('SELECT dialect FROM calls WHERE team_id = $1 ORDER BY id DESC LIMIT 1', [
      context.team,
    ]);
    expect(charged.rows).toEqual([{ dialect: 'libretranslate' }]);
    const age = (minutes: number) =>
      db.query("UPDATE documents SET created_at = now() - $1 * interval '1 minute'", [minutes]);
    const statusAfter = async (minutes: number) => {
      await age(minutes);
      return (await fetch(`${context.server.dialectsUrl}${url.pathname}`)).status;
    };
    expect([await statusAfter(29), await statusAfter(31)]).toEqual([200, 404]);
    await db.end();
  });

  test('a file needs a key, and a large one needs it first', async () => {
    const members = { source: 'en', target: 'es' };
    expect((await upload(members, house)).body.error).toContain('contact the server operator');
    expect((await upload({ ...members, api_key: 'x' }, house)).status).toBe(403);
    const large = 'The house is big.\n'.repeat(70_000);
    expect((await upload({ ...members, api_key: context.key }, large)).body.error).toContain(
      'needs its key first',
    );
  });
});
