/** The operator's API on the console: what it does, who may not know of it, and what it leaves in the audit log. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import { describeConsoleApi } from '../../src/http/console/api/describe-console-api.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ProblemAnswer, translate } from '../support/api-client.ts';
import { type ConsoleUser, consoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { openServer, type ServerProcess, startServer, useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';

const service = useServer({ DRAGOMAN_STUB_ENGINE: 'on', DRAGOMAN_AUTH_CACHE_MS: '500' });
let second: ServerProcess;
let db: Database;
let team: string;
let operator: ConsoleUser;
let operatorId: string;
let others: ConsoleUser[];

beforeAll(async () => {
  second = await startServer(service.env);
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, await seedTeam(db, 'Operations'), 'operator@example.org', 'operator');
  for (const role of ['viewer', 'member', 'owner'] as const)
    await seedUser(db, team, `${role}@example.org`, role);
  const enter = (name: string) => signIn(service.server.consoleUrl, `${name}@example.org`);
  operator = await enter('operator');
  operatorId = (await operator.get<{ user: { id: string } }>('/me')).body.user.id;
  others = [await enter('viewer'), await enter('member'), await enter('owner')];
});
afterAll(async () => {
  await db.end();
  expect(await second.stop()).toBe(0);
});

const { paths } = describeConsoleApi() as { paths: Record<string, Record<string, object>> };
const routes = Object.entries(paths)
  .filter(([path]) => path.startsWith('/api/operator'))
  .flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path.slice('/api'.length)] as const),
  )
  .map(([method, path], i) => [method, path, i] as const);

/** All that fetch sends. */
const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'];

describe('for anybody but an operator there is nothing', () => {
  test('there are routes to try', () => expect(routes.length).toBeGreaterThanOrEqual(8));

  test.each(routes)('%s %s', async (method, path, i) => {
    const { id, delivery = '' } = await subjectOf(path);
    const url = path.replace('{id}', id).replace('{delivery}', delivery);
    const body = method === 'GET' ? undefined : {};
    for (const user of others) {
      const nowhere = await user.send<ProblemAnswer>(method, '/operator/nowhere', body);
      const answer = await user.send<ProblemAnswer>(method, url, body);
      expect([user.email, answer.status, answer.body]).toEqual([user.email, 404, nowhere.body]);
    }
    // Nor does a method that the path doesn't have give it away: to any role on the first route, to one on each of the others.
    for (const user of i === 0 ? others : others.filter((_, role) => role === i % others.length)) {
      for (const any of everyMethod) {
        const { status } = await user.send(any, url, ['GET', 'HEAD'].includes(any) ? undefined : {});
        expect([user.email, any, status]).toEqual([user.email, any, 404]);
      }
    }
    const nobody = consoleUser(service.server.consoleUrl, 'nobody', 'x'.repeat(43));
    expect((await nobody.send(method, url, body)).status).toBe(401);
    expect((await operator.send(method, url, body)).status).not.toBe(404);
    expect((await operator.send('PROPFIND', url, {})).status).toBe(405);
  });

  async function subjectOf(path: string): Promise<{ id: string; delivery?: string }> {
    if (path.startsWith('/operator/users')) return { id: operatorId };
    if (!path.startsWith('/operator/destinations/')) return { id: team };
    const { rows } = await db.query<{ id: string; delivery: string }>(
      `WITH destination AS (INSERT INTO event_destinations (id, kind, name, address, event_types)
                            VALUES (uuid_v7(), 'mail', 'x', 'operator@example.org', '{key.created}') RETURNING id),
            event AS (INSERT INTO events (id, type, data) VALUES (uuid_v7(), 'key.created', '{}') RETURNING id)
       INSERT INTO event_deliveries (id, destination_id, event_id, state)
       SELECT uuid_v7(), destination.id, event.id, 'failed' FROM destination, event
       RETURNING destination_id AS id, id AS delivery`,
    );
    if (rows[0] === undefined) throw new Error('no destination was added');
    return rows[0];
  }
});

type Listed = { teams: { id: string; name: string; suspended: object | null }[]; next_cursor: string | null };
const list = async (query: string) => (await operator.get<Listed>(`/operator/teams?${query}`)).body;

