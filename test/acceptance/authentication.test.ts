import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer, post, translate } from '../support/api-client.ts';
import { dragomanJson } from '../support/command-line.ts';
import { withPool } from '../support/pool.ts';
import { type CreatedKey, createKey, createTeam } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer();
const body = JSON.stringify({ text: ['Hello'], target_lang: 'ES' });
let team: string;
let key: CreatedKey;
let revoked: CreatedKey;

const unknownKey = `svc_live_${'A'.repeat(40)}`;
const send = <T = ProblemAnswer>(headers: Record<string, string>) =>
  post<T>(`${context.server.url}/v1/translate`, headers, body);

beforeAll(async () => {
  team = await createTeam(context.env);
  key = await createKey(context.env, team);
  revoked = await createKey(context.env, team);
  await dragomanJson(['key', 'revoke', revoked.id], context.env);
});

describe('the three forms of sending a key, and the names of real client libraries', () => {
  test.each<[string, (plain: string) => Record<string, string>]>([
    ['Authorization: Bearer', (plain) => ({ authorization: `Bearer ${plain}` })],
    ['Authorization: Compat-Auth-Key', (plain) => ({ authorization: `Compat-Auth-Key ${plain}` })],
    ['Compat-Auth-Key header', (plain) => ({ 'compat-auth-key': plain })],
    ['Authorization: DeepL-Auth-Key', (plain) => ({ authorization: `DeepL-Auth-Key ${plain}` })],
    ['DeepL-Auth-Key header', (plain) => ({ 'deepl-auth-key': plain })],
    ['a scheme in any case', (plain) => ({ authorization: `bEaReR ${plain}` })],
  ])('%s is accepted, and behaves the same for good, unknown and revoked keys', async (_name, form) => {
    expect((await send(form(key.plain))).status).toBe(200);
    expect((await send(form(unknownKey))).body.code).toBe('unauthorized');
    expect((await send(form(revoked.plain))).body.code).toBe('key_revoked');
  });
});

describe('when more than one form is present, Authorization wins', () => {
  test('a good Authorization beats a bad compatibility header', async () => {
    expect((await send({ ...bearer(key.plain), 'compat-auth-key': unknownKey })).status).toBe(200);
  });

  test.each([
    ['unknown', `Bearer ${unknownKey}`],
    ['malformed', 'nonsense'],
    ['empty', ''],
  ])('an %s Authorization beats a good compatibility header', async (_name, authorization) => {
    const answer = await send({ authorization, 'compat-auth-key': key.plain });
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
  });
});

describe('unauthorized', () => {
  test.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['a malformed key', bearer('svc_live_short')],
    ['a key with another prefix', bearer(`sk_live_${'A'.repeat(40)}`)],
    ['a key with a character that is not alphanumeric', bearer(`svc_live_${'A'.repeat(39)}-`)],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['an unknown key', bearer(unknownKey)],
  ])('%s: 401 unauthorized', async (_name, headers) => {
    const answer = await send(headers);
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
    expect(Object.keys(answer.body)).toEqual(['code', 'detail']);
  });

  test('no, malformed and unknown keys get the same answer to the byte', async () => {
    const answers = await Promise.all([send({}), send(bearer('x')), send(bearer(unknownKey))]);
    const shapes = answers.map(({ status, headers, body: problem }) => {
      const shown = Object.fromEntries(
        [...headers].filter(([name]) => !['x-request-id', 'x-trace-id', 'date'].includes(name)),
      );
      return JSON.stringify({ status, shown, problem });
    });
    expect(new Set(shapes).size).toBe(1);
  });

  test('a key in the query string or in the body is not read', async () => {
    const inQuery = await post<ProblemAnswer>(
      `${context.server.url}/v1/translate?auth_key=${key.plain}`,
      {},
      body,
    );
    expect(inQuery.body.code).toBe('unauthorized');
    const withKey = JSON.stringify({ text: ['Hello'], target_lang: 'ES', auth_key: key.plain });
    expect((await post<ProblemAnswer>(`${context.server.url}/v1/translate`, {}, withKey)).body.code).toBe(
      'unauthorized',
    );
  });

  test('the body of a request without a valid key is not looked at', async () => {
    const answer = await post<ProblemAnswer>(
      `${context.server.url}/v1/translate`,
      { 'content-type': 'text/csv' },
      '{{{',
    );
    expect(answer.status).toBe(401);
  });
});

