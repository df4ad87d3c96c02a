/** The console's own API: keys, usage, people and playground, by role. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey as makeKey } from '../../src/accounts/keys.ts';
import { type ConsoleApiParts, consoleRoutes } from '../../src/http/console/api/console-api.ts';
import { consoleDocumentRoutes } from '../../src/http/console/api/document-routes.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { call, translate } from '../support/api-client.ts';
import { consoleAccess } from '../support/console-access.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { openTestPool } from '../support/pool.ts';
import { setLimits } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import type { KeyAnswer } from '../support/team-api.ts';
import { testActor } from '../support/test-actor.ts';

const service = useServer();
let db: Database;
let team: string;
let other: string;
let owner: ConsoleUser;
let member: ConsoleUser;
let viewer: ConsoleUser;
let translator: ConsoleUser;
let stranger: ConsoleUser;
let operator: ConsoleUser;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  [team, other] = [await seedTeam(db, 'Harbour'), await seedTeam(db, 'Other')];
  await Promise.all([
    seedUser(db, team, 'owner@example.org', 'owner'),
    seedUser(db, team, 'member@example.org', 'member'),
    seedUser(db, team, 'viewer@example.org', 'viewer'),
    seedUser(db, team, 'translator@example.org', 'translator'),
    seedUser(db, other, 'stranger@example.org', 'owner'),
    seedUser(db, other, 'operator@example.org', 'operator'),
  ]);
  const enter = (name: string) => signIn(service.server.consoleUrl, `${name}@example.org`);
  [owner, member, viewer, translator, stranger, operator] = [
    await enter('owner'),
    await enter('member'),
    await enter('viewer'),
    await enter('translator'),
    await enter('stranger'),
    await enter('operator'),
  ];
});
afterAll(() => db.end());

const createKey = (user: ConsoleUser, body: object = {}) =>
  user.send<KeyAnswer>('POST', `/teams/${team}/keys`, { name: 'Web shop', mode: 'live', ...body });

const absent = uuidV7();

type Listed = { days: string[]; keys: (KeyAnswer & { calls_per_day: number[] })[] };
const listKeys = async (user: ConsoleUser) => (await user.get<Listed>(`/teams/${team}/keys`)).body;

describe('keys', () => {
  test('a key made here works at once, shows its calls and when it was last used, and its secret never again', async () => {
    const { status, body } = await createKey(member);
    expect(status).toBe(201);
    expect(body.key).toMatch(/^svc_live_[A-Za-z0-9]{40}$/);
    const sent = await translate(service.server.url, body.key, {
      text: ['The house is big.'],
      target_lang: 'ES',
    });
    expect(sent.status).toBe(200);
    const listed = await vi.waitFor(
      async () => {
        const found = (await listKeys(viewer)).keys.find(({ id }) => id === body.id);
        expect(found?.last_used_at).toBeTruthy();
        return found;
      },
      { timeout: 120_000, interval: 200 },
    );
    expect(listed?.calls_per_day).toHaveLength(30);
    expect(listed?.calls_per_day.at(-1)).toBe(1);
    expect(JSON.stringify(await listKeys(owner))).not.toContain(body.key.slice(9));
  });

  test('a revoked key is answered 401 key_revoked, and the change is audited under the user', async () => {
    const { body } = await createKey(owner, { name: 'Short-lived', scopes: ['translate', 'keys'] });
    const renamed = await owner.send<KeyAnswer>('PATCH', `/teams/${team}/keys/${body.id}`, {
      name: 'Renamed',
    });
    expect(renamed.body.name).toBe('Renamed');
    expect((await owner.send('DELETE', `/teams/${team}/keys/${body.id}`)).status).toBe(204);
    const sent = await translate(service.server.url, body.key, { text: ['x'], target_lang: 'ES' });
    expect(sent).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
    const { rows } = await db.query(
      'SELECT action, actor_type, actor_name FROM audit_log WHERE subject_id = $1 ORDER BY id',
      [body.id],
    );
    const by = { actor_type: 'user', actor_name: 'owner@example.org' };
    expect(rows).toEqual(['key.created', 'key.renamed', 'key.revoked'].map((action) => ({ action, ...by })));
  });
});

describe('roles', () => {
  test('each may do what its row of the table says', async () => {
    const { body: key } = await createKey(owner);
    const one = `/teams/${team}/keys/${key.id}`;
    const plain = { text: ['a'], target_lang: 'ES', source_lang: 'EN' };
    const calls: [string, string, object | undefined, number, number, number][] = [
      ['GET', `/teams/${team}/keys`, undefined, 200, 200, 200],
      ['GET', `/teams/${team}/usage/summary`, undefined, 200, 200, 200],
      ['GET', `/teams/${team}/people`, undefined, 200, 200, 200],
      ['GET', `/teams/${team}/languages`, undefined, 200, 200, 200],
      ['GET', `/teams/${team}/languages?engine=nobody`, undefined, 400, 400, 400],
      ['POST', `/teams/${team}/translate`, { ...plain, custom_instructions: ['\u0007'] }, 403, 400, 400],
      ['POST', `/teams/${team}/translate`, { ...plain, alternatives: 4 }, 403, 400, 400],
      ['POST', `/teams/${team}/translate`, { ...plain, style_id: team }, 403, 404, 404],
      // No engine of this server can rephrase.
      ['POST', `/teams/${team}/rephrase`, { text: ['a'], task: 'correct' }, 403, 404, 404],
      ['POST', `/teams/${team}/keys`, { name: 'a', mode: 'test' }, 403, 201, 201],
      ['POST', `/teams/${team}/keys`, { name: 'a', mode: 'test', scopes: ['keys'] }, 403, 403, 201],
      ['PATCH', one, { name: 'b' }, 403, 200, 200],
      ['POST', `/teams/${team}/translate`, plain, 403, 200, 200],
      ['POST', `/teams/${team}/invitations`, { email: 'x@example.org', role: 'viewer' }, 403, 403, 201],
      ['DELETE', one, undefined, 403, 403, 204],
    ];
    for (const [method, path, body, ...expected] of calls) {
      for (const [i, user] of [viewer, member, owner].entries()) {
        const { status } = await user.send(method, path, body);
        expect(status, `${user.email} ${method} ${path}`).toBe(expected[i]);
      }
    }
  });

  test('every route of the API admits the roles that the table lists for it, and no others', async () => {
    const parts = {} as ConsoleApiParts;
    const routes = [...consoleRoutes(parts), ...consoleDocumentRoutes(parts)];
    // A new route fails here until somebody has decided who may call it.
    expect(routes.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(
      Object.keys(consoleAccess).toSorted(),
    );
    const users = { translator, viewer, member, owner, stranger };
    for (const [name, admitted] of Object.entries(consoleAccess)) {
      const [method = '', url = ''] = name.split(' ');
      // Nothing has this id, and no body is valid: who is admitted gets 400, 404 and the like, and changes nothing.
      const path = url.replace('/api', '').replace(':team', team).replaceAll(/:\w+/g, absent);
      if (admitted === 'open') continue;
      const anonymous = await call(`${service.server.consoleUrl}/api${path}`, { method });
      expect(anonymous.status, `nobody ${name}`).toBe(401);
      if (admitted === 'session') continue;
      for (const [role, user] of Object.entries(users)) {
        const { status } = await user.send<object>(method, path, method === 'GET' ? undefined : {});
        const outcome = `${role} ${name} ${status}`;
        if (admitted === 'operator' || role === 'stranger') expect(status, outcome).toBe(404);
        else expect(status !== 403, outcome).toBe(admitted.includes(role));
      }
    }
    const refused = await translator.get<{ detail: string }>(`/teams/${team}/keys`);
    expect(refused.body.detail).toBe(
      'Only a viewer, a member, or an owner of the team may do this. Ask an owner.',
    );
  });

  test('a translator translates, and finds what to choose from; an invitation and a change of role can make one', async () => {
    const body = { text: ['The house is big.'], target_lang: 'ES' };
    expect(await translator.send('POST', `/teams/${team}/translate`, body)).toMatchObject({
      status: 200,
      body: { translations: [{ text: 'La casa es grande.' }] },
    });
    for (const path of ['languages', 'glossaries', 'style-rules'])
      expect((await translator.get(`/teams/${team}/${path}`)).status, path).toBe(200);
    expect((await translator.get('/me')).body).toMatchObject({
      teams: [{ name: 'Harbour', role: 'translator' }],
    });

    const invitation = await owner.send<{ token: string }>('POST', `/teams/${team}/invitations`, {
      email: 'new@example.org',
      role: 'translator',
    });
    expect(invitation.status).toBe(201);
    const { people } = (await owner.get<{ people: { id: string; email: string }[] }>(`/teams/${team}/people`))
      .body;
    const id = people.find(({ email }) => email === translator.email)?.id;
    const change = (role: string) => owner.send('PATCH', `/teams/${team}/people/${id}`, { role });
    expect((await change('viewer')).status).toBe(204);
    expect((await translator.get(`/teams/${team}/keys`)).status).toBe(200);
    expect((await translator.send('POST', `/teams/${team}/translate`, body)).status).toBe(403);
    expect((await change('translator')).status).toBe(204);
    expect((await translator.get(`/teams/${team}/keys`)).status).toBe(403);
  });

  test('another team is 404 in every path, and so is another team’s key; an operator enters both', async () => {
    const { body: key } = await createKey(owner);
    const paths = ['keys', 'usage/summary', 'people', 'languages', `calls/${key.id}`];
    for (const path of paths) expect((await stranger.get(`/teams/${team}/${path}`)).status, path).toBe(404);
    expect((await stranger.send('DELETE', `/teams/${team}/keys/${key.id}`)).status).toBe(404);
    expect((await stranger.send('DELETE', `/teams/${other}/keys/${key.id}`)).status).toBe(404);
    expect((await stranger.send('PATCH', `/teams/${other}/keys/${key.id}`, { name: 'x' })).status).toBe(404);
    expect((await stranger.get('/teams/not-a-team/keys')).status).toBe(404);
    expect((await operator.get(`/teams/${team}/keys`)).status).toBe(200);
    expect((await operator.get(`/teams/${key.id}/keys`)).status).toBe(404);
    const me = (await operator.get<{ teams: { name: string }[] }>('/me')).body;
    expect(me.teams.map(({ name }) => name)).toEqual(['Harbour', 'Other']);
  });

  test('the last owner can neither leave nor become less', async () => {
    const { people } = (await owner.get<{ people: { id: string; email: string }[] }>(`/teams/${team}/people`))
      .body;
    const idOf = (user: ConsoleUser) => people.find(({ email }) => email === user.email)?.id;
    const change = (user: ConsoleUser, role: string) =>
      owner.send('PATCH', `/teams/${team}/people/${idOf(user)}`, { role });
    expect(await change(owner, 'viewer')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await owner.send('DELETE', `/teams/${team}/people/${idOf(owner)}`)).status).toBe(409);
    expect((await change(viewer, 'member')).status).toBe(204);
    expect((await createKey(viewer)).status).toBe(201);
    expect((await owner.send('DELETE', `/teams/${team}/people/${idOf(viewer)}`)).status).toBe(204);
    expect((await viewer.get(`/teams/${team}/keys`)).status).toBe(404);
  });
});

describe('playground and usage', () => {
  const usage = async (group: string, by = 'day') => {
    const [from, to] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 3_600_000)];
    const query = `from=${from.toISOString()}&to=${to.toISOString()}&by=${by}&group=${group}`;
    type Usage = {
      total: { characters: number };
      rows: { group: string; characters: number }[];
      refused: object[];
    };
    return (await stranger.get<Usage>(`/teams/${other}/usage?${query}`)).body;
  };

  test('a call is translated, charged to the team as live traffic of the browser, and found by its request id', async () => {
    const answer = await stranger.send<{ translations: object[]; characters: number }>(
      'POST',
      `/teams/${other}/translate`,
      { text: ['The house is big.'], target_lang: 'ES' },
    );
    expect(answer.body.translations).toEqual([
      {
        text: 'La casa es grande.',
        detected_source_language: 'EN',
        engine: 'apertium',
        glossary_terms: [],
      },
    ]);
    expect(answer.body.characters).toBe(17);
    const { keys } = (await stranger.get<Listed>(`/teams/${other}/keys`)).body;
    expect(keys).toMatchObject([{ name: 'browser', mode: 'live', scopes: ['translate'] }]);
    expect(await usage('mode')).toMatchObject({
      total: { characters: 17 },
      rows: [{ group: 'live', characters: 17 }],
    });
    expect(await usage('dialect')).toMatchObject({
      total: { characters: 17 },
      rows: [{ group: 'browser', characters: 17 }],
    });
    expect((await usage('pair', 'hour')).rows).toMatchObject([{ group: 'EN → ES' }]);
    expect((await usage('key')).rows).toMatchObject([{ group: keys[0]?.id }]);
    const id = answer.headers.get('x-request-id');
    expect((await stranger.get(`/teams/${other}/calls/${id}`)).body).toMatchObject({
      characters: 17,
      mode: 'live',
      dialect: 'browser',
    });
    expect((await owner.get(`/teams/${team}/calls/${id}`)).status).toBe(404);
    expect((await stranger.get(`/teams/${other}/usage/summary`)).body).toMatchObject({
      quota: 1_000_000,
      quota_used: 17,
      forecast: { characters: expect.any(Number), runs_out_at: null },
    });
  });

  test('a test key that an earlier version made is replaced by the next call, and stays valid', async () => {
    const old = await makeKey(
      db,
      { teamId: other, name: 'playground', mode: 'test', scopes: ['translate'] },
      testActor,
    );
    await db.query('UPDATE playground_keys SET key_id = $2 WHERE team_id = $1', [other, old?.id]);
    const body = { text: ['a'], target_lang: 'ES', source_lang: 'EN' };
    expect((await stranger.send('POST', `/teams/${other}/translate`, body)).status).toBe(200);
    expect((await usage('mode')).rows).toMatchObject([{ group: 'live', characters: 18 }]);
    const { keys } = (await stranger.get<Listed>(`/teams/${other}/keys`)).body;
    expect(keys.find(({ id }) => id === old?.id)).toMatchObject({ mode: 'test', revoked_at: null });
    const { rows } = await db.query('SELECT key_id AS id FROM playground_keys WHERE team_id = $1', [other]);
    for (const { id } of keys)
      if (id !== rows[0]?.id) await stranger.send('DELETE', `/teams/${other}/keys/${id}`);
  });

  test('a revoked key of the browser is replaced by the next call', async () => {
    const { keys } = (await stranger.get<Listed>(`/teams/${other}/keys`)).body;
    await stranger.send('DELETE', `/teams/${other}/keys/${keys[0]?.id}`);
    const again = () =>
      stranger.send('POST', `/teams/${other}/translate`, {
        text: ['a'],
        target_lang: 'ES',
        source_lang: 'EN',
      });
    expect((await Promise.all([again(), again(), again()])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
    const after = (await stranger.get<Listed>(`/teams/${other}/keys`)).body.keys;
    expect(after.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
  });

  test('a language that cannot be translated is refused as on the API, and languages are listed', async () => {
    const refused = await stranger.send('POST', `/teams/${other}/translate`, {
      text: ['a'],
      target_lang: 'TLH',
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'unsupported_language' } });
    const { targets } = (await stranger.get<{ targets: object[] }>(`/teams/${other}/languages`)).body;
    expect(targets).toContainEqual(expect.objectContaining({ code: 'ES', name: 'Spanish' }));
  });

  test('a call that the quota does not cover is 456, and one above the rate is 429, as with a live key', async () => {
    const send = (text: string) =>
      stranger.send<{ code: string }>('POST', `/teams/${other}/translate`, {
        text: [text],
        target_lang: 'ES',
        source_lang: 'EN',
      });
    await db.query('UPDATE team_balances SET quota = quota_used + 5 WHERE team_id = $1', [other]);
    // No spare character: what the server remembers of the balance must not let more through either.
    expect(await send('The house is big.')).toMatchObject({ status: 456, body: { code: 'quota_exceeded' } });
    expect((await send('House')).status).toBe(200);
    expect(await send('House')).toMatchObject({ status: 456 });
    await db.query('UPDATE team_balances SET quota = 1000000 WHERE team_id = $1', [other]);
    await vi.waitFor(
      async () =>
        expect((await usage('dialect')).refused).toContainEqual({ code: 'quota_exceeded', calls: 2 }),
      { timeout: 10_000 },
    );
    await setLimits(service.env, other, { requestsPerSecond: 1, requestsBurst: 1 });
    const statuses = (await Promise.all([send('a'), send('a'), send('a')])).map(({ status }) => status);
    expect(statuses).toContain(429);
    expect(await findDisagreements(db)).toEqual([]);
  });
});
