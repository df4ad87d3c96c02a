/** Signing in to the console: over HTTP and the command line alone, but for moving a session into the past. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { call } from '../support/api-client.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import {
  consoleUser,
  seedTeam,
  seedUser,
  signIn,
  testPassword,
  trySignIn,
} from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { rawRequest } from '../support/raw-socket.ts';
import { useServer } from '../support/server-process.ts';

// Redis is out of reach all along: signing in must not need it, nor the throttle.
const service = useServer({
  REDIS_URL: 'redis://127.0.0.1:1',
  DRAGOMAN_PUBLIC_URL: 'https://translate.example.org/api/',
});
const consoleUrl = () => service.server.consoleUrl;
let team: string;
let db: Database;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, 'owner@example.org');
});
afterAll(() => db.end());

const auditOf = async (action: string) =>
  (await db.query('SELECT actor_type, actor_name, details FROM audit_log WHERE action = $1', [action])).rows;

describe('user create', () => {
  test('makes a password up and prints it, this once', async () => {
    const args = ['user', 'create', '--team', team, '--email', 'Made.Up@Example.org', '--role', 'translator'];
    const { password, user } = await dragomanJson<{ password: string; user: { email: string } }>(
      args,
      service.env,
    );
    expect(user).toMatchObject({ email: 'made.up@example.org', role: 'translator', team_id: team });
    expect((await trySignIn(consoleUrl(), 'MADE.UP@example.org', password)).status).toBe(200);
    expect((await runDragoman(args, service.env)).stderr).toContain(
      'A user with this e-mail address already exists',
    );
  });

  test('takes a password from standard input and does not repeat it', async () => {
    const args = ['user', 'create', '--team', team, '--email', 'typed@example.org', '--role', 'member'];
    const { code, stdout } = await runDragoman(args, service.env, `${testPassword}\n`);
    expect(code).toBe(0);
    expect(stdout).not.toContain(testPassword);
    expect((await trySignIn(consoleUrl(), 'typed@example.org')).status).toBe(200);
    const short = await runDragoman(args, service.env, 'short');
    expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('12 to 200') });
  });

  test('an unknown team, an invalid role and an invalid address are refused', async () => {
    const other = '019a0000-0000-7000-8000-000000000000';
    const create = (...args: string[]) => runDragoman(['user', 'create', ...args], service.env);
    const answers = await Promise.all([
      create('--team', other, '--email', 'a@b.c', '--role', 'owner'),
      create('--team', team, '--email', 'a@b.c', '--role', 'king'),
      create('--team', team, '--email', 'nobody', '--role', 'owner'),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([1, 2, 2]);
  });
});

test('only argon2id of a password, as costly as OWASP recommends, and the SHA-256 of a token are stored', async () => {
  const { token } = await signIn(consoleUrl(), 'owner@example.org');
  expect(token).toMatch(/^[\w-]{43}$/);
  // The password of a seeded user is hashed by the test itself.
  const { rows: users } = await db.query('SELECT password_hash FROM users WHERE email <> $1', [
    'owner@example.org',
  ]);
  expect(users.length).toBeGreaterThan(1);
  for (const { password_hash } of users)
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const { rows } = await db.query('SELECT sessions::text AS row FROM sessions');
  expect(rows.length).toBeGreaterThan(0);
  for (const { row } of rows) expect(row).not.toContain(token);
  expect(service.server.log()).not.toContain(token);
  expect(service.server.log()).not.toContain(testPassword);
});

test('an unknown user and a wrong password are told apart by nothing', async () => {
  const wrong = await trySignIn(consoleUrl(), 'owner@example.org', 'wrong password 1');
  const unknown = await trySignIn(consoleUrl(), 'nobody@example.org', 'wrong password 1');
  expect(wrong.status).toBe(401);
  expect(unknown.status).toBe(401);
  expect(unknown.body).toEqual(wrong.body);
  const names = (headers: Headers) => [...headers.keys()].toSorted();
  expect(names(unknown.headers)).toEqual(names(wrong.headers));
});

test('ten tries for an account, known or not, then 429 even for the right password', async () => {
  await seedUser(db, team, 'guessed@example.org');
  for (const email of ['guessed@example.org', 'unknown@example.org']) {
    const tries = await Promise.all(
      Array.from({ length: 14 }, () => trySignIn(consoleUrl(), email, 'wrong password 1')),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(4);
    const right = await trySignIn(consoleUrl(), email);
    expect(right.body.code).toBe('rate_limited');
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(800);
  }
  await db.query('DELETE FROM sign_in_tries');
});

test('fifty tries from an address, whichever the account', async () => {
  const statuses = [];
  for (let i = 0; i < 52; i++)
    statuses.push((await trySignIn(consoleUrl(), `u${i}@example.org`, 'x')).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  await db.query('DELETE FROM sign_in_tries');
});

describe('a session', () => {
  test('says who is signed in and in which teams; there are no cookies', async () => {
    const user = await signIn(consoleUrl(), 'owner@example.org');
    const me = await user.get('/me');
    expect(me.body).toMatchObject({
      user: { email: 'owner@example.org', operator_role: null },
      teams: [{ id: team, name: 'Harbour', role: 'owner' }],
      public_api: { url: 'https://translate.example.org/api', source: 'configured' },
    });
    expect(me.headers.get('set-cookie')).toBeNull();
    expect(me.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('no token, a made-up one and one in the wrong place are 401', async () => {
    const { token } = await signIn(consoleUrl(), 'owner@example.org');
    const ask = (headers: Record<string, string>, query = '') =>
      call<{ code: string }>(`${consoleUrl()}/api/me${query}`, { headers });
    for (const answer of [
      await ask({}),
      await ask({ authorization: `Bearer ${'a'.repeat(43)}` }),
      await ask({ authorization: token }),
      await ask({ cookie: `token=${token}` }),
      await ask({}, `?token=${token}`),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    }
  });

  test('ends after 30 idle minutes, and after 12 hours whatever happens', async () => {
    const user = await signIn(consoleUrl(), 'owner@example.org');
    const { body } = await user.get<{ session: { id: string } }>('/me');
    const age = (seen: string, created: string) =>
      db.query(
        'UPDATE sessions SET last_seen_at = now() - $2::interval, created_at = now() - $3::interval WHERE id = $1',
        [body.session.id, seen, created],
      );
    await age('29 minutes', '11 hours');
    expect((await user.get('/me')).status).toBe(200);
    // That request kept it from going idle.
    const { rows } = await db.query(
      'SELECT last_seen_at > now() - interval $$1 minute$$ AS seen FROM sessions WHERE id = $1',
      [body.session.id],
    );
    expect(rows).toEqual([{ seen: true }]);
    await age('31 minutes', '1 hour');
    expect((await user.get('/me')).status).toBe(401);
    await age('0 minutes', '12 hours 1 minute');
    expect((await user.get('/me')).status).toBe(401);
  });

  test('is listed and can be ended from another one, at once', async () => {
    const [first, second] = [
      await signIn(consoleUrl(), 'typed@example.org'),
      await signIn(consoleUrl(), 'typed@example.org'),
    ];
    const { body } = await first.get<{ sessions: { id: string; is_current: boolean }[] }>('/sessions');
    const other = body.sessions[0];
    expect(other?.is_current).toBe(false);
    const stranger = await signIn(consoleUrl(), 'owner@example.org');
    expect((await stranger.send('DELETE', `/sessions/${other?.id}`)).status).toBe(404);
    expect((await first.send('DELETE', `/sessions/${other?.id}`)).status).toBe(204);
    expect((await second.get('/me')).status).toBe(401);
    expect((await first.send('POST', '/sign-out')).status).toBe(204);
    expect((await first.get('/me')).status).toBe(401);
  });

  test('ends when the password changes, but for the one in which it was changed', async () => {
    const [here, there] = [
      await signIn(consoleUrl(), 'made.up@example.org', await newPasswordFor('made.up@example.org')),
      await signIn(consoleUrl(), 'made.up@example.org'),
    ];
    const change = (current: string) =>
      here.send('POST', '/me/password', { current, new: 'another good password' });
    expect((await change('wrong password 1')).status).toBe(403);
    expect((await change(testPassword)).status).toBe(204);
    expect((await here.get('/me')).status).toBe(200);
    expect((await there.get('/me')).status).toBe(401);
  });
});

/** By the command line, which ends all sessions. */
async function newPasswordFor(email: string): Promise<string> {
  const { code } = await runDragoman(['user', 'set-password', '--email', email], service.env, testPassword);
  expect(code).toBe(0);
  return testPassword;
}

