/** Calls of the public API that the API reference makes through the console: real ones, and all that must not pass. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import type { Scope } from '../../src/auth/scopes.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { readMetric } from '../support/read-metric.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';

const service = useServer({
  DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1',
  // Its translations take longer than a call may.
  DRAGOMAN_STUB_ENGINE: 'latencyMs=600000',
});
let db: Database;
let team: string;
let other: string;
let key: string;
let member: ConsoleUser;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  [team, other] = [await seedTeam(db, 'Harbour'), await seedTeam(db, 'Other')];
  for (const role of ['member', 'viewer', 'translator'] as const)
    await seedUser(db, team, `${role}@example.org`, role);
  await seedUser(db, other, 'stranger@example.org', 'owner');
  key = await newKey(team, ['translate', 'glossaries', 'usage']);
  member = await enter('member');
  await engineIsReady();
});
afterAll(() => db.end());

/** The engine starts with the first call, which may take longer than the call may. */
const engineIsReady = () =>
  vi.waitFor(async () => expect((await tryCall(translation())).body.status).toBe(200), {
    timeout: 120_000,
    interval: 200,
  });

const enter = (name: string) => signIn(service.server.consoleUrl, `${name}@example.org`);

async function newKey(teamId: string, scopes: readonly Scope[]): Promise<string> {
  const made = await createKey(db, { teamId, name: 'Try', mode: 'live', scopes }, testActor);
  return made?.plain ?? '';
}

interface Tried {
  status: number;
  headers: Record<string, string>;
  body: string;
  is_cut: boolean;
  duration_ms: number;
}

const tryCall = (asked: object, user = member, headers: Record<string, string> = {}) =>
  user.send<Tried>('POST', `/teams/${team}/try`, asked, headers);

const text = 'The house is big.';
const translation = (more: object = {}) => ({
  method: 'POST',
  path: '/v1/translate',
  body: JSON.stringify({ text: [text], source_lang: 'EN', target_lang: 'ES' }),
  key,
  ...more,
});

async function charged(teamId: string): Promise<number> {
  const found = await db.query('SELECT month_used::int AS used FROM team_balances WHERE team_id = $1', [
    teamId,
  ]);
  return found.rows[0].used;
}

