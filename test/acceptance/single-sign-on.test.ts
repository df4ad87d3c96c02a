/** Single sign-on against a real provider: people, groups, logout, and answers that somebody tampered with. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { call, type ProblemAnswer } from '../support/api-client.ts';
import {
  consoleUser,
  seedTeam,
  seedUser,
  signIn,
  testPassword,
  trySignIn,
} from '../support/console-client.ts';
import {
  clientId,
  clientSecret,
  type OidcServer,
  type Person,
  providerBrowser,
  startOidcServer,
} from '../support/oidc-server.ts';
import { askToSignIn } from '../support/passkeys.ts';
import { openTestPool } from '../support/pool.ts';
import { finishSignIn, startSignIn, turnOnFactor } from '../support/second-factor.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const consoleUrl = 'https://dragoman.example.org';
const redirectUrl = `${consoleUrl}/sign-in/return`;
const database = useTestDatabase();
let folder: string;
let db: Database;
let idp: OidcServer;
let env: Record<string, string>;
let server: RunningServer;
let strict: RunningServer;
let [harbour, other] = ['', ''];
let people = 0;

beforeAll(async () => {
  db = openTestPool(database.url);
  idp = await startOidcServer(redirectUrl);
  folder = await mkdtemp(join(tmpdir(), 'dragoman-sign-on-'));
  const groups = join(folder, 'groups.yaml');
  env = {
    DATABASE_URL: database.url,
    DRAGOMAN_CONSOLE_URL: consoleUrl,
    DRAGOMAN_OIDC_ISSUER: idp.issuer,
    DRAGOMAN_OIDC_CLIENT_ID: clientId,
    DRAGOMAN_OIDC_CLIENT_SECRET: clientSecret,
    DRAGOMAN_OIDC_NAME: 'Harbour ID',
    DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
  };
  server = await openServer(env);
  [harbour, other] = [await seedTeam(db, 'Harbour'), await seedTeam(db, 'Other')];
  await seedUser(db, harbour, 'owner@example.org');
  await seedTeam(db, 'Twice');
  await seedTeam(db, 'Twice');
  await writeFile(
    groups,
    [
      '- { group: harbour-owners, team: Harbour, role: owner }',
      '- { group: harbour-readers, team: Harbour, role: viewer }',
      `- { group: other-members, team: ${other}, role: member }`,
      '- { group: twice, team: Twice, role: owner }',
      '- { group: operators, operator: true }',
      '- { group: bookkeepers, operator: billing }',
      '- { group: auditors, operator: read-only }',
    ].join('\n'),
  );
  strict = await openServer({
    ...env,
    DRAGOMAN_OIDC_GROUPS_FILE: groups,
    DRAGOMAN_PASSWORD_SIGN_IN: 'off',
    DRAGOMAN_BREAK_GLASS_OPERATOR: 'Glass@example.org',
  });
});
beforeEach(() => {
  idp.alterTokens(undefined);
  idp.setState('up');
});
afterAll(async () => {
  await Promise.all([server.stop(), strict.stop()]);
  await idp.stop();
  await db.end();
  await rm(folder, { recursive: true });
});

type SignedIn = { user_id: string; token: string; refresh_token: string | null } & ProblemAnswer;
const post = <T>(at: RunningServer, path: string, body?: unknown) =>
  call<T & ProblemAnswer>(`${at.consoleUrl}/api${path}`, {
    method: 'POST',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });

const start = async (at = server) =>
  (await post<{ url: string; secret: string }>(at, '/sign-in/provider')).body;
const finish = (at: RunningServer, secret: string, answer: object, renewable = false) =>
  post<SignedIn>(at, '/sign-in/provider/finish', { secret, answer, renewable });

/** Everything a browser does. */
async function enter(person: Person, at = server, browse = providerBrowser(redirectUrl)) {
  idp.setPerson(person);
  const { url, secret } = await start(at);
  return finish(at, secret, await browse(url));
}

const newPerson = (claims: Record<string, unknown> = {}): Person => {
  const name = `person${++people}`;
  return { sub: name, claims: { email: `${name}@example.org`, email_verified: true, ...claims } };
};
const as = (at: RunningServer, token: string) => consoleUser(at.consoleUrl, '', token);
type Me = { user: { email: string; operator_role: string | null }; teams: { id: string; role: string }[] };
async function meOf(at: RunningServer, token: string) {
  const { status, body } = await as(at, token).get<Me>('/me');
  expect(status).toBe(200);
  return { ...body.user, teams: body.teams.map(({ id, role }) => [id, role]) };
}

