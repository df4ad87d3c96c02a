/** Invitations and sessions of a team: what its owners see, what they end, and what they may not touch. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { call } from '../support/api-client.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn, testPassword } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';

const service = useServer();
let db: Database;
let team: string;
let other: string;
let owner: ConsoleUser;
let member: ConsoleUser;
let viewer: ConsoleUser;
let stranger: ConsoleUser;
let operator: ConsoleUser;

const enter = (name: string) => signIn(service.server.consoleUrl, `${name}@example.org`);

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  [team, other] = [await seedTeam(db, 'Harbour'), await seedTeam(db, 'Other')];
  for (const role of ['owner', 'member', 'viewer'] as const) {
    await seedUser(db, team, `${role}@example.org`, role);
  }
  await seedUser(db, other, 'stranger@example.org', 'owner');
  await seedUser(db, other, 'operator@example.org', 'operator');
  [owner, member, viewer] = [await enter('owner'), await enter('member'), await enter('viewer')];
  [stranger, operator] = [await enter('stranger'), await enter('operator')];
});
afterAll(() => db.end());

test('an address of the API that is not set is the host of the browser with the port of the listener', async () => {
  const { port } = service.server;
  const shown = async (host: string) => {
    const { body } = await call<{ public_api: object }>(`${service.server.consoleUrl}/api/me`, {
      headers: { authorization: `Bearer ${viewer.token}`, 'x-forwarded-host': host },
    });
    return body.public_api;
  };
  const derived = { url: `http://127.0.0.1:${port}`, source: 'derived' };
  expect(await shown('127.0.0.1')).toEqual(derived);
  // Nobody vouches for a forwarded host here.
  expect(await shown('evil.example')).toEqual(derived);
});

type Session = { id: string; user: { id: string; email: string }; is_owned: boolean; is_current: boolean };
const sessionsSeenBy = async (user: ConsoleUser, of = team) =>
  (await user.get<{ sessions: Session[] }>(`/teams/${of}/sessions`)).body.sessions;
const invitations = async () =>
  (
    await owner.get<{ invitations: { id: string; email: string; role: string; expires_at: string }[] }>(
      `/teams/${team}/invitations`,
    )
  ).body.invitations;
const invite = (email: string) =>
  owner.send<{ token: string }>('POST', `/teams/${team}/invitations`, { email, role: 'member' });
const look = (token: string) =>
  call(`${service.server.consoleUrl}/api/links/look`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
const auditOf = async (action: string) =>
  (
    await db.query('SELECT team_id, actor_name, subject_id, details FROM audit_log WHERE action = $1', [
      action,
    ])
  ).rows;

describe('invitations', () => {
  test('are listed until they are accepted, revoked or too old; a revoked link is worth nothing', async () => {
    const [first, second, third] = [
      await invite('first@example.org'),
      await invite('second@example.org'),
      await invite('third@example.org'),
    ];
    const listed = await invitations();
    expect(listed.map(({ email, role }) => [email, role])).toEqual([
      ['third@example.org', 'member'],
      ['second@example.org', 'member'],
      ['first@example.org', 'member'],
    ]);
    const hours = (Date.parse(listed[0]?.expires_at ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71);
    expect(hours).toBeLessThan(73);
    // What is listed opens nothing.
    expect(JSON.stringify(listed)).not.toContain(third.body.token);

    const revoke = (id = '') => owner.send('DELETE', `/teams/${team}/invitations/${id}`);
    expect((await look(second.body.token)).status).toBe(200);
    expect((await revoke(listed[1]?.id)).status).toBe(204);
    expect((await look(second.body.token)).status).toBe(404);
    expect([(await revoke(listed[1]?.id)).status, (await revoke('x')).status]).toEqual([404, 404]);
    expect(await auditOf('user.invitation_revoked')).toEqual([
      {
        team_id: team,
        actor_name: owner.email,
        subject_id: 'second@example.org',
        details: { email: 'second@example.org', role: 'member' },
      },
    ]);
    const found = await owner.get<{ entries: { action: string }[] }>(
      `/teams/${team}/audit?subject=second%40example.org`,
    );
    expect(found.body.entries.map(({ action }) => action)).toEqual([
      'user.invitation_revoked',
      'user.invited',
    ]);

    const accepted = await call(`${service.server.consoleUrl}/api/links/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: first.body.token, password: testPassword }),
    });
    expect(accepted.status).toBe(204);
    await db.query("UPDATE access_links SET expires_at = now() WHERE email = 'third@example.org'");
    expect(await invitations()).toEqual([]);
  });

  test('of another team cannot be revoked, and a link for a new password is not an invitation', async () => {
    await invite('kept@example.org');
    const [open] = await invitations();
    expect((await stranger.send('DELETE', `/teams/${other}/invitations/${open?.id}`)).status).toBe(404);
    const { people } = (await owner.get<{ people: { id: string; email: string }[] }>(`/teams/${team}/people`))
      .body;
    const id = people.find(({ email }) => email === member.email)?.id;
    await owner.send('POST', `/teams/${team}/people/${id}/password-reset`);
    expect((await invitations()).map(({ email }) => email)).toEqual(['kept@example.org']);
  });
});

describe('sessions of the team', () => {
  test('an owner sees who is signed in, and ends a session of a member: it is over at once, and audited', async () => {
    const here = await enter('member');
    const listed = await sessionsSeenBy(owner);
    expect(listed.filter(({ user }) => user.email === member.email)).toHaveLength(2);
    expect(listed.filter(({ is_current }) => is_current).map(({ user }) => user.email)).toEqual([
      owner.email,
    ]);
    expect(listed.every(({ is_owned }) => is_owned)).toBe(true);
    expect(JSON.stringify(listed)).not.toContain(here.token);
    const { id } = (await here.get<{ session: { id: string } }>('/me')).body.session;
    const end = () => owner.send('DELETE', `/teams/${team}/sessions/${id}`);
    expect((await end()).status).toBe(204);
    expect((await here.get('/me')).status).toBe(401);
    expect((await member.get('/me')).status).toBe(200);
    expect((await end()).status).toBe(404);
    expect((await sessionsSeenBy(owner)).some((session) => session.id === id)).toBe(false);
    expect(await auditOf('session.ended')).toEqual([
      { team_id: team, actor_name: owner.email, subject_id: id, details: { email: member.email } },
    ]);
  });

  test('somebody whose teams are not all the owner’s is seen and left alone, but by an operator', async () => {
    const people = (await owner.get<{ people: { id: string; email: string }[] }>(`/teams/${team}/people`))
      .body.people;
    const viewerId = people.find(({ email }) => email === viewer.email)?.id;
    await db.query("INSERT INTO team_members (team_id, user_id, role) VALUES ($1, $2, 'viewer')", [
      other,
      viewerId,
    ]);
    const [shared] = (await sessionsSeenBy(owner)).filter(({ user }) => user.email === viewer.email);
    expect(shared?.is_owned).toBe(false);
    const end = (user: ConsoleUser, of = team) => user.send('DELETE', `/teams/${of}/sessions/${shared?.id}`);
    expect(await end(owner)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await end(stranger, other)).status).toBe(403);
    expect((await viewer.get('/me')).status).toBe(200);
    // An operator's own sessions are nobody's to end, and the operator may end every one.
    const [his] = (await sessionsSeenBy(stranger, other)).filter(({ user }) => user.email === operator.email);
    expect(his?.is_owned).toBe(false);
    expect((await stranger.send('DELETE', `/teams/${other}/sessions/${his?.id}`)).status).toBe(403);
    expect((await end(operator)).status).toBe(204);
    expect((await viewer.get('/me')).status).toBe(401);
    // It is told to every team of the user.
    expect(
      (await auditOf('session.ended')).filter(({ subject_id }) => subject_id === shared?.id),
    ).toHaveLength(2);
  });

  test('the list of people says the same as the refusal', async () => {
    type People = { people: { id: string; email: string; is_owned: boolean }[] };
    const { people } = (await owner.get<People>(`/teams/${team}/people`)).body;
    for (const { id, email, is_owned } of people) {
      const { status } = await owner.send('POST', `/teams/${team}/people/${id}/password-reset`);
      expect([email, status]).toEqual([email, is_owned ? 201 : 403]);
    }
    expect(people.find(({ email }) => email === viewer.email)?.is_owned).toBe(false);
    const seen = (await member.get<People>(`/teams/${team}/people`)).body.people;
    expect(seen.some(({ is_owned }) => is_owned)).toBe(false);
  });

  test('another team’s session, and one that does not exist, are 404', async () => {
    const [strange] = await sessionsSeenBy(stranger, other);
    for (const id of [strange?.id, team, 'x']) {
      expect((await owner.send('DELETE', `/teams/${team}/sessions/${id}`)).status).toBe(404);
    }
  });
});

test('only owners list and end; another team is 404', async () => {
  const [session] = await sessionsSeenBy(owner);
  const calls = [
    ['GET', 'invitations'],
    ['GET', 'sessions'],
    ['DELETE', `invitations/${team}`],
    ['DELETE', `sessions/${session?.id}`],
  ] as const;
  for (const [method, path] of calls) {
    expect([path, (await member.send(method, `/teams/${team}/${path}`)).status]).toEqual([path, 403]);
    expect([path, (await stranger.send(method, `/teams/${team}/${path}`)).status]).toEqual([path, 404]);
  }
});
