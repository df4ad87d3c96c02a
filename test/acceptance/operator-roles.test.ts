/** The roles of operators: who gives them, what each may do with people and money, and what becomes of links. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseTeam } from '../../src/accounts/erasure.ts';
import { suspendTeam } from '../../src/accounts/suspension.ts';
import { hashPassword } from '../../src/accounts/users/passwords.ts';
import type { OperatorRole } from '../../src/lib/operator-role.ts';
import type { TeamRole } from '../../src/lib/team-role.ts';
import type { Connection, Database } from '../../src/store/postgres/database.ts';
import { lockOperatorRoles, setOperatorRole } from '../../src/store/postgres/operator-roles.ts';
import type { SeededPerson } from '../support/access-events.ts';
import { runDragoman } from '../support/command-line.ts';
import {
  type ConsoleUser,
  consoleUser,
  postOpen,
  seedTeam,
  testPassword,
  trySignIn,
} from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { seedPerson, seedSession } from '../support/seeded-session.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';
import { whileChanging } from '../support/while-changing.ts';

const service = useServer({ DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0' });
let db: Database;
let team: string;
let passwordHash: string;
let root: Operator;

type Operator = SeededPerson & { readonly user: ConsoleUser };
type Link = { token: string };

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  passwordHash = await hashPassword(testPassword);
  root = await enter({ operatorRole: 'full' });
});
afterAll(() => db.end());

async function enter(person: Parameters<typeof seedPerson>[1]): Promise<Operator> {
  const seeded = await seedPerson(db, person);
  const token = await seedSession(db, seeded.id);
  return { ...seeded, user: consoleUser(service.server.consoleUrl, seeded.email, token) };
}
const operator = (operatorRole: OperatorRole) => enter({ operatorRole });
const inTeam = (role: TeamRole, more: object = {}) =>
  seedPerson(db, { teams: { [team]: role }, passwordHash, ...more });

const setRole = (by: Operator, whom: SeededPerson, role: OperatorRole | null, seen: OperatorRole | null) =>
  by.user.send('PUT', `/operator/users/${whom.id}/operator-role`, { role, previous_role: seen });
const roleOf = async ({ user }: Operator) =>
  (await user.get<{ user: { operator_role: OperatorRole | null } }>('/me')).body.user.operator_role;
const reset = ({ user }: Operator, { id }: SeededPerson, what = 'password') =>
  user.send<Link>('POST', `/operator/users/${id}/${what}-reset`);
const resetInTeam = ({ user }: Operator, { id }: SeededPerson, what = 'password') =>
  user.send<Link>('POST', `/teams/${team}/people/${id}/${what}-reset`);
const invite = ({ user }: Operator, email: string, role: TeamRole) =>
  user.send<Link>('POST', `/teams/${team}/invitations`, { email, role });
const accept = async ({ token }: Link) =>
  (
    await postOpen(service.server.consoleUrl, '/links/accept', {
      token,
      password: 'a brand new password',
    })
  ).status;
let invited = 0;
const newAddress = () => `invited${++invited}@example.org`;
const traces = async ({ id, email }: SeededPerson) =>
  (
    await db.query(
      `SELECT (SELECT count(*)::int FROM access_links WHERE email = $2) AS links,
              (SELECT count(*)::int FROM installation_log WHERE subject_id = $1) AS entries,
              (SELECT count(*)::int FROM sessions WHERE user_id = $3 AND ended_at IS NULL) AS sessions`,
      [id, email, id],
    )
  ).rows[0];

const takeRole = (connection: Connection, { id }: SeededPerson) =>
  setOperatorRole(connection, id, null, false);

describe('a role', () => {
  test('is given by a full operator, counts for the next request of an open session, and is recorded', async () => {
    const person = await enter({ teams: { [team]: 'viewer' } });
    const statuses = async () =>
      Promise.all(
        ['/operator/teams', '/operator/users', '/operator/usage', '/operator/models'].map(
          async (path) => (await person.user.get(path)).status,
        ),
      );
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    expect(await setRole(root, person, 'billing', null)).toMatchObject({
      status: 200,
      body: { id: person.id, email: person.email, operator_role: 'billing' },
    });
    // The query of the usage is missing, so whoever is admitted gets 400.
    expect(await statuses()).toEqual([200, 403, 400, 403]);
    expect((await setRole(root, person, 'support', 'billing')).status).toBe(200);
    expect(await statuses()).toEqual([200, 200, 403, 403]);
    expect((await setRole(root, person, null, 'support')).status).toBe(200);
    expect([await statuses(), await roleOf(person)]).toEqual([[404, 404, 404, 404], null]);
    const { rows } = await db.query(
      "SELECT actor_name, details FROM installation_log WHERE subject_id = $1 AND action = 'user.operator_role_changed' ORDER BY id",
      [person.id],
    );
    const { email } = person;
    expect(rows).toEqual(
      [
        { email, from: null, to: 'billing' },
        { email, from: 'billing', to: 'support' },
        { email, from: 'support', to: null },
      ].map((details) => ({ actor_name: root.email, details })),
    );
  });

  test('that somebody else changed meanwhile is not replaced unseen; the same one is no change', async () => {
    const person = await operator('billing');
    expect((await setRole(root, person, 'full', null)).status).toBe(409);
    expect((await setRole(root, person, null, 'read-only')).status).toBe(409);
    expect(await roleOf(person)).toBe('billing');
    expect((await setRole(root, person, 'billing', 'billing')).status).toBe(200);
    expect(await traces(person)).toMatchObject({ entries: 0 });
  });

  test('that is not known, or a user that is not, is refused', async () => {
    const person = await operator('billing');
    const wanted = { role: 'owner', previous_role: 'billing' };
    const path = `/operator/users/${person.id}/operator-role`;
    expect((await root.user.send('PUT', path, wanted)).status).toBe(400);
    expect((await root.user.send('PUT', path, { role: null })).status).toBe(400);
    expect((await setRole(root, { id: team, email: '' }, 'full', null)).status).toBe(404);
    expect((await setRole(root, { id: 'x', email: '' }, 'full', null)).status).toBe(404);
  });

  test('that a group gave is changed at the provider, and on the command line', async () => {
    const person = await operator('support');
    await db.query('UPDATE users SET is_operator_from_group = true WHERE id = $1', [person.id]);
    expect((await setRole(root, person, null, 'support')).status).toBe(409);
    const line = ['user', 'set-operator', person.email, '--role', 'none'];
    expect((await runDragoman(line, service.env)).code).toBe(0);
    expect(await roleOf(person)).toBeNull();
  });

  test('that a group gives in this moment is not replaced unseen', async () => {
    const person = await operator('support');
    const { status } = await whileChanging(
      db,
      (connection) => setOperatorRole(connection, person.id, 'full', true),
      () => setRole(root, person, null, 'support'),
    );
    expect([status, await roleOf(person)]).toEqual([409, 'full']);
  });

  test('nobody but a full operator gives one, also not to themselves', async () => {
    const person = await inTeam('member');
    for (const role of ['support', 'billing', 'read-only'] as const) {
      const by = await operator(role);
      expect((await setRole(by, person, role, null)).status).toBe(403);
      expect((await setRole(by, by, 'full', role)).status).toBe(403);
      expect((await setRole(by, root, null, 'full')).status).toBe(403);
      expect(await roleOf(by)).toBe(role);
    }
    expect(await roleOf(root)).toBe('full');
  });
});

describe('the last full operator', () => {
  /** The only full operators are these. */
  async function alone(count: number): Promise<Operator[]> {
    await db.query('UPDATE users SET is_operator = false');
    return Promise.all(Array.from({ length: count }, () => operator('full')));
  }
  const countFull = async () =>
    (await db.query('SELECT count(*)::int AS full FROM users WHERE is_operator')).rows[0].full;
  const restore = () => db.query('UPDATE users SET is_operator = true WHERE id = $1', [root.id]);

  test('keeps the role, on the console and on the command line', async () => {
    try {
      const [one = root] = await alone(1);
      for (const role of ['support', 'billing', 'read-only', null] as const)
        expect((await setRole(one, one, role, 'full')).status).toBe(409);
      const line = ['user', 'set-operator', one.email, '--role', 'read-only'];
      const refused = await runDragoman(line, service.env);
      expect([refused.code, await roleOf(one)]).toEqual([1, 'full']);
      expect(refused.stderr).toContain('last full operator');
      const heir = await operator('billing');
      expect((await setRole(one, heir, 'full', 'billing')).status).toBe(200);
      expect((await setRole(one, one, null, 'full')).status).toBe(200);
      expect(await countFull()).toBe(1);
    } finally {
      await restore();
    }
  });

  test('nobody changes a role who lost their own in this moment', async () => {
    const [by, person] = [await operator('full'), await inTeam('member')];
    const { status } = await whileChanging(
      db,
      async (connection) => {
        await lockOperatorRoles(connection);
        await takeRole(connection, by);
      },
      () => setRole(by, person, 'full', null),
    );
    expect([status, await traces(person)]).toMatchObject([403, { entries: 0 }]);
  });

  test('is left when all demote each other at once, and nobody acts who was just demoted', async () => {
    try {
      for (let round = 0; round < 5; round++) {
        const all = await alone(3);
        const [a = root, b = root, c = root] = all;
        const demotions = [
          [a, b],
          [b, c],
          [c, a],
          [b, a],
          [c, b],
          [a, c],
        ] as const;
        const answers = await Promise.all(demotions.map(([by, whom]) => setRole(by, whom, null, 'full')));
        expect(await countFull()).toBe(1);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
        const others = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
        for (const status of others) expect([403, 404, 409]).toContain(status);
      }
    } finally {
      await restore();
    }
  });
});