test('the sign-in page is told how people sign in', async () => {
  const ways = async (at: RunningServer) => (await call(`${at.consoleUrl}/api/sign-in/ways`)).body;
  expect(await ways(server)).toEqual({ passwords: true, single_sign_on: { name: 'Harbour ID' } });
  expect(await ways(strict)).toEqual({ passwords: false, single_sign_on: { name: 'Harbour ID' } });
});

describe('accounts', () => {
  test('the first sign-in creates the user, later ones find it, whatever its address is then', async () => {
    const person = newPerson({ email: 'First.Person@Example.org' });
    const first = await enter(person);
    expect(first).toMatchObject({ status: 200, body: { refresh_token: null } });
    expect(await meOf(server, first.body.token)).toMatchObject({
      email: 'first.person@example.org',
      teams: [],
    });
    const again = await enter({ ...person, claims: { email: 'new.name@example.org', email_verified: true } });
    expect(again.body.user_id).toBe(first.body.user_id);
    expect(await meOf(server, again.body.token)).toMatchObject({ email: 'first.person@example.org' });
  });

  test('ten sign-ins of a new person at once are one user', async () => {
    const person = newPerson();
    const entered = await Promise.all(Array.from({ length: 10 }, () => enter(person)));
    expect(entered.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(entered.map(({ body }) => body.user_id)).size).toBe(1);
  });

  test('an existing user is found by a verified address only, and only once', async () => {
    await seedUser(db, harbour, 'ines@example.org', 'member');
    const unverified = newPerson({ email: 'ines@example.org', email_verified: false });
    expect(await enter(unverified)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const found = await enter(newPerson({ email: 'INES@example.org' }));
    expect(await meOf(server, found.body.token)).toMatchObject({ teams: [[harbour, 'member']] });
    // The address now belongs to another account at the provider.
    expect(await enter(newPerson({ email: 'ines@example.org' }))).toMatchObject({ status: 403 });
  });

  test('an invitation is accepted by signing in with its address', async () => {
    const owner = await signIn(server.consoleUrl, 'owner@example.org');
    const person = newPerson();
    const invited = { email: person.claims.email, role: 'translator' };
    await owner.send('POST', `/teams/${harbour}/invitations`, invited);
    const entered = await enter(person);
    expect(await meOf(server, entered.body.token)).toMatchObject({ teams: [[harbour, 'translator']] });
    const { body } = await owner.get<{ invitations: object[] }>(`/teams/${harbour}/invitations`);
    expect(body.invitations).toEqual([]);
    const log = await owner.get<{ entries: { action: string }[] }>(`/teams/${harbour}/audit?limit=5`);
    expect(log.body.entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['session.started', 'user.joined']),
    );
  });
});

