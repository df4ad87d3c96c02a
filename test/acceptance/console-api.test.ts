/** The console's own API: keys, usage, people and playground, by role. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LivePlanner } from '../../dashboard/src/lib/live/live-planner.ts';
import { playTyping, typed } from '../../dashboard/src/lib/live/simulate-typing.ts';
import { createKey as makeKey } from '../../src/accounts/keys.ts';
import { type ConsoleApiParts, consoleRoutes } from '../../src/http/console/api/console-api.ts';
import { consoleDocumentRoutes } from '../../src/http/console/api/document-routes.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call, post, translate } from '../support/api-client.ts';
import { consoleAccess } from '../support/console-access.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { longTest } from '../support/long-form.ts';
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
  test('a member limits a key, but only an owner sets its end, which revokes it', async () => {
    const { body: key } = await createKey(owner);
    const change = async (user: ConsoleUser, body: object) =>
      (await user.send('PATCH', `/teams/${team}/keys/${key.id}`, body)).status;
    expect(await change(member, { monthly_characters: 5 })).toBe(200);
    expect(await change(member, { name: 'b', expires_at: '2126-01-01' })).toBe(403);
    expect(await change(owner, { expires_at: '2126-01-01' })).toBe(200);
    expect(await change(member, { expires_at: null })).toBe(403);
  });

  longTest('each may do what its row of the table says', async () => {
    const { body: key } = await createKey(owner);
    const one = `/teams/${team}/keys/${key.id}`;
    const plain = { text: ['a'], target_lang: 'ES', source_lang: 'EN' };
    const calls: [string, string, object | undefined, number, number, number][] = [
      ['GET', `/teams/${team}/keys`, undefined, 200, 200, 200],
      ['GET', `/teams/${team}/usage/summary`, undefined, 200, 200, 200],
      ['GET', `/teams/${team}/people`, undefined, 200, 200, 200],
      ['GET', `/teams/${team}/home`, undefined, 200, 200, 200],
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
    const paths = ['keys', 'usage/summary', 'people', 'home', 'languages', `calls/${key.id}`];
    for (const path of paths) expect((await stranger.get(`/teams/${team}/${path}`)).status, path).toBe(404);
    expect((await stranger.send('DELETE', `/teams/${team}/keys/${key.id}`)).status).toBe(404);
    expect((await stranger.send('DELETE', `/teams/${other}/keys/${key.id}`)).status).toBe(404);
    expect((await stranger.send('PATCH', `/teams/${other}/keys/${key.id}`, { name: 'x' })).status).toBe(404);
    expect((await stranger.get('/teams/not-a-team/keys')).status).toBe(404);
    expect((await operator.get(`/teams/${team}/keys`)).status).toBe(200);
    expect((await operator.get(`/teams/${key.id}/keys`)).status).toBe(404);
    const me = (await operator.get<{ teams: { name: string; is_member: boolean }[] }>('/me')).body;
    const ownTeamFirst = [
      { name: 'Other', is_member: true },
      { name: 'Harbour', is_member: false },
    ];
    expect(me.teams).toMatchObject(ownTeamFirst);
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
      { timeout: 300_000 },
    );
    await setLimits(service.env, other, { requestsPerSecond: 1, requestsBurst: 1 });
    const statuses = (await Promise.all([send('a'), send('a'), send('a')])).map(({ status }) => status);
    expect(statuses).toContain(429);
    expect(await findDisagreements(db)).toEqual([]);
  });

  test('a call that is repeated with its Idempotency-Key is charged once, and the key belongs to the person', async () => {
    const lost = await seedTeam(db, 'Lost answers');
    await seedUser(db, lost, 'loser@example.org');
    const loser = await signIn(service.server.consoleUrl, 'loser@example.org');
    const paid = async () =>
      (await loser.get<{ quota_used: number }>(`/teams/${lost}/usage/summary`)).body.quota_used;
    const body = { text: ['The car is red.'], source_lang: 'EN', target_lang: 'ES' };
    const headers = { 'idempotency-key': 'lost answer' };
    const ask = (user: ConsoleUser, asked: object = body) =>
      user.send('POST', `/teams/${lost}/translate`, asked, headers);
    const [first, repeat] = [await ask(loser), await ask(loser)];
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect([repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(repeat.body).toMatchObject({ translations: [{ text: 'El coche es rojo.' }], characters: 15 });
    expect(await paid()).toBe(15);
    expect(await ask(loser, { ...body, text: ['The car is blue.'] })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    // The same key of somebody else in the team, and of an API key, is another key.
    expect((await ask(operator)).headers.get('idempotent-replayed')).toBeNull();
    const made = await loser.send<KeyAnswer>('POST', `/teams/${lost}/keys`, { name: 'Shop', mode: 'live' });
    const called = await post(
      `${service.server.url}/v1/translate`,
      { ...bearer(made.body.key), ...headers },
      JSON.stringify(body),
    );
    expect([called.status, called.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(await paid()).toBe(45);
    const tooLong = { 'idempotency-key': 'x'.repeat(256) };
    expect((await loser.send('POST', `/teams/${lost}/translate`, body, tooLong)).status).toBe(400);
  });
});

describe('home', () => {
  interface Home {
    checklist: Record<'has_key' | 'has_call' | 'has_company' | 'has_glossary', boolean>;
    month: { quota_used: number; forecast: object };
    recent_errors: { refused: object[]; failed_documents: object[] };
    engines: { id: string; state: string }[];
    pairs: {
      total: number;
      improvable: number;
      changed_by: string;
      shown: { source: string; target: string }[];
    };
  }
  let fresh: string;
  let newcomer: ConsoleUser;
  const home = async (user: ConsoleUser, of = fresh) => (await user.get<Home>(`/teams/${of}/home`)).body;

  beforeAll(async () => {
    fresh = await seedTeam(db, 'Fresh');
    await seedUser(db, fresh, 'newcomer@example.org', 'owner');
    newcomer = await signIn(service.server.consoleUrl, 'newcomer@example.org');
  });

  test('the checklist follows what the team does, and the playground is neither a key nor a call', async () => {
    const steps = { has_key: false, has_call: false, has_company: false, has_glossary: false };
    expect((await home(newcomer)).checklist).toEqual(steps);
    const tried = { text: ['The house is big.'], target_lang: 'ES', source_lang: 'EN' };
    expect((await newcomer.send('POST', `/teams/${fresh}/translate`, tried)).status).toBe(200);
    expect((await home(newcomer)).checklist).toEqual(steps);
    const { body } = await newcomer.send<KeyAnswer>('POST', `/teams/${fresh}/keys`, {
      name: 'app',
      mode: 'live',
    });
    expect((await home(newcomer)).checklist).toEqual({ ...steps, has_key: true });
    await translate(service.server.url, body.key, tried);
    expect((await home(newcomer)).checklist).toEqual({ ...steps, has_key: true, has_call: true });
    await newcomer.send('POST', `/teams/${fresh}/glossaries`, { name: 'Terms', dictionaries: [] });
    await newcomer.send('POST', `/teams/${fresh}/invitations`, { email: 'x@example.org', role: 'viewer' });
    const all = { has_key: true, has_call: true, has_company: true, has_glossary: true };
    expect(await home(newcomer)).toMatchObject({ checklist: all, month: { quota_used: 34 } });
    await newcomer.send('DELETE', `/teams/${fresh}/keys/${body.id}`);
    expect((await home(newcomer)).checklist).toEqual({ ...all, has_key: false });
  });

  test('a former key of the console is neither a key nor a call, and a key that only reads usage has made no call', async () => {
    const old = await seedTeam(db, 'Since the first version');
    await seedUser(db, old, 'veteran@example.org', 'owner');
    const veteran = await signIn(service.server.consoleUrl, 'veteran@example.org');
    const tried = { text: ['The house is big.'], target_lang: 'ES', source_lang: 'EN' };
    const use = () => veteran.send('POST', `/teams/${old}/translate`, tried);
    const key = async (body: object) =>
      (await veteran.send<KeyAnswer>('POST', `/teams/${old}/keys`, body)).body;
    const former = await key({ name: 'playground', mode: 'test' });
    await translate(service.server.url, former.key, tried);
    await use();
    const { keys } = (await veteran.get<{ keys: { id: string; name: string }[] }>(`/teams/${old}/keys`)).body;
    await veteran.send('DELETE', `/teams/${old}/keys/${keys.find(({ name }) => name === 'browser')?.id}`);
    await use();
    const steps = { has_key: false, has_call: false, has_company: false, has_glossary: false };
    expect((await home(veteran, old)).checklist).toEqual(steps);
    const reading = await key({ name: 'report', mode: 'live', scopes: ['translate', 'usage'] });
    expect((await call(`${service.server.url}/v1/usage`, { headers: bearer(reading.key) })).status).toBe(200);
    const waiting = 'SELECT FROM api_keys WHERE id = $1 AND last_used_at IS NOT NULL';
    await expect.poll(async () => (await db.query(waiting, [reading.id])).rowCount).toBe(1);
    expect((await home(veteran, old)).checklist).toEqual({ ...steps, has_key: true });
    await translate(service.server.url, reading.key, tried);
    expect((await home(veteran, old)).checklist).toEqual({ ...steps, has_key: true, has_call: true });
  });

  test('who may not see invitations does not learn of them here', async () => {
    const quiet = await seedTeam(db, 'Quiet');
    await seedUser(db, quiet, 'alone@example.org', 'viewer');
    const alone = await signIn(service.server.consoleUrl, 'alone@example.org');
    await operator.send('POST', `/teams/${quiet}/invitations`, { email: 'y@example.org', role: 'viewer' });
    expect((await home(operator, quiet)).checklist.has_company).toBe(true);
    expect((await home(alone, quiet)).checklist.has_company).toBe(false);
  });

  test('refusals and failed documents of the last day are counted by code', async () => {
    await db.query(
      `INSERT INTO refused_calls (team_id, minute, code, calls)
       SELECT $1, date_trunc('minute', now()) - make_interval(hours => hours), code, calls
         FROM (VALUES (0, 'rate_limited', 2), (23, 'rate_limited', 3), (25, 'rate_limited', 100), (1, 'quota_exceeded', 1))
              AS r (hours, code, calls)`,
      [fresh],
    );
    await db.query(
      `INSERT INTO documents (team_id, id, key_id, mode, secret_hash, state, format, bytes, characters, translated,
                              source_lang, is_detected, target_lang, options, sealed_name, place, expires_at,
                              error_code, finished_at)
       SELECT $1, gen_random_uuid(), (SELECT id FROM api_keys WHERE team_id = $1 LIMIT 1), 'live', '', state, 'txt', 1, 1, 0,
              'en', false, 'es', '{}', '', 0, now() + interval '1 hour', code, now()
         FROM (VALUES ('error', 'engine_unavailable'), ('error', 'engine_unavailable'), ('done', NULL)) AS d (state, code)`,
      [fresh],
    );
    expect((await home(newcomer)).recent_errors).toMatchObject({
      refused: [
        { code: 'quota_exceeded', calls: 1 },
        { code: 'rate_limited', calls: 5 },
      ],
      failed_documents: [{ code: 'engine_unavailable', documents: 2 }],
    });
    expect((await home(stranger, other)).recent_errors.failed_documents).toEqual([]);
  });

  test('engines have a state and no address; a pair by rules that has a model could be better', async () => {
    const { engines, pairs } = await vi.waitFor(
      async () => {
        const shown = await home(newcomer);
        expect(shown.engines).toEqual([{ id: 'apertium', state: 'healthy', since: expect.any(String) }]);
        return shown;
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(Object.keys(engines[0] ?? {})).toEqual(['id', 'state', 'since']);
    expect(pairs.changed_by).toBe('operator');
    expect(pairs.improvable).toBeGreaterThan(0);
    expect(pairs.shown).toHaveLength(Math.min(pairs.total, 500));
    expect(pairs.shown).toContainEqual({
      source: 'EN',
      target: 'ES',
      engines: ['apertium'],
      through: null,
      better: { model: 'en-es', is_installed: false },
    });
  });
});

describe('live translation', () => {
  interface Answer {
    translations: { text: string; detected_source_language: string }[];
    characters: number;
  }

  test('a text that is typed sentence by sentence costs at most 1.2 times its characters, by the ledger', async () => {
    const desk = await seedTeam(db, 'Desk');
    await seedUser(db, desk, 'typist@example.org', 'member');
    const typist = await signIn(service.server.consoleUrl, 'typist@example.org');
    const sentences = Array.from(
      { length: 25 },
      (_, i) => `The ship number ${i} left the old harbour early, and nobody had counted its passengers.`,
    );
    const text = sentences.join(' ');
    const random = randomFrom(3);
    const planner = new LivePlanner({ targetLang: 'ES' }, { maxCharacters: 131_072, maxTexts: 1_024 });
    const keys = typed(text, { keyMs: 180, thinks: 0.05, errs: 0.03, random });
    const calls = await playTyping(planner, keys, async ({ texts, settings, sourceLang, context }) => {
      const { status, body } = await typist.send<Answer>('POST', `/teams/${desk}/translate`, {
        text: texts,
        target_lang: settings.targetLang,
        source_lang: sourceLang,
        context,
      });
      expect(status, body.detail).toBe(200);
      return body.translations.map((each) => ({
        text: each.text,
        detectedSourceLanguage: each.detected_source_language,
      }));
    });
    expect(planner.view().isComplete).toBe(true);
    expect(calls.some(({ context }) => context !== undefined)).toBe(true);
    const { rows } = await db.query<{ calls: number; characters: number }>(
      'SELECT count(*)::int AS calls, sum(characters)::int AS characters FROM calls WHERE team_id = $1',
      [desk],
    );
    const [ledger = { calls: 0, characters: 0 }] = rows;
    expect(ledger.calls).toBe(calls.length);
    expect(ledger.characters).toBeGreaterThanOrEqual(sentences.join('').length);
    expect(ledger.characters / text.length).toBeLessThanOrEqual(1.2);
  });
});

/** The same keys in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