describe('teams', () => {
  test('all of them page by page, however many there are, and found by a part of the name or the id', async () => {
    await seedTeams(db, 620);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Listed = await list(`limit=100${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.teams.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([622, 622]);
    expect((await list('search=hArB')).teams).toMatchObject([{ id: team, name: 'Harbour', suspended: null }]);
    expect((await list(`search=${team}`)).teams).toMatchObject([{ id: team }]);
    expect((await list('search=%25')).teams).toEqual([]);
    const me = await operator.get<{ has_more_teams: boolean; teams: { id: string; name: string }[] }>('/me');
    expect([me.body.has_more_teams, me.body.teams.length]).toEqual([true, 500]);
    expect(new Set(me.body.teams.map(({ id }) => id)).size).toBe(500);
    // The dashboard starts in the first one.
    expect(me.body.teams.slice(0, 2)).toMatchObject([{ name: 'Operations' }, { name: 'Harbour' }]);
    expect((await operator.get(`/teams/${seen.at(-1)}/keys`)).status).toBe(200);
  });

  test.each(['limit=0', 'limit=101', 'cursor=x', 'search=%00', 'state=x', 'cursor=%00'])(
    '?%s: 400',
    async (query) => {
      expect((await operator.get(`/operator/teams?${query}`)).status).toBe(400);
    },
  );

  test.each<[string, string, unknown]>([
    ['POST', '', { name: ' ', monthly_quota: 1 }],
    ['POST', '', { name: 'x', monthly_quota: -1 }],
    ...['', ' \t', 'a\u0000b', '\ud800', 'x'.repeat(201)].map((name): [string, string, unknown] => [
      'PATCH',
      '/',
      { name, previous_name: 'Harbour' },
    ]),
    ['PATCH', '/', { name: 'x' }],
    ['PATCH', '/limits', { requests_per_second: 0 }],
    ['PATCH', '/limits', { calls_in_flight: 1e9 }],
    ['PATCH', '/settings', { engines: [] }],
    ['PATCH', '/settings', { engines: 'apertium' }],
    ['PATCH', '/settings', { engines: ['apertium', 'deepl'] }],
    ['PATCH', '/settings', { cache: 'on' }],
    ['POST', '/suspend', { reason: '  ' }],
    ['POST', '/suspend', { reason: '\u0000' }],
    ['POST', '/resume', {}],
    ['POST', '/credit', { characters: 0, reason: 'x' }],
    ['POST', '/credit', { characters: 1.5, reason: 'x' }],
  ])('%s %s with %j: 400', async (method, path, body) => {
    const url = path === '' ? '/operator/teams' : `/operator/teams/${team}${path === '/' ? '' : path}`;
    expect((await operator.send(method, url, body)).status).toBe(400);
  });

  test.each([
    ['PATCH', ''],
    ['PATCH', 'limits'],
    ['GET', 'settings'],
    ['PATCH', 'settings'],
    ['POST', 'suspend'],
    ['POST', 'resume'],
    ['POST', 'credit'],
    ['GET', 'history'],
  ])('an unknown team: 404 on %s %s', async (method, path) => {
    for (const id of ['nothing', '019a0000-0000-7000-8000-000000000000']) {
      const body =
        method === 'GET' ? undefined : { characters: 1, reason: 'x', name: 'x', previous_name: 'x' };
      const url = `/operator/teams/${id}${path && `/${path}`}`;
      const answer = await operator.send(method, url, body);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });

  test('a new name is seen at once by its people and on the API; a name that was seen before is not replaced', async () => {
    const url = `/operator/teams/${team}`;
    const rename = (name: string, previous_name: string) =>
      operator.send<{ name: string }>('PATCH', url, { name, previous_name });
    const hostile = `<b>"{name}" & 'b' %s`;
    expect((await rename('right to left \u202e', 'Harbour')).status).toBe(400);
    expect((await rename(`  ${hostile} `, 'Harbour')).body).toEqual({ id: team, name: hostile });
    for (const user of others) {
      const { body } = await user.get<{ teams: { name: string }[] }>('/me');
      expect(body.teams.map(({ name }) => name)).toEqual([hostile]);
    }
    const stale = await rename('Port', 'Harbour');
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
    expect(stale.body.detail).toContain(hostile);
    // The same wish of two operators is no conflict, and is recorded once.
    expect((await rename(hostile, 'Harbour')).status).toBe(200);
    // A name may belong to several teams.
    expect((await rename('Operations', hostile)).status).toBe(200);
    expect((await list('search=operations')).teams.map(({ id }) => id)).toContain(team);
    expect((await rename('Harbour', 'Operations')).status).toBe(200);
    const { body } = await operator.get<{ entries: { action: string; details: object }[] }>(`${url}/history`);
    const renamed = body.entries.filter(({ action }) => action === 'team.renamed');
    expect(renamed.map(({ details }) => details)).toEqual([
      { from: 'Operations', to: 'Harbour' },
      { from: hostile, to: 'Operations' },
      { from: 'Harbour', to: hostile },
    ]);
  });

  test('credit is not taken back below zero: 409', async () => {
    const take = { characters: -5_000_000_000, reason: 'mistake' };
    const answer = await operator.send('POST', `/operator/teams/${team}/credit`, take);
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
  });
});

test('each action takes effect at once, on the other node, and is audited: who, what, when, from where', async () => {
  const made = await operator.send<{ id: string }>('POST', '/operator/teams', {
    name: 'New',
    monthly_quota: 5,
  });
  expect(made.status).toBe(201);
  const { id } = made.body;
  const key = await createKey(db, { teamId: id, name: 'k', mode: 'live', scopes: ['translate'] }, testActor);
  const translated = () =>
    translate<ProblemAnswer>(second.url, key?.plain ?? '', { text: ['The house'], target_lang: 'ES' });
  const act = async (method: string, path: string, body: object) => {
    const answer = await operator.send<{ credit_left: number }>(
      method,
      `/operator/teams/${id}/${path}`,
      body,
    );
    expect([path, answer.status < 300]).toEqual([path, true]);
    return { path, requestId: answer.headers.get('x-request-id') };
  };
  expect((await translated()).status).toBe(456);
  const acts = [await act('PATCH', 'limits', { requests_burst: 7, monthly_quota: 6 })];
  acts.push(await act('POST', 'credit', { characters: 100, reason: 'Sorry' }));
  expect((await translated()).status).toBe(200);
  acts.push(await act('POST', 'credit', { characters: -10, reason: 'Too much' }));
  acts.push(await act('POST', 'suspend', { reason: 'Fraud' }));
  expect((await translated()).status).toBe(403);
  expect((await list('state=suspended')).teams).toMatchObject([{ id, suspended: { reason: 'Fraud' } }]);
  acts.push(await act('POST', 'resume', { reason: 'Cleared' }));
  expect((await translated()).status).toBe(200);

  const actor = { type: 'user', id: expect.any(String), name: 'operator@example.org' };
  const expected: [string, object][] = [
    ['team.created', { name: 'New', monthly_quota: 5 }],
    ['limits.changed', { requests_burst: { from: 200, to: 7 }, monthly_quota: { from: 5, to: 6 } }],
    ['credit.added', { characters: 100, reason: 'Sorry', credit_left: 100 }],
    ['credit.added', { characters: -10, reason: 'Too much', credit_left: 87 }],
    ['team.suspended', { reason: 'Fraud' }],
    ['team.resumed', { reason: 'Cleared' }],
  ];
  const requestIds = [made.headers.get('x-request-id'), ...acts.map(({ requestId }) => requestId)];
  const told = expected
    .map(([action, details], i) => ({
      action,
      details,
      actor,
      address: '127.0.0.1',
      request_id: requestIds[i],
      at: expect.toSatisfy((at: string) => Math.abs(Date.now() - Date.parse(at)) < 5 * 60_000),
    }))
    .toReversed();
  type Log = { entries: { action: string }[]; next_cursor: string | null };
  const history = await operator.get<Log>(`/operator/teams/${id}/history`);
  expect(history.body.entries).toMatchObject(told);
  expect(history.body.entries).toHaveLength(told.length);
  // The team's owners read the same in their own log, among everything else.
  const log = await operator.get<Log>(`/teams/${id}/audit`);
  expect(log.body.entries.filter(({ action }) => action !== 'key.created')).toEqual(history.body.entries);
  const page = await operator.get<Log>(`/operator/teams/${id}/history?limit=2`);
  expect(page.body.entries).toEqual(history.body.entries.slice(0, 2));
  const next = `/operator/teams/${id}/history?limit=2&cursor=${page.body.next_cursor}`;
  expect((await operator.get<Log>(next)).body.entries).toEqual(history.body.entries.slice(2, 4));
});

test('engines and cache of a team: known ones are offered, unknown ones refused by name, and every node follows', async () => {
  const id = await seedTeam(db, 'Restricted');
  const key = await createKey(db, { teamId: id, name: 'k', mode: 'live', scopes: ['translate'] }, testActor);
  const url = `/operator/teams/${id}/settings`;
  type Settings = { engines: string[] | null; cache: boolean; known_engines: { id: string }[] };
  const read = async () => (await operator.get<Settings>(url)).body;
  const set = (body: object) => operator.send<Settings>('PATCH', url, body);
  const served = (server: { url: string }) =>
    translate<ProblemAnswer>(server.url, key?.plain ?? '', { text: ['The house'], target_lang: 'ES' });
  const nodes = [service.server, second];
  for (const node of nodes) expect((await served(node)).status).toBe(200);
  const before = await read();
  expect([before.engines, before.cache, before.known_engines.map((one) => one.id)]).toEqual([
    null,
    true,
    ['apertium', 'stub'],
  ]);

  const unknown = await set({ engines: ['stub', '<b>deepl'] });
  expect([unknown.status, unknown.body.detail]).toEqual([
    400,
    'There is no engine "<b>deepl". Configured engines: apertium, stub.',
  ]);
  const restricted = await set({ engines: ['stub', 'stub'], previous_engines: null, cache: false });
  expect(restricted.body).toEqual({ team_id: id, engines: ['stub'], cache: false });
  // The stub has no Spanish. Nodes keep what they read for a moment.
  for (const node of nodes)
    await expect.poll(async () => (await served(node)).status, { timeout: 60_000, interval: 500 }).toBe(400);
  const stale = await set({ engines: ['apertium'], previous_engines: null });
  expect([stale.status, stale.body.code]).toEqual([409, 'conflict']);
  // An engine that is no longer configured can be kept, but not added.
  await db.query("UPDATE teams SET engines = '{gone,stub}' WHERE id = $1", [id]);
  expect((await set({ cache: true })).body).toMatchObject({ engines: ['gone', 'stub'], cache: true });
  expect((await set({ engines: null, previous_engines: ['gone', 'stub'] })).status).toBe(200);
  for (const node of nodes)
    await expect.poll(async () => (await served(node)).status, { timeout: 60_000, interval: 500 }).toBe(200);
  expect((await set({ engines: ['gone'] })).status).toBe(400);

  type Log = { entries: { action: string; details: object }[] };
  const log = await operator.get<Log>(`/operator/teams/${id}/history`);
  const changes = log.body.entries.filter(({ action }) => action === 'settings.changed');
  expect(changes.map(({ details }) => details)).toEqual([
    { engines: { from: ['gone', 'stub'], to: null } },
    { cache: { from: false, to: true } },
    { engines: { from: null, to: ['stub'] }, cache: { from: true, to: false } },
  ]);
});

describe('users', () => {
  type User = {
    id: string;
    email: string;
    operator_role: string | null;
    last_signed_in_at: string | null;
    open_sessions: number;
    teams: { id: string; name: string; role: string }[];
    team_count: number;
  };
  type Users = { users: User[]; next_cursor: string | null };
  const find = async (query: string) => (await operator.get<Users>(`/operator/users?${query}`)).body;
  const enter = (email: string) => signIn(service.server.consoleUrl, email);
  let away: User;

  beforeAll(async () => {
    const other = await seedTeam(db, 'Elsewhere');
    await seedUser(db, other, 'away@users.example', 'viewer');
    await db.query(
      `INSERT INTO team_members (team_id, user_id, role) SELECT $1, id, 'member' FROM users WHERE email = 'away@users.example'`,
      [team],
    );
    for (let i = 0; i < 5; i++) await seedUser(db, other, `many-${i}@users.example`, 'translator');
    [away] = (await find('search=AWAY@users')).users as [User];
  });

  test('everybody with teams and roles, page by page, found by a part of the address or the id; never a hash', async () => {
    expect(away).toMatchObject({
      email: 'away@users.example',
      operator_role: null,
      last_signed_in_at: null,
      open_sessions: 0,
      teams: [
        { name: 'Elsewhere', role: 'viewer' },
        { id: team, name: 'Harbour', role: 'member' },
      ],
      team_count: 2,
    });
    expect((await find(`search=${away.id}`)).users).toEqual([away]);
    expect((await find('search=%25')).users).toEqual([]);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Users = await find(`search=users.example&limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.users.map(({ email }) => email));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(
      ['away', ...[0, 1, 2, 3, 4].map((i) => `many-${i}`)].map((name) => `${name}@users.example`),
    );
    const [self] = (await find('search=operator@example.org')).users;
    expect(self).toMatchObject({ operator_role: 'full', last_signed_in_at: expect.any(String) });
    expect(self?.open_sessions).toBeGreaterThan(0);
    expect(JSON.stringify(await find('limit=100'))).not.toMatch(/argon2|password|token/);
  });

  test('sessions end at once on every node, and the operator keeps their own', async () => {
    const user = await enter(away.email);
    const elsewhere = consoleUser(second.consoleUrl, away.email, user.token);
    expect((await elsewhere.get('/me')).status).toBe(200);
    const end = (id: string) =>
      operator.send<{ ended: number }>('POST', `/operator/users/${id}/end-sessions`, {});
    expect((await end(away.id)).body).toEqual({ ended: 1 });
    expect([(await user.get('/me')).status, (await elsewhere.get('/me')).status]).toEqual([401, 401]);
    expect((await end(away.id)).body, 'nothing is left to end').toEqual({ ended: 0 });
    await enter('operator@example.org');
    expect((await end(operatorId)).body.ended).toBeGreaterThan(0);
    expect((await operator.get('/me')).status).toBe(200);
  });

  test('a link to a new password works once, and ends the sessions; without a team there is none', async () => {
    const reset = (id: string) =>
      operator.send<{ token: string }>('POST', `/operator/users/${id}/password-reset`, {});
    const user = await enter(away.email);
    const link = await reset(away.id);
    expect(link.status).toBe(201);
    const use = () =>
      operator.send('POST', '/links/accept', { token: link.body.token, password: 'another horse battery' });
    expect([(await use()).status, (await use()).status]).toEqual([204, 404]);
    expect((await user.get('/me')).status).toBe(401);
    await signIn(service.server.consoleUrl, away.email, 'another horse battery');

    const [alone] = (await find('search=many-0@')).users as [User];
    await db.query('DELETE FROM team_members WHERE user_id = $1', [alone.id]);
    const refused = await reset(alone.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    for (const id of ['nothing', '019a0000-0000-7000-8000-000000000000'])
      expect((await reset(id)).status).toBe(404);
  });

  test('what operators did is in the audit logs of all teams of the user', async () => {
    for (const { id } of away.teams) {
      const log = await operator.get<{
        entries: { action: string; subject: { id: string }; details: object }[];
      }>(`/teams/${id}/audit?limit=100`);
      const told = log.body.entries.filter(({ subject }) => subject.id === away.id);
      for (const action of ['user.signed_out', 'user.password_reset'])
        expect(told).toContainEqual(expect.objectContaining({ action, details: { email: away.email } }));
    }
  });

  test.each(['limit=0', 'limit=101', 'cursor=x', 'search=%00', 'cursor=%00'])('?%s: 400', async (query) => {
    expect((await operator.get(`/operator/users?${query}`)).status).toBe(400);
  });
});

describe('usage of the installation', () => {
  const hourMs = 3_600_000;
  const today = () => `from=${new Date(Date.now() - hourMs).toISOString()}&to=${new Date().toISOString()}`;
  type Figures = { characters: number; calls: number; texts: number };
  type Usage = {
    total: Figures & { groups: number };
    rows: (Figures & { group: string; name: string | null })[];
  };
  const read = async (query: string) => (await operator.get<Usage>(`/operator/usage?${query}`)).body;

  test('by team, engine and pair: exact to the last call, the largest first, with the total of all', async () => {
    const before = await read(`${today()}&group=team`);
    const spent = { Large: 3, Small: 1 };
    const ids: string[] = [];
    for (const [name, calls] of Object.entries(spent)) {
      const id = await seedTeam(db, name);
      ids.push(id);
      const given = { teamId: id, name: 'k', mode: 'test' as const, scopes: ['translate' as const] };
      const key = await createKey(db, given, testActor);
      for (let i = 0; i < calls; i++) {
        const answer = await translate(second.url, key?.plain ?? '', {
          text: ['The house'],
          target_lang: 'ES',
        });
        expect(answer.status).toBe(200);
      }
    }
    const usage = await read(`${today()}&group=team&limit=50000`);
    expect(usage.rows.filter(({ group }) => ids.includes(group))).toEqual([
      { group: ids[0], name: 'Large', characters: 27, calls: 3, texts: 3 },
      { group: ids[1], name: 'Small', characters: 9, calls: 1, texts: 1 },
    ]);
    expect(usage.total.characters).toBe(before.total.characters + 36);
    for (const group of ['engine', 'pair']) {
      const other = await read(`${today()}&group=${group}`);
      const { groups: _groups, ...total } = other.total;
      expect([group, total]).toEqual([
        group,
        { characters: usage.total.characters, calls: usage.total.calls, texts: usage.total.texts },
      ]);
      expect(other.rows.map((row) => row.group)).toContain(group === 'pair' ? 'EN → ES' : 'apertium');
    }
    // The total stays that of all teams.
    const first = await read(`${today()}&group=team&limit=1`);
    expect([first.rows.length, first.total]).toEqual([1, usage.total]);
    expect(first.rows[0]?.characters).toBe(Math.max(...usage.rows.map(({ characters }) => characters)));
  });

  test('a time without calls is empty', async () => {
    const usage = await read('from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z&group=pair');
    expect([usage.rows, usage.total]).toEqual([[], { characters: 0, calls: 0, texts: 0, groups: 0 }]);
  });

  test.each([
    'group=team',
    'from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z',
    'from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z&group=key',
    'from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z&group=team&limit=50001',
    'from=2020-02-01T00:00:00Z&to=2020-01-01T00:00:00Z&group=team',
    'from=x&to=y&group=team',
  ])('?%s: 400', async (query) => {
    expect((await operator.get(`/operator/usage?${query}`)).status).toBe(400);
  });
});

test('the installation: both nodes with engines and queues, the slowest pairs; a node that stopped is gone', async () => {
  type Engine = { id: string; healthy: boolean; pairs: number; models: object[] };
  type Node = {
    process_id: number;
    is_live: boolean;
    reaches_redis: boolean;
    engines: Engine[];
    queues: object[];
  };
  type Installation = { nodes: Node[]; slowest_pairs: { engine: string; pair: string; calls: number }[] };
  const read = async () => (await operator.get<Installation>('/operator/installation')).body;
  const third = await openServer(service.env);
  await vi.waitFor(
    async () => {
      const { nodes, slowest_pairs } = await read();
      const live = nodes.filter(({ is_live }) => is_live).map(({ process_id }) => process_id);
      const started = [service.server, second, third].map(({ processId }) => processId);
      expect(live.toSorted()).toEqual(started.toSorted());
      for (const { engines } of nodes) {
        const since = expect.stringMatching(/^\d{4}-.*Z$/);
        expect(engines).toContainEqual(
          expect.objectContaining({ id: 'apertium', healthy: true, since, models: [], memory: null }),
        );
      }
      // The calls of the test before went to the second node.
      expect(slowest_pairs.map(({ pair }) => pair)).toContain('en>es');
    },
    { timeout: 120_000, interval: 500 },
  );
  expect(await third.stop()).toBe(0);
  // Two of them may share a process.
  const left = (await read()).nodes.map(({ process_id }) => process_id);
  expect(left.toSorted()).toEqual([service.server.processId, second.processId].toSorted());
});
