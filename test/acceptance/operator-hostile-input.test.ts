/** The operators' pages meet hostile names, addresses, times and answers that got lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import type { Answer } from '../support/api-client.ts';
import { consoleAccess } from '../support/console-access.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';

const service = useServer({ DRAGOMAN_STUB_ENGINE: 'on' });
let db: Database;
let team: string;
let operator: ConsoleUser;
let owner: ConsoleUser;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, 'operator@example.org', 'operator');
  await seedUser(db, team, 'owner@example.org');
  operator = await signIn(service.server.consoleUrl, 'operator@example.org');
  owner = await signIn(service.server.consoleUrl, 'owner@example.org');
});
afterAll(() => db.end());

test('translators, and owners of another team, find none of the routes', async () => {
  await seedUser(db, team, 'translator@example.org', 'translator');
  await seedUser(db, await seedTeam(db, 'Elsewhere'), 'stranger@example.org');
  const routes = Object.entries(consoleAccess).filter(([, access]) => access === 'operator');
  expect(routes.length).toBeGreaterThan(15);
  for (const name of ['translator', 'stranger']) {
    const user = await signIn(service.server.consoleUrl, `${name}@example.org`);
    for (const [route] of routes) {
      const [method = '', path = ''] = route.replace('/api', '').replace(':id', team).split(' ');
      const { status } = await user.send(method, path, method === 'GET' ? undefined : {});
      expect([name, route, status]).toEqual([name, route, 404]);
    }
  }
});

const usage = (from: string, to: string, more = '') =>
  `/operator/usage?${new URLSearchParams({ from, to, group: 'team' })}${more}`;
const [from, to] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];

test.each([
  ['2016-12-31T23:59:60Z', to],
  [from, '2016-12-31T23:59:60Z'],
  ['2026-02-30T00:00:00Z', to],
  [from, '2026-02-29T24:00:00Z'],
  ['x', to],
  ['', ''],
  [to, from],
])('the usage from %s to %s is refused as a wrong request', async (start, end) => {
  expect((await operator.get(usage(start, end))).status).toBe(400);
  const ofTeam = new URLSearchParams({ from: start, to: end, by: 'day', group: 'total' });
  expect((await owner.get(`/teams/${team}/usage?${ofTeam}`)).status).toBe(400);
});

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59'])(
  'the usage of all times from %s is read',
  async (start) => {
    const { status, body } = await operator.get<{ total: object }>(usage(start, '9999-12-31T23:59:59Z'));
    expect([status, body.total]).toEqual([200, { characters: 0, calls: 0, texts: 0, groups: 0 }]);
  },
);

test.each(['&limit=0', '&limit=-1', '&limit=50001', '&limit=1e3', '&limit=x', '&group=team', '&group=key'])(
  'usage with %s is refused',
  async (more) => {
    expect((await operator.get(usage(from, to, more))).status).toBe(400);
  },
);

const hostileNames = {
  'a right-to-left override': 'Harbour \u202Eevil',
  'an isolate': 'Harbour \u2067evil\u2069',
  '10,000 letters': 'a'.repeat(10_000),
  nothing: ' \u200B\u2060 ',
  'a line break': 'Har\nbour',
  'a NUL': 'Har\u0000bour',
  'half a character': 'Har\ud800bour',
};
test.each(Object.entries(hostileNames))('a team cannot be named with %s', async (_, name) => {
  const renamed = await operator.send('PATCH', `/operator/teams/${team}`, { name, previous_name: 'Harbour' });
  expect(renamed.status).toBe(400);
  expect((await operator.send('POST', '/operator/teams', { name, monthly_quota: 1 })).status).toBe(400);
});

test.each([
  ['a right-to-left override', 'gro.elpmaxe@\u202Eadmin'],
  ['an isolate', '\u2067x\u2069@example.org'],
  ['an invisible character', 'own\u200Ber@example.org'],
  ['a soft hyphen', 'own\u00ADer@example.org'],
])('nobody can be invited with %s in the address', async (_, email) => {
  const { status } = await owner.send('POST', `/teams/${team}/invitations`, { email, role: 'viewer' });
  expect(status).toBe(400);
});

test('an address of the greatest length can be searched for, and pages go on after addresses of any kind', async () => {
  const long = `${'a'.repeat(240)}@example.org`;
  await seedUser(db, team, long, 'viewer');
  // As stored before such addresses were refused.
  await db.query('UPDATE users SET email = $1 WHERE email = $2', ['aa\u202E@example.org', long]);
  await seedUser(db, team, long, 'viewer');
  type Users = { users: { email: string }[]; next_cursor: string | null };
  const found = await operator.get<Users>(`/operator/users?search=${long}`);
  expect([found.status, found.body.users?.map(({ email }) => email)]).toEqual([200, [long]]);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer<Users> = await operator.get<Users>(
      `/operator/users?limit=1${cursor && `&cursor=${cursor}`}`,
    );
    expect(page.status).toBe(200);
    seen.push(...page.body.users.map(({ email }) => email));
    cursor = page.body.next_cursor;
  }
  expect(seen).toHaveLength(6);
});

test('a change whose answer got lost can be repeated: 200, and one entry in the log', async () => {
  const path = `/operator/teams/${team}/settings`;
  const change = { engines: ['stub'], previous_engines: null };
  const first = await operator.send('PATCH', path, change);
  const again = await operator.send('PATCH', path, change);
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  const rename = { name: 'Port', previous_name: 'Harbour' };
  for (let i = 0; i < 2; i++)
    expect((await operator.send('PATCH', `/operator/teams/${team}`, rename)).status).toBe(200);
  const { body } = await operator.get<{ entries: { action: string }[] }>(`/operator/teams/${team}/history`);
  const actions = body.entries.map(({ action }) => action);
  expect(actions.filter((action) => action !== 'team.created').toSorted()).toEqual([
    'settings.changed',
    'team.renamed',
  ]);
});

test('two operators at once: one change is made, the other is refused', async () => {
  const path = `/operator/teams/${await seedTeam(db, 'Two')}`;
  const rename = (name: string) => operator.send('PATCH', path, { name, previous_name: 'Two' });
  const renamed = await Promise.all([rename('First'), rename('Second')]);
  expect(renamed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const choose = (engines: string[]) =>
    operator.send('PATCH', `${path}/settings`, { engines, previous_engines: null });
  const chosen = await Promise.all([choose(['stub']), choose(['stub', 'apertium'])]);
  expect(chosen.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