describe('groups', () => {
  test('give roles in teams, change them and take them away with the next sign-in', async () => {
    const person = newPerson();
    const as = (groups: unknown) => enter({ ...person, claims: { ...person.claims, groups } }, strict);
    const first = await as(['harbour-readers', 'other-members', 'elsewhere']);
    expect((await meOf(strict, first.body.token)).teams.toSorted()).toEqual(
      [
        [harbour, 'viewer'],
        [other, 'member'],
      ].toSorted(),
    );
    const second = await as(['harbour-readers', 'harbour-owners']);
    // The earlier session sees it at once.
    for (const { body } of [first, second])
      expect((await meOf(strict, body.token)).teams).toEqual([[harbour, 'owner']]);
    expect(await as([])).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await meOf(strict, first.body.token)).teams).toEqual([]);
  });

  test('make operators, and take it back', async () => {
    const person = newPerson();
    const as = (groups: string[]) => enter({ ...person, claims: { ...person.claims, groups } }, strict);
    const first = await as(['operators']);
    expect(await meOf(strict, first.body.token)).toMatchObject({ operator_role: 'full' });
    const second = await as(['harbour-readers']);
    for (const { body } of [first, second])
      expect(await meOf(strict, body.token)).toMatchObject({
        operator_role: null,
        teams: [[harbour, 'viewer']],
      });
  });

  test('give roles of operators: of several the first counts, and the next sign-in changes or ends it', async () => {
    const person = newPerson();
    const as = (groups: string[]) => enter({ ...person, claims: { ...person.claims, groups } }, strict);
    const first = await as(['auditors', 'bookkeepers']);
    const role = async () => (await meOf(strict, first.body.token)).operator_role;
    expect(await role()).toBe('billing');
    await as(['auditors', 'operators', 'bookkeepers']);
    expect(await role()).toBe('full');
    await as(['auditors']);
    expect(await role()).toBe('read-only');
    expect((await as([])).status).toBe(403);
    expect(await role()).toBeNull();
  });

  test('a role of operators that was given here: groups replace it, except a full one, and leave it if they name none', async () => {
    const person = newPerson();
    const as = (groups: string[]) => enter({ ...person, claims: { ...person.claims, groups } }, strict);
    const { body } = await as(['harbour-readers']);
    const role = async () => (await meOf(strict, body.token)).operator_role;
    const give = (columns: string) =>
      db.query(`UPDATE users SET ${columns}, is_operator_from_group = false WHERE id = $1`, [body.user_id]);
    await give("limited_operator_role = 'support'");
    await as(['harbour-readers']);
    expect(await role()).toBe('support');
    await as(['bookkeepers']);
    expect(await role()).toBe('billing');
    await give('is_operator = true');
    await as(['bookkeepers']);
    expect(await role()).toBe('full');
  });

  test.each([
    ['somebody who is no longer an operator', 'operators', 'harbour-readers'],
    ['an owner who got a lower role', 'harbour-owners', 'harbour-readers'],
    ['an owner who left the team', 'harbour-owners', 'other-members'],
  ])('the links of %s do not come back with the group', async (_, first, then) => {
    const { sub, claims } = newPerson();
    const enterWith = (group: string) => enter({ sub, claims: { ...claims, groups: [group] } }, strict);
    const { body } = await enterWith(first);
    const invited = { email: 'later@example.org', role: 'owner' };
    const made = await as(strict, body.token).send<{ token: string }>(
      'POST',
      `/teams/${harbour}/invitations`,
      invited,
    );
    const look = async () => (await post(strict, '/links/look', { token: made.body.token })).status;
    expect([made.status, await look()]).toEqual([201, 200]);
    expect((await enterWith(then)).status).toBe(200);
    expect(await look()).toBe(404);
    expect((await enterWith(first)).status).toBe(200);
    expect(await look()).toBe(404);
  });

  test('a role that was given on the dashboard stays where no group speaks of the team', async () => {
    const person = newPerson({ groups: ['harbour-readers'] });
    const { body } = await enter(person, strict);
    await db.query("INSERT INTO team_members (team_id, user_id, role) VALUES ($1, $2, 'owner')", [
      other,
      body.user_id,
    ]);
    const again = await enter({ ...person, claims: { ...person.claims, groups: [] } }, strict);
    expect(await meOf(strict, again.body.token)).toMatchObject({ teams: [[other, 'owner']] });
  });

  test.each([
    ['no groups', {}],
    ['a group of no meaning', { groups: ['elsewhere'] }],
    ['a group whose team has a name of two', { groups: ['twice'] }],
    ['groups that are no list of names', { groups: { operators: true } }],
    ['names that are no texts', { groups: [['operators'], { name: 'operators' }, 1] }],
    ['too many groups to be sent', { _claim_names: { groups: 'src1' } }],
  ])('somebody with %s gets no account', async (_, claims) => {
    const person = newPerson(claims);
    expect(await enter(person, strict)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const { rows } = await db.query('SELECT 1 FROM users WHERE email = $1', [person.claims.email]);
    expect(rows).toEqual([]);
  });
});

describe('passwords', () => {
  test('are off for everybody but the operator for emergencies', async () => {
    await seedUser(db, harbour, 'glass@example.org', 'operator');
    await seedUser(db, harbour, 'pass@example.org', 'owner');
    expect((await trySignIn(strict.consoleUrl, 'glass@example.org')).status).toBe(200);
    expect(await trySignIn(strict.consoleUrl, 'pass@example.org')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await trySignIn(strict.consoleUrl, 'pass@example.org', 'wrong password 1')).status).toBe(401);
    await db.query("UPDATE users SET is_operator = false WHERE email = 'glass@example.org'");
    expect((await trySignIn(strict.consoleUrl, 'glass@example.org')).status).toBe(403);
    // Of any role.
    await db.query("UPDATE users SET limited_operator_role = 'support' WHERE email = 'glass@example.org'");
    expect((await trySignIn(strict.consoleUrl, 'glass@example.org')).status).toBe(200);
  });

  test('cannot be set with a link either', async () => {
    const owner = await signIn(server.consoleUrl, 'owner@example.org');
    const made = await owner.send<{ token: string }>('POST', `/teams/${harbour}/invitations`, {
      email: 'new@example.org',
      role: 'owner',
    });
    const accept = { token: made.body.token, password: testPassword };
    expect((await post(strict, '/links/accept', accept)).status).toBe(403);
    expect((await post(server, '/links/accept', accept)).status).toBe(204);
  });
});