describe('support', () => {
  let support: Operator;
  beforeAll(async () => {
    support = await operator('support');
  });

  test.each(['translator', 'viewer', 'member'] as const)('helps a %s back in', async (role) => {
    for (const ask of [reset, resetInTeam]) {
      const person = await inTeam(role);
      const made = await ask(support, person);
      expect(made.status).toBe(201);
      expect(await accept(made.body)).toBe(204);
    }
    const locked = await inTeam(role, { hasFactor: true });
    const made = await reset(support, locked, 'second-factor');
    expect([made.status, await accept(made.body)]).toEqual([201, 204]);
    const signedIn = await trySignIn(service.server.consoleUrl, locked.email, 'a brand new password');
    expect(signedIn.body.token).toBeDefined();
    const { rows } = await db.query(
      "SELECT actor_name FROM audit_log WHERE subject_id = $1 AND action = 'user.second_factor_reset'",
      [locked.id],
    );
    expect(rows).toEqual([{ actor_name: support.email }]);
  });

  test.each(['full', 'support', 'billing', 'read-only'] as const)(
    'touches no operator: %s',
    async (operatorRole) => {
      const other = await enter({ teams: { [team]: 'viewer' }, operatorRole, hasFactor: true });
      const before = await traces(other);
      const statuses = [
        await reset(support, other),
        await reset(support, other, 'second-factor'),
        await resetInTeam(support, other),
        await resetInTeam(support, other, 'second-factor'),
        await invite(support, other.email, 'translator'),
        await support.user.send('POST', `/operator/users/${other.id}/end-sessions`),
      ].map(({ status }) => status);
      expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
      const { body } = await root.user.get<{ sessions: { id: string; user: { id: string } }[] }>(
        `/teams/${team}/sessions`,
      );
      const session = body.sessions.find(({ user }) => user.id === other.id);
      const end = await support.user.send('DELETE', `/teams/${team}/sessions/${session?.id}`);
      expect(end.status).toBe(403);
      expect(await traces(other)).toEqual(before);
      // A full operator may.
      expect((await reset(root, other)).status).toBe(201);
    },
  );

  test('gets nobody in as an owner who had no second factor, or who loses it', async () => {
    const [plain, guarded] = [await inTeam('owner'), await inTeam('owner', { hasFactor: true })];
    for (const ask of [reset, resetInTeam]) {
      expect((await ask(support, plain)).status).toBe(403);
      expect((await ask(support, guarded, 'second-factor')).status).toBe(403);
    }
    // The version before writes the row of a factor that is not confirmed yet.
    const unconfirmed = await inTeam('owner', { hasFactor: true });
    await db.query('UPDATE second_factors SET confirmed_at = NULL WHERE user_id = $1', [unconfirmed.id]);
    expect((await reset(support, unconfirmed)).status).toBe(403);
    expect(await traces(plain)).toMatchObject({ links: 0, entries: 0 });
    const made = await reset(support, guarded);
    expect([made.status, await accept(made.body)]).toEqual([201, 204]);
    const { body } = await trySignIn(service.server.consoleUrl, guarded.email, 'a brand new password');
    expect(body).not.toHaveProperty('token');
    expect(body).toHaveProperty('second_factor');
  });

  test('a link for an owner ends with the factor of the owner, and one for a member if they become an owner', async () => {
    const guarded = await inTeam('owner', { hasFactor: true });
    const forOwner = await reset(support, guarded);
    await db.query('DELETE FROM second_factors WHERE user_id = $1', [guarded.id]);
    expect(await accept(forOwner.body)).toBe(404);
    const member = await inTeam('member');
    const forMember = await reset(support, member);
    await db.query("UPDATE team_members SET role = 'owner' WHERE user_id = $1", [member.id]);
    expect(await accept(forMember.body)).toBe(404);
  });

  test('invites everybody but owners, and revokes invitations', async () => {
    for (const role of ['translator', 'viewer', 'member'] as const) {
      const made = await invite(support, newAddress(), role);
      expect([made.status, await accept(made.body)]).toEqual([201, 204]);
    }
    const email = newAddress();
    expect((await invite(support, email, 'owner')).status).toBe(403);
    const open = await invite(root, email, 'owner');
    const { body } = await support.user.get<{ invitations: { id: string; email: string }[] }>(
      `/teams/${team}/invitations`,
    );
    expect(body.invitations.map((one) => one.email)).toEqual([email]);
    const path = `/teams/${team}/invitations/${body.invitations[0]?.id}`;
    expect((await support.user.send('DELETE', path)).status).toBe(204);
    expect(await accept(open.body)).toBe(404);
  });

  test('makes nobody an owner, and removes nobody', async () => {
    const member = await inTeam('member');
    const path = `/teams/${team}/people/${member.id}`;
    expect((await support.user.send('PATCH', path, { role: 'owner' })).status).toBe(403);
    expect((await support.user.send('DELETE', path)).status).toBe(403);
  });

  test('ends sessions of everybody else, and renames teams', async () => {
    const owner = await enter({ teams: { [team]: 'owner' } });
    const ended = await support.user.send('POST', `/operator/users/${owner.id}/end-sessions`);
    expect([ended.status, (await owner.user.get('/me')).status]).toEqual([200, 401]);
    const names = { name: 'Harbour', previous_name: 'Harbour' };
    expect((await support.user.send('PATCH', `/operator/teams/${team}`, names)).status).toBe(200);
    const credit = { characters: 5, reason: 'x' };
    expect((await support.user.send('POST', `/operator/teams/${team}/credit`, credit)).status).toBe(403);
  });

  test('has the rights of an owner in a team that they own, and of support elsewhere', async () => {
    const own = await seedTeam(db, 'Own');
    const both = await enter({ teams: { [own]: 'owner' }, operatorRole: 'support' });
    const asOwner = (email: string, at: string) =>
      both.user.send('POST', `/teams/${at}/invitations`, { email, role: 'owner' });
    expect((await asOwner(newAddress(), own)).status).toBe(201);
    expect((await asOwner(newAddress(), team)).status).toBe(403);
    type Teams = { teams: { id: string; role: string; is_member: boolean }[] };
    const { teams } = (await both.user.get<Teams>('/me')).body;
    const shown = (id: string) => teams.find((one) => one.id === id);
    expect(shown(own)).toMatchObject({ role: 'owner', is_member: true });
    expect(shown(team)).toMatchObject({ role: 'viewer', is_member: false });
  });
});

