/**
 * Single sign-on at the same moment as a change of the person, the team or the link. A lock that the test holds makes one
 * wait for the other in a known order.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseTeam } from '../../src/accounts/erasure.ts';
import { suspendTeam } from '../../src/accounts/suspension.ts';
import { setPassword } from '../../src/accounts/users/users.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { call } from '../support/api-client.ts';
import {
  consoleUser,
  postOpen,
  seedTeam,
  seedUser,
  signIn,
  testPassword,
  trySignIn,
} from '../support/console-client.ts';
import { holdLock } from '../support/hold-lock.ts';
import { clientId } from '../support/oidc-server.ts';
import { openTestPool } from '../support/pool.ts';
import { seedPerson, seedSession } from '../support/seeded-session.ts';
import { openSignOn } from '../support/sign-on.ts';
import { testActor } from '../support/test-actor.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let db: Database;
let on: Awaited<ReturnType<typeof openSignOn>>;
let [harbour, pier] = ['', ''];

beforeAll(async () => {
  db = openTestPool(database.url);
  on = await openSignOn(database.url, [
    '- { group: harbour, team: Harbour, role: member }',
    '- { group: quay, team: Quay, role: member }',
    '- { group: clerks, operator: billing }',
  ]);
  [harbour, pier] = [await seedTeam(db, 'Harbour'), await seedTeam(db, 'Pier')];
  await seedUser(db, harbour, 'owner@example.org');
  await seedUser(db, pier, 'pier@example.org');
});
afterAll(async () => {
  await on.stop();
  await db.end();
});

const hold = (statement: string, values: unknown[] = []) => holdLock(database.url, statement, values);
const holdTeam = (id: string) => hold('SELECT 1 FROM team_balances WHERE team_id = $1 FOR UPDATE', [id]);
/** A sign-in then waits with its session written and not yet visible. */
const holdAuditLog = () => hold('LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE');

const works = async (token: string) =>
  (await consoleUser(on.server.consoleUrl, '', token).get('/me')).status === 200;
const accept = (token: string) =>
  postOpen(on.server.consoleUrl, '/links/accept', { token, password: testPassword });

async function invite(by: string, teamId: string, email: string) {
  const owner = await signIn(on.server.consoleUrl, by);
  const made = { email, role: 'viewer' };
  return (await owner.send<{ token: string }>('POST', `/teams/${teamId}/invitations`, made)).body.token;
}

test('an invitation is accepted by its link and by signing in', async () => {
  const email = 'both@example.org';
  const token = await invite('owner@example.org', harbour, email);
  const finish = await on.leave({ email, groups: [] });
  const held = await holdTeam(harbour);
  const byLink = accept(token);
  await held.waiting(1);
  const bySignIn = finish();
  await held.waiting(2);
  await held.release();
  expect([(await byLink).status, (await bySignIn).status]).toEqual([204, 200]);
});

test('nobody joins a team that is erased in this moment', async () => {
  const quay = await seedTeam(db, 'Quay');
  await suspendTeam(db, quay, 'closed', testActor);
  const finish = await on.leave({ email: 'late@example.org', groups: ['quay'] });
  const held = await holdTeam(quay);
  const erased = eraseTeam(db, quay, 'Quay', testActor);
  await held.waiting(1);
  const late = finish();
  await held.waiting(2);
  await held.release();
  expect(await erased).toBe('erased');
  expect(await late).toMatchObject({ status: 403 });
  const { rows } = await db.query('SELECT 1 FROM team_members WHERE team_id = $1', [quay]);
  expect(rows).toEqual([]);
});

test('a session that begins while the password is replaced ends with it', async () => {
  const person = { sub: 'replaced', email: 'replaced@example.org' };
  await on.enter(person);
  const finish = await on.leave(person);
  const held = await holdAuditLog();
  const entered = finish();
  await held.waiting(1);
  const replaced = setPassword(db, person.email, 'another long password', testActor);
  await held.waiting(2);
  await held.release();
  await replaced;
  expect(await works((await entered).body.token)).toBe(false);
});

