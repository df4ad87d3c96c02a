/**
 * Accounts that somebody else prepared for a person who signs in with the provider later: with an invitation to the person's
 * address, or with a link to a new password, which an owner can create and open.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import {
  consoleUser,
  postOpen,
  renew,
  seedTeam,
  seedUser,
  signIn,
  signInRenewable,
  testPassword,
  trySignIn,
} from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { finishSignIn, startSignIn, turnOnFactor } from '../support/second-factor.ts';
import { seedPerson, seedSession } from '../support/seeded-session.ts';
import { openSignOn } from '../support/sign-on.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let on: Awaited<ReturnType<typeof openSignOn>>;
let consoleUrl = '';
let [harbour, pier] = ['', ''];

beforeAll(async () => {
  db = openTestPool(database.url);
  on = await openSignOn(database.url, ['- { group: harbour, team: Harbour, role: owner }']);
  consoleUrl = on.server.consoleUrl;
  [harbour, pier] = [await seedTeam(db, 'Harbour'), await seedTeam(db, 'Pier')];
  await seedUser(db, harbour, 'owner@example.org');
  await seedUser(db, pier, 'mallory@example.org');
});
afterAll(async () => {
  await on.stop();
  await db.end();
});

interface Listed {
  readonly people: readonly { readonly id: string; readonly email: string }[];
}
interface Made {
  readonly token: string;
}
type Maker = Awaited<ReturnType<typeof signIn>>;

const accept = (token: string, password = testPassword) =>
  postOpen(consoleUrl, '/links/accept', { token, password });
async function idOf(by: Maker, team: string, email: string): Promise<string> {
  const { body } = await by.get<Listed>(`/teams/${team}/people`);
  return body.people.find((person) => person.email === email)?.id ?? '';
}
const reset = (by: Maker, team: string, id: string, kind = 'password-reset') =>
  by.send<Made>('POST', `/teams/${team}/people/${id}/${kind}`);

test('whoever had the account before its person signed in with the provider has it no longer', async () => {
  const email = 'victim@example.org';
  const mallory = await signIn(consoleUrl, 'mallory@example.org');
  const invited = { email, role: 'owner' };
  const { body } = await mallory.send<Made>('POST', `/teams/${pier}/invitations`, invited);
  expect((await accept(body.token)).status).toBe(204);
  const prepared = await signIn(consoleUrl, email);
  const factor = await turnOnFactor(prepared);
  const waiting = await startSignIn(consoleUrl, email);
  const finished = await finishSignIn(consoleUrl, await startSignIn(consoleUrl, email), factor.code());
  const back = await prepared.send<Made>('POST', `/teams/${pier}/invitations`, {
    email: 'mallory2@example.org',
    role: 'owner',
  });
  const victim = await idOf(mallory, pier, email);
  const link = await reset(mallory, pier, victim);
  expect([finished.status, back.status, link.status]).toEqual([200, 201, 201]);

  const entered = await on.enter({ email });
  expect(entered).toMatchObject({ status: 200, body: { user_id: victim } });
  const doors = {
    password: (await trySignIn(consoleUrl, email)).status,
    session: (await prepared.get('/me')).status,
    'session with a code': (await consoleUser(consoleUrl, email, finished.body.token).get('/me')).status,
    'sign-in that waited': (await finishSignIn(consoleUrl, waiting, factor.code(1))).status,
    'link to a new password': (await accept(link.body.token, 'another good password')).status,
    'invitation that it created': (await accept(back.body.token)).status,
  };
  expect(doors).toEqual({
    password: 401,
    session: 401,
    'session with a code': 401,
    'sign-in that waited': 404,
    'link to a new password': 404,
    'invitation that it created': 404,
  });
  const person = consoleUser(consoleUrl, email, entered.body.token);
  expect((await person.get('/me')).status).toBe(200);
  expect((await person.get('/me/second-factor')).body).toMatchObject({ is_on: false, passkeys: [] });
  const { rows } = await db.query<{ action: string }>(
    "SELECT action FROM audit_log WHERE team_id = $1 AND action LIKE 'user.%' ORDER BY id DESC LIMIT 3",
    [pier],
  );
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.password_changed', 'user.second_factor_removed']),
  );
});

test('the second sign-in with the provider ends nothing', async () => {
  const claims = { sub: 'again', email: 'again@example.org' };
  const first = await on.enter(claims);
  const full = await seedPerson(db, { operatorRole: 'full' });
  const operator = consoleUser(consoleUrl, full.email, await seedSession(db, full.id));
  const made = await reset(operator, harbour, first.body.user_id);
  expect((await accept(made.body.token)).status).toBe(204);
  const tokens = await signInRenewable(consoleUrl, claims.email);
  expect((await on.enter(claims)).status).toBe(200);
  expect((await trySignIn(consoleUrl, claims.email)).status).toBe(200);
  expect((await renew(consoleUrl, tokens)).status).toBe(200);
});

test('a full operator keeps the password: it may be the only way in when the provider is down', async () => {
  await seedUser(db, harbour, 'chief@example.org', 'operator');
  expect((await on.enter({ email: 'chief@example.org' })).status).toBe(200);
  expect((await trySignIn(consoleUrl, 'chief@example.org')).status).toBe(200);
});

describe('somebody who signs in with the provider', () => {
  test.each(['password-reset', 'second-factor-reset'])(
    'gets no link (%s) from an owner or support, who could open it unseen, and gets one from a full operator',
    async (kind) => {
      const { body } = await on.enter({ sub: kind, email: `${kind}@example.org` });
      const owner = await signIn(consoleUrl, 'owner@example.org');
      await db.query("UPDATE team_members SET role = 'viewer' WHERE user_id = $1", [body.user_id]);
      const operators = [];
      for (const operatorRole of ['support', 'full'] as const) {
        const { id, email } = await seedPerson(db, { operatorRole });
        operators.push(consoleUser(consoleUrl, email, await seedSession(db, id)));
      }
      const answers = [];
      for (const by of [owner, ...operators])
        answers.push((await reset(by, harbour, body.user_id, kind)).status);
      for (const by of operators)
        answers.push((await by.send('POST', `/operator/users/${body.user_id}/${kind}`)).status);
      expect(answers).toEqual([403, 403, 201, 403, 201]);
    },
  );
});

test('forty new people who sign in at once all get in', async () => {
  const finishing = [];
  for (let i = 0; i < 40; i++) finishing.push(await on.leave({ email: `new${i}@example.org` }));
  const answers = await Promise.all(finishing.map((finish) => finish()));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});