test('a revoked key is told apart from an unknown one: 401 key_revoked', async () => {
  const answer = await send(bearer(revoked.plain));
  expect([answer.status, answer.body.code]).toEqual([401, 'key_revoked']);
});

test('a key is svc_live_ or svc_test_ and 40 alphanumeric characters', async () => {
  const testKey = await createKey(context.env, team, 'translate', 'test');
  expect(key.plain).toMatch(/^svc_live_[A-Za-z0-9]{40}$/);
  expect(testKey.plain).toMatch(/^svc_test_[A-Za-z0-9]{40}$/);
});

test('test keys call the same engine and count the same characters as live keys', async () => {
  const testKey = await createKey(context.env, team, 'translate', 'test');
  const request = { text: ['The house is big.'], target_lang: 'ES' };
  const live = await translate(context.server.url, key.plain, request);
  const test = await translate(context.server.url, testKey.plain, request);
  expect(test.body).toEqual(live.body);
});

test('a team may have several keys, and they work in parallel', async () => {
  const second = await createKey(context.env, team);
  const answers = await Promise.all([send(bearer(key.plain)), send(bearer(second.plain))]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
});

test('only the SHA-256 of a key is stored, and the plain key is shown once', async () => {
  const { keys } = await dragomanJson<{ keys: object[] }>(['key', 'list', '--team', team], context.env);
  expect(JSON.stringify(keys)).not.toContain(key.plain.slice('svc_live_'.length));
  const { rows } = await withPool(context.env.DATABASE_URL ?? '', (db) =>
    db.query('SELECT * FROM api_keys WHERE id = $1', [key.id]),
  );
  expect(rows[0].key_hash.toString('hex')).toBe(createHash('sha256').update(key.plain).digest('hex'));
  expect(JSON.stringify(rows)).not.toContain(key.plain.slice('svc_live_'.length));
});

test('a key shows when it was last used', async () => {
  const fresh = await createKey(context.env, team);
  type Listed = { keys: { id: string; last_used_at: string | null }[] };
  const lastUsed = async () => {
    const { keys } = await dragomanJson<Listed>(['key', 'list', '--team', team], context.env);
    return keys.find(({ id }) => id === fresh.id)?.last_used_at;
  };
  expect(await lastUsed()).toBeNull();
  const before = Date.now();
  await send(bearer(fresh.plain));
  await expect.poll(lastUsed, { timeout: 120_000 }).not.toBeNull();
  expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThanOrEqual(before - 1);
});

test('a key without the needed scope: 403 forbidden', async () => {
  const usageOnly = await createKey(context.env, team, 'usage');
  const answer = await send(bearer(usageOnly.plain));
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
});

describe('there are no browser sessions', () => {
  test('no answer sets a cookie or a CORS header', async () => {
    const answer = await send({ ...bearer(key.plain), origin: 'https://example.org' });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('OPTIONS needs a key like every other call', async () => {
    const url = `${context.server.url}/v1/translate`;
    expect((await call(url, { method: 'OPTIONS', headers: { origin: 'https://example.org' } })).status).toBe(
      401,
    );
    const withKey = await call(url, { method: 'OPTIONS', headers: bearer(key.plain) });
    expect([withKey.status, withKey.headers.get('allow')]).toEqual([204, 'OPTIONS, POST']);
    expect(withKey.headers.get('access-control-allow-origin')).toBeNull();
  });
});