test.each([
  ['those of the person', { sub: 'ended', email: 'ended@example.org', sid: 'one' }, ['sub']],
  ['it by its name alone', { sub: 'named', email: 'named@example.org', sid: 'two' }, ['sid']],
  ['it by both', { sub: 'both', email: 'by-both@example.org', sid: 'three' }, ['sub', 'sid']],
])('a session that begins while the provider ends %s ends as well', async (_, person, named) => {
  await on.enter(person);
  const finish = await on.leave(person);
  const held = await holdAuditLog();
  const entered = finish();
  await held.waiting(1);
  const iat = Math.floor(Date.now() / 1_000);
  const logout_token = await on.idp.sign({
    iss: on.idp.issuer,
    aud: clientId,
    iat,
    exp: iat + 120,
    ...Object.fromEntries(Object.entries(person).filter(([claim]) => named.includes(claim))),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  const logout = call(`${on.server.consoleUrl}/api/sign-in/provider/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token }).toString(),
  });
  await held.waiting(2);
  await held.release();
  expect((await logout).status).toBe(204);
  expect(await works((await entered).body.token)).toBe(false);
});

test('a password that is replaced while somebody signs in with it no longer counts', async () => {
  const email = 'raced@example.org';
  await seedUser(db, harbour, email, 'member');
  const held = await hold("UPDATE users SET password_hash = password_hash || ' ' WHERE email = $1", [email]);
  const entered = trySignIn(on.server.consoleUrl, email);
  await held.waiting(1);
  await held.holder.query('COMMIT');
  expect((await entered).status).toBe(401);
});

test('an invitation is not the way back for somebody whom a group no longer admits', async () => {
  const person = { sub: 'left', email: 'left@example.org' };
  await on.enter(person);
  const token = await invite('owner@example.org', harbour, person.email);
  expect((await on.enter({ ...person, groups: [] })).status).toBe(403);
  expect((await accept(token)).status).toBe(404);
});

test('of two accounts at the provider with one address, the first one alone gets the user', async () => {
  await seedUser(db, harbour, 'shared@example.org', 'member');
  const [first, second] = [
    await on.leave({ sub: 'first', email: 'shared@example.org' }),
    await on.leave({ sub: 'second', email: 'shared@example.org' }),
  ];
  const held = await holdAuditLog();
  const one = first();
  await held.waiting(1);
  const other = second();
  await held.waiting(2);
  await held.release();
  expect([(await one).status, (await other).status]).toEqual([200, 403]);
});

test('somebody whose address is another one by now does not accept what is meant for its next holder', async () => {
  const person = { sub: 'renamed', email: 'renamed@example.org' };
  await on.enter(person);
  await invite('pier@example.org', pier, person.email);
  const { body } = await on.enter({ ...person, email: 'other.name@example.org' });
  const me = await consoleUser(on.server.consoleUrl, '', body.token).get<{ teams: { id: string }[] }>('/me');
  expect(me.body.teams.map(({ id }) => id)).toEqual([harbour]);
});

test('who joins a team by signing in has no link to a new password any longer, also after leaving', async () => {
  await seedUser(db, pier, 'leaver@example.org', 'member');
  const person = { sub: 'leaver', email: 'leaver@example.org', groups: [] };
  const { user_id } = (await on.enter(person)).body;
  const { id, email } = await seedPerson(db, { operatorRole: 'full' });
  const operator = consoleUser(on.server.consoleUrl, email, await seedSession(db, id));
  const path = `/teams/${pier}/people/${user_id}/password-reset`;
  const made = await operator.send<{ token: string }>('POST', path);
  expect(made.status).toBeLessThan(300);
  await on.enter({ ...person, groups: ['harbour'] });
  await on.enter(person);
  expect((await accept(made.body.token)).status).toBe(404);
});

test('removing somebody locks links in their order', async () => {
  await seedUser(db, pier, 'co@example.org');
  const owner = await signIn(on.server.consoleUrl, 'pier@example.org');
  const { rows } = await db.query<{ id: string }>("SELECT id FROM users WHERE email = 'co@example.org'");
  const path = `/teams/${pier}/people/${rows[0]?.id}`;
  await owner.send('POST', `${path}/password-reset`);
  await invite('co@example.org', pier, 'guest@example.org');
  const lock = 'SELECT 1 FROM access_links WHERE email = $1 FOR UPDATE';
  const held = await hold(lock, ['co@example.org']);
  const removed = owner.send('DELETE', path);
  await held.waiting(1);
  // Somebody who replaces the person's password has the first link, and now wants the second one.
  await held.holder.query(`${lock} NOWAIT`, ['guest@example.org']);
  await held.release();
  expect((await removed).status).toBe(204);
});

test('a role that a group gives in this moment is not replaced unseen', async () => {
  const root = await seedPerson(db, { operatorRole: 'full' });
  const full = consoleUser(on.server.consoleUrl, root.email, await seedSession(db, root.id));
  const person = { sub: 'clerk', email: 'clerk@example.org' };
  const { user_id } = (await on.enter(person)).body;
  const finish = await on.leave({ ...person, groups: ['clerks'] });
  const held = await holdAuditLog();
  const entered = finish();
  await held.waiting(1);
  const wanted = { role: 'support', previous_role: null };
  const set = full.send('PUT', `/operator/users/${user_id}/operator-role`, wanted);
  await held.waiting(2);
  await held.release();
  expect([(await entered).status, (await set).status]).toEqual([200, 409]);
  const me = await consoleUser(on.server.consoleUrl, '', (await entered).body.token).get<{
    user: { operator_role: string };
  }>('/me');
  expect(me.body.user.operator_role).toBe('billing');
});