describe('a call', () => {
  test('is real: it is translated, charged and answered as on the wire', async () => {
    const before = await charged(team);
    const { status, body } = await tryCall(translation());
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 200, is_cut: false });
    expect(JSON.parse(body.body).translations[0].text).toBe('La casa es grande.');
    expect(body.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(body.headers['ratelimit-policy']).toContain('requests');
    expect(body.duration_ms).toBeGreaterThan(0);
    await expect.poll(() => charged(team)).toBe(before + text.length);
    const { rows } = await db.query('SELECT team_id FROM calls WHERE id = $1', [
      body.headers['x-request-id'],
    ]);
    expect(rows).toEqual([{ team_id: team }]);
  });

  test('may have a query, headers and no body', async () => {
    const repeated = translation({ headers: { 'idempotency-key': 'try-1' } });
    expect((await tryCall(repeated)).body.headers['idempotent-replayed']).toBeUndefined();
    expect((await tryCall(repeated)).body.headers['idempotent-replayed']).toBe('true');
    const path = '/v1/usage?from=2026-11-01&to=2026-12-01&group_by=day,mode';
    const { body } = await tryCall({ method: 'GET', path, key });
    expect([body.status, JSON.parse(body.body).from]).toEqual([200, '2026-11-01T00:00:00.000Z']);
    expect((await tryCall({ method: 'GET', path: '/health' })).body.status).toBe(200);
  });

  test.each([
    ['an unknown key', { key: `svc_live_${'x'.repeat(40)}` }, 401, 'unauthorized'],
    ['no key', { key: undefined }, 401, 'unauthorized'],
    ['a key without the scope', { method: 'GET', path: '/v1/keys', body: undefined }, 403, 'forbidden'],
    ['a body that is no JSON', { body: '{"text":' }, 400, 'invalid_request'],
    ['another media type', { headers: { 'content-type': 'text/csv' } }, 415, 'unsupported_media_type'],
    [
      'an id that nothing has',
      { method: 'GET', path: `/v1/glossaries/${'a'.repeat(36)}`, body: undefined },
      404,
      'not_found',
    ],
  ])('with %s shows the problem that it gets, and the session goes on', async (_, more, status, code) => {
    const { status: outer, body } = await tryCall(translation(more));
    expect([outer, body.status, JSON.parse(body.body).code]).toEqual([200, status, code]);
    expect((await member.get('/me')).status).toBe(200);
  });

  test('counts for the address of the person, and its key is in no log and no answer', async () => {
    const { body } = await tryCall(translation(), member, { 'x-forwarded-for': '192.0.2.77' });
    const id = body.headers['x-request-id'] ?? '';
    await expect.poll(() => service.server.log()).toContain(id);
    const line = service.server
      .log()
      .split('\n')
      .find((one) => one.includes(id));
    expect(JSON.parse(line ?? '')).toMatchObject({ route: '/v1/translate', clientAddress: '192.0.2.77' });
    expect(service.server.log()).not.toContain(key.slice(9));
    expect(JSON.stringify(body)).not.toContain(key.slice(9));
  });

  test('whose answer is long shows the first 256 KiB and says so', async () => {
    const entries = Array.from({ length: 9_000 }, (_, i) => ({ source: `berth ${i}`, target: `über ${i}` }));
    const dictionaries = [{ source_lang: 'EN', target_lang: 'DE', entries: [{ source: 'a', target: 'b' }] }];
    const made = await tryCall({
      method: 'POST',
      path: '/v1/glossaries',
      key,
      body: JSON.stringify({ name: 'Long', dictionaries }),
    });
    const { id } = JSON.parse(made.body.body);
    const path = `/v1/glossaries/${id}/dictionaries/EN/DE`;
    const sent = await fetch(`${service.server.url}${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ entries }),
    });
    expect(sent.status).toBe(200);
    const { body } = await tryCall({ method: 'GET', path, key });
    expect([body.status, body.is_cut]).toEqual([200, true]);
    expect(Buffer.byteLength(body.body)).toBeLessThanOrEqual(256 * 1024);
    expect(Buffer.byteLength(body.body)).toBeGreaterThan(256 * 1024 - 4);
    expect(body.body).not.toContain('\uFFFD');
  });
});

test('a call ends with the page that waits for it, and costs nothing', async () => {
  const before = await charged(team);
  const page = new AbortController();
  const body = JSON.stringify({ text: ['Never answered.'], source_lang: 'EN', target_lang: 'EO' });
  const sent = fetch(`${service.server.consoleUrl}/api/teams/${team}/try`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(translation({ body })),
    signal: page.signal,
  });
  const gone = sent.catch(() => 'gone');
  const inFlight = () => readMetric(service.server.opsUrl, 'dragoman_calls_under_way');
  await expect.poll(inFlight).toBeGreaterThan(0);
  page.abort();
  expect(await gone).toBe('gone');
  await expect
    .poll(() => service.server.log())
    .toMatch(/"route":"\/v1\/translate".*"outcome":"disconnected"/);
  await expect.poll(inFlight).toBe(0);
  expect(await charged(team)).toBe(before);
});

test('members may try, and nobody else', async () => {
  for (const [name, expected] of Object.entries({ viewer: 403, translator: 403, stranger: 404 }))
    expect((await tryCall(translation(), await enter(name))).status, name).toBe(expected);
  const anonymous = await fetch(`${service.server.consoleUrl}/api/teams/${team}/try`, { method: 'POST' });
  expect(anonymous.status).toBe(401);
});

test('a key counts for its own team, whichever team the page shows', async () => {
  const before = [await charged(team), await charged(other)];
  const foreign = await newKey(other, ['translate']);
  expect((await tryCall(translation({ key: foreign }))).body.status).toBe(200);
  await expect.poll(() => charged(other)).toBe((before[1] ?? 0) + text.length);
  expect(await charged(team)).toBe(before[0]);
});

describe('hostile input', () => {
  test.each([
    '/metrics',
    '/api/me',
    '/openapi.json',
    '/v1/nothing',
    '/v1/translate/',
    '//v1/account',
    '//example.org/v1/account',
    '/\\example.org/v1/account',
    '/v1/account#x',
    '/v1/../v1/account',
    '/v1/keys/..',
    '/v1/keys/.%2E',
    '/v1/keys/%2e%2e',
    '/v1/keys/a%2',
    '/v1/keys/a b',
    '/v1/keys/a\r\nx: y',
    '/v1/keys/é',
    'http://example.org/v1/account',
    'v1/account',
    '',
    `/v1/keys/${'a'.repeat(5_000)}`,
  ])('the path %j reaches nothing', async (path) => {
    const { status, body } = await tryCall({ method: 'GET', path, key });
    expect([400, 404]).toContain(status);
    expect(body.code).toMatch(/^(invalid_request|not_found)$/);
  });

  test.each<Record<string, unknown>>([
    { 'x-forwarded-for': '192.0.2.1' },
    { authorization: 'Bearer x' },
    { 'deepl-auth-key': 'x' },
    { 'content-length': '1' },
    { 'transfer-encoding': 'chunked' },
    { host: 'example.org' },
    { 'If-Match': '*' },
    { 'if-match': '"1"\r\nx-forwarded-for: 192.0.2.1' },
    { accept: ['a', 'b'] },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { constructor: 'x' },
  ])('the headers %j are refused', async (headers) => {
    expect((await tryCall(translation({ headers }))).status).toBe(400);
  });

  test('other methods, files, keys that are none, and large bodies are refused', async () => {
    for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'get', 7])
      expect((await tryCall(translation({ method }))).status, String(method)).toBe(400);
    for (const path of ['/v1/documents', '/v2/document', `/v2/document/${team}/result`])
      expect((await tryCall(translation({ path }))).status, path).toBe(400);
    for (const wrong of ['x\r\ny: z', 'ключ', 'a b', 7])
      expect((await tryCall(translation({ key: wrong }))).status, String(wrong)).toBe(400);
    expect((await tryCall(translation({ body: 'é'.repeat(131_073) }))).status).toBe(413);
    expect((await tryCall(translation({ body: 'x'.repeat(2_000_000) }))).status).toBe(413);
  });
});