describe('while passwords are off', () => {
  const linkOf = (email: string) =>
    db
      .query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email])
      .then(({ rows }) => `/teams/${harbour}/people/${rows[0]?.id}/password-reset`);
  const openLinks = async () =>
    (await db.query("SELECT 1 FROM access_links WHERE kind = 'password_reset' AND used_at IS NULL")).rowCount;

  test('no link to a new password is created, and nobody changes their own', async () => {
    await seedUser(db, harbour, 'boss@example.org', 'operator');
    await seedUser(db, harbour, 'rescue@example.org', 'member');
    const [boss, rescue] = [
      await signIn(server.consoleUrl, 'boss@example.org'),
      await signIn(server.consoleUrl, 'rescue@example.org'),
    ];
    const [atStrict, here] = [as(strict, boss.token), as(server, boss.token)];
    const path = await linkOf('rescue@example.org');
    const ofUser = path.replace(`/teams/${harbour}/people`, '/operator/users');
    const before = await openLinks();
    for (const link of [path, ofUser])
      for (const kind of ['password-reset', 'second-factor-reset'])
        expect(await atStrict.send('POST', link.replace('password-reset', kind))).toMatchObject({
          status: 403,
          body: { code: 'forbidden', detail: 'Passwords are turned off here. Use single sign-on instead.' },
        });
    expect(await openLinks()).toBe(before);
    // Nor did the refused reset of the factor end the session.
    const change = { current: testPassword, new: 'another good password' };
    expect((await as(strict, rescue.token).send('POST', '/me/password', change)).status).toBe(403);
    expect((await as(server, rescue.token).send('POST', '/me/password', change)).status).toBe(204);
    expect((await here.send('POST', path)).status).toBe(201);
  });

  test('a sign-in that waits for its code is not finished where they are off', async () => {
    const email = 'coded@example.org';
    await seedUser(db, harbour, email);
    const factor = await turnOnFactor(await signIn(server.consoleUrl, email));
    const token = await startSignIn(server.consoleUrl, email);
    expect((await finishSignIn(strict.consoleUrl, token, factor.code())).status).toBe(404);
    expect((await askToSignIn(strict.consoleUrl, token)).status).toBe(404);
    expect((await finishSignIn(server.consoleUrl, token, factor.code())).status).toBe(200);
  });

  test('the operator for emergencies gets a link, and changes the password', async () => {
    await db.query("UPDATE users SET is_operator = true WHERE email = 'glass@example.org'");
    const boss = await signIn(server.consoleUrl, 'boss@example.org');
    const made = await as(strict, boss.token).send('POST', await linkOf('glass@example.org'));
    expect(made.status).toBe(201);
    const glass = await signIn(strict.consoleUrl, 'glass@example.org');
    const change = { current: testPassword, new: 'another good password' };
    expect((await glass.send('POST', '/me/password', change)).status).toBe(204);
  });
});

describe('what is not the answer to this sign-in (more in single-sign-on-answers.test.ts)', () => {
  test('an answer that is replayed, or that belongs to another browser, is refused', async () => {
    idp.setPerson(newPerson());
    const [mine, theirs] = [await start(), await start()];
    const answer = await providerBrowser(redirectUrl)(mine.url);
    // Somebody who makes a person finish a sign-in of theirs.
    expect(await finish(server, theirs.secret, answer)).toMatchObject({ status: 401 });
    expect(await finish(server, 'A'.repeat(43), answer)).toMatchObject({ status: 401 });
    const [once, twice] = await Promise.all([
      finish(server, mine.secret, answer),
      finish(server, mine.secret, answer),
    ]);
    expect([once.status, twice.status].toSorted()).toEqual([200, 401]);
    expect(await finish(server, mine.secret, answer)).toMatchObject({ status: 401 });
  });

  test('a sign-in that took longer than ten minutes is refused', async () => {
    idp.setPerson(newPerson());
    const { url, secret } = await start();
    const answer = await providerBrowser(redirectUrl)(url);
    await db.query("UPDATE provider_sign_ins SET started_at = now() - interval '11 minutes'");
    expect(await finish(server, secret, answer)).toMatchObject({ status: 401 });
  });
});