describe('links', () => {
  test('of support end with the role, and do not come back with it', async () => {
    const support = await operator('support');
    const made = [
      await reset(support, await inTeam('member')),
      await invite(support, newAddress(), 'viewer'),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect((await setRole(root, support, 'billing', 'support')).status).toBe(200);
    expect((await setRole(root, support, 'full', 'billing')).status).toBe(200);
    expect(await Promise.all(made.map(({ body }) => accept(body)))).toEqual([404, 404]);
  });

  test('of a full operator who becomes support stay if support may create them', async () => {
    const full = await operator('full');
    const kept = [await reset(full, await inTeam('member')), await invite(full, newAddress(), 'viewer')];
    const ended = [await reset(full, await inTeam('owner')), await invite(full, newAddress(), 'owner')];
    expect((await setRole(root, full, 'support', 'full')).status).toBe(200);
    expect(await Promise.all(kept.map(({ body }) => accept(body)))).toEqual([204, 204]);
    expect((await setRole(root, full, 'full', 'support')).status).toBe(200);
    expect(await Promise.all(ended.map(({ body }) => accept(body)))).toEqual([404, 404]);
  });

  test('stop at once although nobody ended them', async () => {
    const support = await operator('support');
    const made = await reset(support, await inTeam('member'));
    await db.query("UPDATE users SET limited_operator_role = 'read-only' WHERE id = $1", [support.id]);
    expect(await accept(made.body)).toBe(404);
  });

  test('for somebody who becomes an operator end, unless a full operator made them', async () => {
    const [support, person] = [await operator('support'), await inTeam('member')];
    const owner = await enter({ teams: { [team]: 'owner' } });
    const bySupport = await reset(support, person);
    const byOwner = await resetInTeam(owner, person);
    const byFull = await reset(root, person);
    expect([bySupport.status, byOwner.status, byFull.status]).toEqual([201, 201, 201]);
    expect((await setRole(root, person, 'read-only', null)).status).toBe(200);
    expect((await setRole(root, person, null, 'read-only')).status).toBe(200);
    expect([await accept(bySupport.body), await accept(byOwner.body)]).toEqual([404, 404]);
    expect(await accept(byFull.body)).toBe(204);
  });

  test('nobody creates one who loses the role in this moment', async () => {
    const [maker, person] = [await operator('support'), await inTeam('member')];
    const { status } = await whileChanging(
      db,
      (connection) => takeRole(connection, maker),
      () => reset(maker, person),
    );
    expect([status, await traces(person)]).toMatchObject([403, { links: 0, entries: 0 }]);
  });

  test('of support work while the team is suspended, like those of a full operator', async () => {
    const closed = await seedTeam(db, 'Closed');
    const [support, person] = [
      await operator('support'),
      await seedPerson(db, { teams: { [closed]: 'member' } }),
    ];
    const made = await reset(support, person);
    await suspendTeam(db, closed, 'test', testActor);
    expect(await accept(made.body)).toBe(204);
  });

  test('an owner resets nothing of an operator of any role', async () => {
    const owner = await enter({ teams: { [team]: 'owner' } });
    for (const operatorRole of ['support', 'billing', 'read-only'] as const) {
      const other = await inTeam('member', { operatorRole });
      expect((await resetInTeam(owner, other)).status).toBe(403);
    }
  });
});

describe('money', () => {
  test('billing changes quotas and credit, and no other limit', async () => {
    const { user } = await operator('billing');
    const limits = (body: object) => user.send('PATCH', `/operator/teams/${team}/limits`, body);
    expect((await limits({ monthly_quota: 77 })).status).toBe(200);
    const read = () =>
      user.get<{ monthly_quota: number; requests_per_second: number }>(`/teams/${team}/limits`);
    const before = (await read()).body;
    expect(before.monthly_quota).toBe(77);
    expect((await limits({ monthly_quota: 78, requests_per_second: 3 })).status).toBe(403);
    expect((await limits({ calls_in_flight: 3 })).status).toBe(403);
    expect((await read()).body).toEqual(before);
    const credit = { characters: 5, reason: 'Invoice 17' };
    expect((await user.send('POST', `/operator/teams/${team}/credit`, credit)).status).toBe(201);
    expect(
      (await root.user.send('PATCH', `/operator/teams/${team}/limits`, { calls_in_flight: 9 })).status,
    ).toBe(200);
  });

  test('read-only exports, and the export is recorded', async () => {
    const { user, email } = await operator('read-only');
    const times = new URLSearchParams({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' });
    expect((await user.get(`/teams/${team}/audit?${times}&export=csv`)).status).toBe(200);
    const { rows } = await db.query('SELECT action FROM audit_log WHERE team_id = $1 AND actor_name = $2', [
      team,
      email,
    ]);
    expect(rows).toHaveLength(1);
  });
});

test('erasing the only team of an operator leaves the account, whatever the role', async () => {
  const gone = await seedTeam(db, 'Gone');
  const people = [
    await enter({ teams: { [gone]: 'viewer' }, operatorRole: 'billing' }),
    await enter({ teams: { [gone]: 'viewer' } }),
  ];
  await suspendTeam(db, gone, 'test', testActor);
  await eraseTeam(db, gone, 'Gone', testActor);
  expect(await Promise.all(people.map(async ({ user }) => (await user.get('/me')).status))).toEqual([
    200, 401,
  ]);
});

test('the command line makes operators, and says what is missing', async () => {
  const person = await enter({ teams: { [team]: 'viewer' } });
  const line = (role: string, email = person.email) =>
    runDragoman(['user', 'set-operator', email, '--role', role, '--json'], service.env);
  const made = await line('read-only');
  expect(JSON.parse(made.stdout)).toEqual({
    user: { id: person.id, email: person.email, operator_role: 'read-only' },
  });
  expect(await roleOf(person)).toBe('read-only');
  expect((await person.user.get('/operator/models')).status).toBe(200);
  expect((await line('none')).code).toBe(0);
  expect(await roleOf(person)).toBeNull();
  expect((await line('full', 'nobody@example.org')).code).toBe(1);
  expect((await line('owner')).code).not.toBe(0);
  const { rows } = await db.query(
    "SELECT actor_type FROM installation_log WHERE subject_id = $1 AND action = 'user.operator_role_changed'",
    [person.id],
  );
  expect(rows).toEqual([{ actor_type: 'command_line' }, { actor_type: 'command_line' }]);
});
