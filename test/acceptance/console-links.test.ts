/** A link works only while its maker could create it again, and says nothing about accounts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { suspendTeam } from '../../src/accounts/suspension.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { markSuspended } from '../../src/store/postgres/suspensions.ts';
import { call, type ProblemAnswer } from '../support/api-client.ts';
import { runDragoman } from '../support/command-line.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn, testPassword } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { whileChanging } from '../support/while-changing.ts';

const service = useServer();
let db: Database;
let team: string;
let owner: ConsoleUser;
let maker: ConsoleUser;
let person: ConsoleUser;
let count = 0;

beforeAll(() => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
});
afterAll(() => db.end());
beforeEach(async () => {
  await db.query('TRUNCATE sign_in_tries');
  count += 1;
  team = await seedTeam(db, `Harbour ${count}`);
  for (const [name, role] of [
    ['owner', 'owner'],
    ['maker', 'owner'],
    ['person', 'member'],
  ] as const)
    await seedUser(db, team, mail(name), role);
  [owner, maker, person] = [await enter('owner'), await enter('maker'), await enter('person')];
});

const mail = (name: string) => `${name}${count}@example.org`;
const enter = (name: string, password = testPassword) =>
  signIn(service.server.consoleUrl, mail(name), password);
const link = (path: 'look' | 'accept', token: string, password = 'a whole new password') =>
  call<ProblemAnswer>(`${service.server.consoleUrl}/api/links/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(path === 'look' ? { token } : { token, password }),
  });
const statuses = async (...tokens: string[]) =>
  Promise.all(tokens.map(async (token) => (await link('look', token)).status));
async function idOf(email: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  return rows[0]?.id ?? 'none';
}
async function invite(by: ConsoleUser, email: string, role = 'owner'): Promise<string> {
  const made = await by.send<{ token: string }>('POST', `/teams/${team}/invitations`, { email, role });
  expect(made.status).toBe(201);
  return made.body.token;
}
async function resetLink(by: ConsoleUser, email: string): Promise<string> {
  const path = `/teams/${team}/people/${await idOf(email)}/password-reset`;
  const made = await by.send<{ token: string }>('POST', path);
  expect(made.status).toBe(201);
  return made.body.token;
}
const remove = async (who: ConsoleUser) =>
  owner.send('DELETE', `/teams/${team}/people/${await idOf(who.email)}`);
const setRole = async (who: ConsoleUser, role: string) =>
  owner.send('PATCH', `/teams/${team}/people/${await idOf(who.email)}`, { role });

test('of several who use a link at once, one sets the password', async () => {
  const token = await resetLink(maker, person.email);
  const passwords = [1, 2, 3, 4].map((n) => `a whole new password ${n}`);
  const answers = await Promise.all(passwords.map((password) => link('accept', token, password)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404]);
  const [used = ''] = passwords.filter((_, i) => answers[i]?.status === 204);
  expect((await enter('person', used)).email).toBe(person.email);
});

describe('the links of a maker', () => {
  test('end when the maker is removed, and do not come back with the maker', async () => {
    const tokens = [await invite(maker, mail('new')), await resetLink(maker, person.email)];
    const kept = await invite(owner, mail('other'));
    expect(await statuses(...tokens, kept)).toEqual([200, 200, 200]);
    expect((await remove(maker)).status).toBe(204);
    expect(await statuses(...tokens, kept)).toEqual([404, 404, 200]);
    const accepted = await Promise.all(tokens.map((token) => link('accept', token)));
    expect(accepted.map(({ status }) => status)).toEqual([404, 404]);
    await db.query("INSERT INTO team_members (team_id, user_id, role) VALUES ($1, $2, 'owner')", [
      team,
      await idOf(maker.email),
    ]);
    expect(await statuses(...tokens)).toEqual([404, 404]);
  });

  test('end when the maker takes a lower role', async () => {
    const tokens = [await invite(maker, mail('new'), 'viewer'), await resetLink(maker, person.email)];
    expect((await setRole(maker, 'member')).status).toBe(204);
    expect(await statuses(...tokens)).toEqual([404, 404]);
    const listed = await owner.get<{ invitations: unknown[] }>(`/teams/${team}/invitations`);
    expect(listed.body.invitations).toEqual([]);
    expect((await setRole(maker, 'owner')).status).toBe(204);
    expect(await statuses(...tokens)).toEqual([404, 404]);
  });

  test('end when the team is suspended; those of an operator stay', async () => {
    await seedUser(db, team, mail('operator'), 'operator');
    const operator = await enter('operator');
    const tokens = [await invite(maker, mail('new')), await resetLink(maker, person.email)];
    const ofOperator = await invite(operator, mail('late'));
    await suspendTeam(db, team, 'unpaid', testActor);
    expect(await statuses(...tokens, ofOperator)).toEqual([404, 404, 200]);
  });

  test('end when the maker changes the password', async () => {
    const token = await invite(maker, mail('new'));
    const wanted = { current: testPassword, new: 'another good password' };
    expect((await maker.send('POST', '/me/password', wanted)).status).toBe(204);
    expect(await statuses(token)).toEqual([404]);
  });

  test('of a version that did not record the maker do not work', async () => {
    const token = await invite(maker, mail('new'));
    await db.query('UPDATE access_links SET made_by = NULL WHERE team_id = $1', [team]);
    expect(await statuses(token)).toEqual([404]);
  });
});

describe('the links for a person', () => {
  test('to a new password end with every change of the password', async () => {
    const change = async (how: 'own' | 'link' | 'command line') => {
      const token = await resetLink(owner, person.email);
      if (how === 'own') {
        const user = await enter('person', 'password number 1');
        const body = { current: 'password number 1', new: 'password number 2' };
        return (await user.send('POST', '/me/password', body)).status === 204;
      }
      if (how === 'link') return (await link('accept', token, 'password number 1')).status === 204;
      const args = ['user', 'set-password', '--email', person.email];
      return (await runDragoman(args, service.env, 'password number 3')).code === 0;
    };
    for (const how of ['link', 'own', 'command line'] as const) {
      const token = await resetLink(owner, person.email);
      expect([how, await change(how)]).toEqual([how, true]);
      expect([how, ...(await statuses(token))]).toEqual([how, 404]);
      expect((await person.get('/me')).status).toBe(401);
    }
  });

  test('end when the person is removed: an unused invitation is no way back', async () => {
    const tokens = [await invite(owner, person.email), await resetLink(owner, person.email)];
    expect((await remove(person)).status).toBe(204);
    expect(await statuses(...tokens)).toEqual([404, 404]);
  });
});

test('a link looks the same whether its address has an account', async () => {
  const other = await seedTeam(db, 'Other');
  await seedUser(db, other, mail('known'));
  const [known, unknown] = [await invite(owner, mail('known')), await invite(owner, mail('nobody'))];
  const [ofKnown, ofUnknown] = [await link('look', known), await link('look', unknown)];
  expect({ ...ofKnown.body, email: '' }).toEqual({ ...ofUnknown.body, email: '' });
  expect(Object.keys(ofKnown.body).toSorted()).toEqual(['email', 'kind', 'resets_second_factor', 'team']);
  expect((await link('accept', known, 'wrong password 1')).status).toBe(401);
  // A wrong password does not use the link up.
  expect((await link('accept', known, testPassword)).status).toBe(204);
});

test('a link that is used in the moment of its end is used before, or not at all', async () => {
  for (let round = 0; round < 5; round++) {
    const name = `race-${round}-${count}@example.org`;
    await db.query(
      "INSERT INTO team_members (team_id, user_id, role) VALUES ($1, $2, 'owner') ON CONFLICT DO NOTHING",
      [team, await idOf(maker.email)],
    );
    const token = await invite(maker, name);
    const [accepted, removed] = await Promise.all([link('accept', token), remove(maker)]);
    expect(removed.status).toBe(204);
    const isUser = (await idOf(name)) !== 'none';
    expect([accepted.status, isUser]).toEqual(accepted.status === 204 ? [204, true] : [404, false]);
    expect((await link('accept', token)).status).toBe(404);
  }
});

test('an owner creates no link in a team that is suspended in this moment', async () => {
  const { status } = await whileChanging(
    db,
    (connection) => markSuspended(connection, team, 'unpaid'),
    () => maker.send('POST', `/teams/${team}/invitations`, { email: mail('new'), role: 'viewer' }),
  );
  const { rows } = await db.query('SELECT 1 FROM access_links WHERE team_id = $1', [team]);
  expect([status, rows]).toEqual([403, []]);
});

test('nobody signs in with a password in the moment in which it is replaced', async () => {
  const wanted = { current: testPassword, new: 'another good password' };
  const [changed, ...entered] = await Promise.all([
    person.send('POST', '/me/password', wanted),
    ...Array.from({ length: 5 }, () => enter('person').catch(() => undefined)),
  ]);
  expect(changed.status).toBe(204);
  for (const user of entered) if (user !== undefined) expect((await user.get('/me')).status).toBe(401);
});
