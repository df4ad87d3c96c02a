import { beforeAll, describe, expect, test } from 'vitest';
import { translate } from '../support/api-client.ts';
import { withPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { type KeyAnswer, newTeam, type TeamApi } from '../support/team-api.ts';

const context = useServer();
let team: TeamApi;
let other: TeamApi;

beforeAll(async () => {
  team = await newTeam(context.server.url, context.env);
  other = await newTeam(context.server.url, context.env);
});

const create = (by: TeamApi, body: object = { name: 'app' }) => by.send<KeyAnswer>('POST', '/v1/keys', body);
const made = async (by: TeamApi, body?: object) => (await create(by, body)).body;
const unknownId = '01a1dd01-735d-75c5-a1fc-6551c020c92d';
const hello = { text: ['Hello'], target_lang: 'ES' };

interface KeyList {
  keys: KeyAnswer[];
  next_cursor: string | null;
}

/** All rows about keys, as text. */
async function everythingStored(): Promise<string> {
  const { rows } = await withPool(context.env.DATABASE_URL ?? '', (db) =>
    db.query('SELECT k::text AS row FROM api_keys k UNION ALL SELECT a::text FROM audit_log a'),
  );
  return JSON.stringify(rows);
}

describe('create', () => {
  test('201 with the record and, this once, the plain key, which works at once', async () => {
    const { status, headers, body } = await create(team, {
      name: ' Shop ',
      mode: 'test',
      scopes: ['translate', 'usage'],
    });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/keys/${body.id}`);
    const { key, ...record } = body;
    expect(key).toMatch(/^svc_test_[A-Za-z0-9]{40}$/);
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Shop',
      max_wait_seconds: 0,
      mode: 'test',
      scopes: ['translate', 'usage'],
      fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      last_used_at: null,
      revoked_at: null,
      expires_at: null,
      networks: null,
      engines: null,
      language_pairs: null,
      requests_per_second: null,
      characters_per_minute: null,
      monthly_characters: null,
      characters_left: null,
    });
    expect((await translate(context.server.url, key, hello)).status).toBe(200);
    const shown = [await team.get(`/v1/keys/${body.id}`), await team.get('/v1/keys')];
    expect(JSON.stringify(shown)).not.toContain(key.slice(9));
    expect(context.server.log()).not.toContain(key.slice(9));
    expect(await everythingStored()).toContain(body.fingerprint);
    expect(await everythingStored()).not.toContain(key.slice(9));
  });

  test('a new key is live and may translate, nothing else', async () => {
    expect(await made(team)).toMatchObject({ mode: 'live', scopes: ['translate'] });
  });

  test('a key grants only scopes that it holds itself: 403 forbidden', async () => {
    const minter = team.as((await made(team, { name: 'minter', scopes: ['keys', 'translate'] })).key);
    expect((await create(minter, { name: 'x', scopes: ['translate', 'keys'] })).status).toBe(201);
    const refused = await create(minter, { name: 'x', scopes: ['translate', 'usage'] });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect(refused.body.detail).toContain('"usage"');
    const withoutTranslate = team.as((await made(team, { name: 'k', scopes: ['keys'] })).key);
    expect((await create(withoutTranslate)).status).toBe(403);
  });

  test.each([
    ['no name', {}],
    ['an empty name', { name: ' ' }],
    ['a name with a line break', { name: 'a\nb' }],
    ['a name that is too long', { name: 'x'.repeat(201) }],
    ['an unknown scope', { name: 'x', scopes: ['everything'] }],
    ['no scope at all', { name: 'x', scopes: [] }],
    ['an unknown mode', { name: 'x', mode: 'fake' }],
  ])('%s: 400 invalid_request', async (_name, body) => {
    const answer = await create(team, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });

  test('needs the scope keys, as every path under /v1/keys does', async () => {
    const app = team.as((await made(team)).key);
    const answers = await Promise.all([
      create(app),
      app.get('/v1/keys'),
      app.get(`/v1/keys/${team.keyId}`),
      app.send('PATCH', `/v1/keys/${team.keyId}`, { name: 'x' }),
      app.send('DELETE', `/v1/keys/${team.keyId}`),
    ]);
    expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
      answers.map(() => [403, 'forbidden']),
    );
  });
});

describe('list', () => {
  test('page by page, newest first, each key once, also when keys are made meanwhile', async () => {
    const subject = await newTeam(context.server.url, context.env);
    const ids: string[] = [subject.keyId];
    for (let i = 0; i < 4; i++) ids.push((await made(subject, { name: `k${i}` })).id);
    const seen: string[] = [];
    let path: string | undefined = '/v1/keys?limit=2';
    while (path !== undefined) {
      const { keys, next_cursor }: KeyList = (await subject.get<KeyList>(path)).body;
      expect(keys.length).toBeLessThanOrEqual(2);
      seen.push(...keys.map(({ id }) => id));
      path = next_cursor === null ? undefined : `/v1/keys?limit=2&cursor=${next_cursor}`;
      await made(subject, { name: 'meanwhile' });
    }
    expect(seen).toEqual(ids.toReversed());
  });

  test('by state and mode', async () => {
    const subject = await newTeam(context.server.url, context.env);
    const revoked = await made(subject, { name: 'old' });
    const testing = await made(subject, { name: 'test', mode: 'test' });
    await subject.send('DELETE', `/v1/keys/${revoked.id}`);
    const idsOf = async (query: string) =>
      (await subject.get<KeyList>(`/v1/keys?${query}`)).body.keys.map(({ id }) => id);
    expect(await idsOf('state=revoked')).toEqual([revoked.id]);
    expect(await idsOf('state=active')).toEqual([testing.id, subject.keyId]);
    expect(await idsOf('mode=test')).toEqual([testing.id]);
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=ten',
    'limit=1&limit=2',
    'cursor=x',
    'cursor=',
    'state=lost',
    'mode=x',
  ])('?%s: 400 invalid_request', async (query) => {
    const answer = await team.get(`/v1/keys?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });
});

describe('change', () => {
  test('changes the name and nothing else', async () => {
    const { key: _key, ...before } = await made(team);
    const { status, body } = await team.send<KeyAnswer>('PATCH', `/v1/keys/${before.id}`, {
      name: 'New name',
    });
    expect([status, body]).toEqual([200, { ...before, name: 'New name' }]);
    expect((await team.get<KeyAnswer>(`/v1/keys/${before.id}`)).body.name).toBe('New name');
  });

  test('changes how long its calls wait and nothing else', async () => {
    const { key: _key, ...before } = await made(team);
    const path = `/v1/keys/${before.id}`;
    const { status, body } = await team.send<KeyAnswer>('PATCH', path, { max_wait_seconds: 4 });
    expect([status, body]).toEqual([200, { ...before, max_wait_seconds: 4 }]);
    expect((await team.get<KeyAnswer>(path)).body).toEqual({ ...before, max_wait_seconds: 4 });
  });

  test.each([
    { name: 'x', scopes: ['translate'] },
    { name: 'x', mode: 'test' },
    { name: '' },
    { max_wait_seconds: 26 },
    { max_wait_seconds: -1 },
    { max_wait_seconds: 1.5 },
    {},
  ])('%j: 400, because only the name and the waiting time can change', async (body) => {
    expect((await team.send('PATCH', `/v1/keys/${team.keyId}`, body)).status).toBe(400);
  });
});

describe('revoke', () => {
  const revoke = (by: TeamApi, id: string, query = '') => by.send('DELETE', `/v1/keys/${id}${query}`);

  test('204, and no call of the key that starts afterwards is answered', async () => {
    const key = await made(team);
    expect((await translate(context.server.url, key.key, hello)).status).toBe(200);
    expect((await revoke(team, key.id)).status).toBe(204);
    const after = await translate<{ code: string }>(context.server.url, key.key, hello);
    expect([after.status, after.body.code]).toEqual([401, 'key_revoked']);
    const { revoked_at } = (await team.get<KeyAnswer>(`/v1/keys/${key.id}`)).body;
    expect(Date.parse(revoked_at ?? '')).not.toBeNaN();
    expect((await revoke(team, key.id)).status).toBe(204);
    expect((await team.get<KeyAnswer>(`/v1/keys/${key.id}`)).body.revoked_at).toBe(revoked_at);
  });

  test('a DELETE may name a content type although it has no body', async () => {
    const { id } = await made(team);
    const headers = { 'content-type': 'application/json' };
    expect((await team.send('DELETE', `/v1/keys/${id}`, undefined, headers)).status).toBe(204);
  });

  test('a revoked key can neither make a key nor revoke one', async () => {
    const thief = await made(team, { name: 'leaked', scopes: ['keys', 'translate'] });
    await revoke(team, thief.id);
    const answers = [await create(team.as(thief.key)), await revoke(team.as(thief.key), team.keyId)];
    expect(answers.map((answer) => answer.body.code)).toEqual(['key_revoked', 'key_revoked']);
  });

  test('the key in use needs ?confirm=self', async () => {
    const second = await made(team, { name: 'second', scopes: ['keys'] });
    const itself = team.as(second.key);
    const refused = await revoke(itself, second.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.detail).toContain('?confirm=self');
    expect((await revoke(itself, second.id, '?confirm=last')).status).toBe(409);
    expect((await revoke(itself, second.id, '?confirm=self')).status).toBe(204);
    expect((await itself.get('/v1/keys')).body.code).toBe('key_revoked');
  });

  test.each(['?confirm=self&confirm=last', '?confirm=self,last', '?confirm=last,self'])(
    'the last key that makes keys, by itself, needs both: %s',
    async (both) => {
      const subject = await newTeam(context.server.url, context.env);
      for (const too_little of ['', '?confirm=self', '?confirm=last', '?confirm=yes']) {
        expect((await revoke(subject, subject.keyId, too_little)).status).toBe(409);
      }
      expect((await revoke(subject, subject.keyId, both)).status).toBe(204);
      expect((await subject.get('/v1/keys')).body.code).toBe('key_revoked');
    },
  );

  test('two keys that revoke each other at once: one of them stays', async () => {
    for (let round = 0; round < 10; round++) {
      const subject = await newTeam(context.server.url, context.env, 'keys');
      const second = await made(subject, { name: 'second', scopes: ['keys'] });
      const answers = await Promise.all([
        revoke(subject, second.id),
        revoke(subject.as(second.key), subject.keyId),
      ]);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([204, 401]);
    }
  });
});

test.each(['GET', 'PATCH', 'DELETE'])(
  '%s of another team’s, an unknown or a malformed id: 404',
  async (method) => {
    for (const id of [other.keyId, unknownId, 'nothing', '..%2f', "'"]) {
      const answer = await team.send(
        method,
        `/v1/keys/${id}`,
        method === 'PATCH' ? { name: 'x' } : undefined,
      );
      expect([answer.status, answer.body.code], id).toEqual([404, 'not_found']);
    }
    expect((await other.get<KeyAnswer>(`/v1/keys/${other.keyId}`)).body).toMatchObject({
      name: 'test',
      revoked_at: null,
    });
  },
);