describe('links', () => {
  const link = async <T>(path: string, body: object) =>
    call<T & { code: string }>(`${consoleUrl()}/api/links/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test('an invitation makes a member, once', async () => {
    const owner = await signIn(consoleUrl(), 'owner@example.org');
    const invited = await owner.send<{ token: string }>('POST', `/teams/${team}/invitations`, {
      email: 'New@example.org',
      role: 'member',
    });
    expect(invited.status).toBe(201);
    const { token } = invited.body;
    expect((await link('look', { token })).body).toEqual({
      kind: 'invitation',
      email: 'new@example.org',
      team: 'Harbour',
      resets_second_factor: false,
    });
    expect((await link('accept', { token, password: 'short' })).status).toBe(400);
    const answers = await Promise.all([1, 2, 3].map(() => link('accept', { token, password: testPassword })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404]);
    const user = await signIn(consoleUrl(), 'new@example.org');
    expect((await user.get('/me')).body).toMatchObject({ teams: [{ id: team, role: 'member' }] });
  });

  test('somebody with an account joins a second team with the password that it has', async () => {
    const second = await seedTeam(db, 'Second');
    await seedUser(db, second, 'second@example.org');
    const owner = await signIn(consoleUrl(), 'second@example.org');
    const { body } = await owner.send<{ token: string }>('POST', `/teams/${second}/invitations`, {
      email: 'typed@example.org',
      role: 'viewer',
    });
    expect((await link('accept', { token: body.token, password: 'wrong password 1' })).status).toBe(401);
    expect((await link('accept', { token: body.token, password: testPassword })).status).toBe(204);
    // A password opens all teams of its user, so an owner of one can't reset it.
    const { people } = (
      await owner.get<{ people: { id: string; email: string }[] }>(`/teams/${second}/people`)
    ).body;
    const typed = people.find(({ email }) => email === 'typed@example.org')?.id;
    expect((await owner.send('POST', `/teams/${second}/people/${typed}/password-reset`)).status).toBe(403);
  });

  test('an owner’s reset link sets a new password and ends all sessions', async () => {
    const owner = await signIn(consoleUrl(), 'owner@example.org');
    const user = await signIn(consoleUrl(), 'new@example.org');
    const { people } = (await owner.get<{ people: { id: string; email: string }[] }>(`/teams/${team}/people`))
      .body;
    const id = people.find(({ email }) => email === 'new@example.org')?.id;
    const { body } = await owner.send<{ token: string }>(
      'POST',
      `/teams/${team}/people/${id}/password-reset`,
    );
    expect((await user.get('/me')).status).toBe(200);
    expect((await link('accept', { token: body.token, password: 'a whole new password' })).status).toBe(204);
    expect((await user.get('/me')).status).toBe(401);
    expect((await trySignIn(consoleUrl(), 'new@example.org')).status).toBe(401);
    expect((await trySignIn(consoleUrl(), 'new@example.org', 'a whole new password')).status).toBe(200);
  });

  test('a reset link is worth nothing once its user is in a team of somebody else', async () => {
    const owner = await signIn(consoleUrl(), 'owner@example.org');
    const { people } = (await owner.get<{ people: { id: string; email: string }[] }>(`/teams/${team}/people`))
      .body;
    const id = people.find(({ email }) => email === 'new@example.org')?.id;
    const reset = await owner.send<{ token: string }>('POST', `/teams/${team}/people/${id}/password-reset`);
    const third = await seedTeam(db, 'Third');
    await seedUser(db, third, 'third@example.org');
    const other = await signIn(consoleUrl(), 'third@example.org');
    const invited = await other.send<{ token: string }>('POST', `/teams/${third}/invitations`, {
      email: 'new@example.org',
      role: 'member',
    });
    const joined = await link('accept', { token: invited.body.token, password: 'a whole new password' });
    expect([reset.status, joined.status]).toEqual([201, 204]);
    const late = await link('accept', { token: reset.body.token, password: 'the password of a thief' });
    expect(late.status).toBe(404);
  });
});

test('every change is in the audit log of the team, with the user who made it', async () => {
  for (const action of ['session.started', 'session.ended', 'user.invited', 'user.password_reset']) {
    const entries = await auditOf(action);
    expect(entries.length, action).toBeGreaterThan(0);
    for (const entry of entries)
      expect(entry).toMatchObject({ actor_type: 'user', actor_name: expect.stringContaining('@') });
  }
  expect(await auditOf('user.created')).toContainEqual(
    expect.objectContaining({
      actor_type: 'command_line',
      details: { email: 'typed@example.org', role: 'member' },
    }),
  );
  expect((await auditOf('user.password_changed')).length).toBeGreaterThan(0);
  expect((await auditOf('user.joined')).length).toBeGreaterThan(0);
});

test('the API of the console is not on the public listener', async () => {
  const { token } = await signIn(consoleUrl(), 'owner@example.org');
  const there = consoleUser(service.server.url, '', token);
  expect((await there.get('/me')).status).toBe(404);
  expect((await trySignIn(service.server.url, 'owner@example.org')).status).toBe(404);
});

test('two tokens in one request are none, whichever of them is valid', async () => {
  const { token } = await signIn(consoleUrl(), 'owner@example.org');
  const ask = async (...tokens: string[]) => {
    const headers = tokens.map((value) => `Authorization: Bearer ${value}\r\n`).join('');
    const request = `GET /api/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
    return /^HTTP\/1\.1 (\d+)/.exec(await rawRequest(Number(new URL(consoleUrl()).port), request))?.[1];
  };
  const other = 'a'.repeat(43);
  expect([
    await ask(token),
    await ask(token, other),
    await ask(other, token),
    await ask(token, token),
  ]).toEqual(['200', '401', '401', '401']);
});