describe('the provider', () => {
  test('is said to be down when it does not answer, and people get in when it is back', async () => {
    idp.setPerson(newPerson());
    const { url, secret } = await start();
    const answer = await providerBrowser(redirectUrl)(url);
    idp.setState('down');
    expect(await finish(server, secret, answer)).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
    });
    const unreached = await openServer(env);
    expect((await post(unreached, '/sign-in/provider')).status).toBe(503);
    idp.setState('up');
    expect((await enter(newPerson(), unreached)).status).toBe(200);
    await unreached.stop();
  });

  test('does not stop other sign-ins while it does not answer', async () => {
    const patient = await openServer(env);
    idp.setState('frozen');
    let ended = 0;
    const waiting = Array.from({ length: 4 }, () => [
      post(patient, '/sign-in/provider'),
      call(`${patient.consoleUrl}/api/sign-in/provider/logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'logout_token=a.b.c',
      }),
    ]).flat();
    for (const each of waiting) each.then(() => ended++).catch(() => ended++);
    expect((await trySignIn(patient.consoleUrl, 'owner@example.org')).status).toBe(200);
    expect(ended).toBe(0);
    idp.setState('up');
    await idp.dropConnections();
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([503]));
    await patient.stop();
  });
});

describe('logout', () => {
  const logoutEvent = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const logout = async (claims: Record<string, unknown>, sign = idp.sign) => {
    const iat = Math.floor(Date.now() / 1_000);
    const defaults = { iss: idp.issuer, aud: clientId, iat, exp: iat + 120, jti: crypto.randomUUID() };
    const token = await sign({ ...defaults, events: logoutEvent, ...claims }, { typ: 'logout+jwt' });
    return call<ProblemAnswer>(`${server.consoleUrl}/api/sign-in/provider/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
  };
  const works = async (token: string) => (await as(server, token).get('/me')).status === 200;

  test('somebody who signs out is sent to the provider to sign out there, and others are not', async () => {
    const entered = await enter(newPerson());
    const { body } = await as(server, entered.body.token).get<{ url: string }>('/sign-out/provider');
    const url = new URL(body.url);
    expect([url.origin, url.searchParams.get('client_id')]).toEqual([idp.issuer, clientId]);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${consoleUrl}/sign-in`);
    const byPassword = await signIn(server.consoleUrl, 'owner@example.org');
    expect((await byPassword.get('/sign-out/provider')).body).toEqual({ url: null });
  });

  test('the provider ends the sessions of a person, or one of them, and no others', async () => {
    const [person, bystander] = [newPerson(), newPerson()];
    const [first, second, third] = [await enter(person), await enter(person), await enter(bystander)];
    const { rows } = await db.query<{ sid: string }>(
      'SELECT provider_session AS sid FROM sessions WHERE subject = $1 ORDER BY id',
      [person.sub],
    );
    // This provider names a session only for clients that ask for it.
    await db.query(
      "UPDATE sessions SET provider_session = 'one' WHERE subject = $1 AND id = (SELECT min(id::text)::uuid FROM sessions WHERE subject = $1)",
      [person.sub],
    );
    expect(rows).toHaveLength(2);
    expect((await logout({ sub: person.sub, sid: 'one' })).status).toBe(204);
    expect([await works(first.body.token), await works(second.body.token)]).toEqual([false, true]);
    expect((await logout({ sub: person.sub })).status).toBe(204);
    expect([await works(second.body.token), await works(third.body.token)]).toEqual([false, true]);
  });

  test('a token that is sent again does not end a session that began after it', async () => {
    const person = newPerson();
    const early = Math.floor(Date.now() / 1_000) - 60;
    const entered = await enter(person);
    expect((await logout({ sub: person.sub, iat: early, exp: early + 120 })).status).toBe(204);
    expect(await works(entered.body.token)).toBe(true);
  });
});

test('neither codes, secrets nor tokens are in the log or in the database', async () => {
  idp.setPerson(newPerson());
  const { url, secret } = await start();
  const answer = await providerBrowser(redirectUrl)(url);
  let idToken = '';
  idp.alterTokens(async (tokens) => {
    idToken = String(tokens.id_token);
    return tokens;
  });
  const { body } = await finish(server, secret, answer, true);
  const { rows } = await db.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  let stored = server.log();
  for (const { name } of rows)
    stored += (
      await db.query<{ text: string }>(
        `SELECT coalesce(string_agg(t::text, ''), '') AS text FROM "${name}" t`,
      )
    ).rows[0]?.text;
  const secrets = [
    secret,
    String(answer.code),
    String(answer.state),
    idToken,
    body.token,
    String(body.refresh_token),
    clientSecret,
  ];
  for (const canary of secrets) {
    expect(canary.length).toBeGreaterThan(20);
    expect(stored).not.toContain(canary);
  }
});
