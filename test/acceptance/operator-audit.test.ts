/** The audit logs of all teams and of the installation as one list, for operators. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import { uuidV7 } from '../../src/lib/uuid-v7.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { recordInstallationChange } from '../../src/store/postgres/installation-log.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn, trySignIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';

interface Entry {
  id: string;
  at: string;
  action: string;
  actor: { name: string | null };
  subject: { type: string; id: string };
  team: { id: string; name: string } | null;
}
interface Listed {
  entries: Entry[];
  next_cursor: string | null;
}

const service = useServer();
let db: Database;
let operator: ConsoleUser;
let user: { id: string };
const teams: Record<'harbour' | 'lighthouse', string> = { harbour: '', lighthouse: '' };

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  teams.harbour = await seedTeam(db, 'Harbour');
  teams.lighthouse = await seedTeam(db, 'Lighthouse');
  await seedUser(db, await seedTeam(db, 'Operations'), 'operator@example.org', 'operator');
  await seedUser(db, teams.harbour, 'both@example.org', 'member');
  await db.query(
    "INSERT INTO team_members (team_id, user_id, role) SELECT $1, id, 'member' FROM users WHERE email LIKE 'both%'",
    [teams.lighthouse],
  );
  await signIn(service.server.consoleUrl, 'both@example.org');
  operator = await signIn(service.server.consoleUrl, 'operator@example.org');
  const found = await operator.get<{ users: { id: string }[] }>('/operator/users?search=both');
  user = found.body.users[0] ?? { id: '' };
  await operator.send('POST', `/operator/users/${user.id}/end-sessions`);
  const mode = 'live' as const;
  for (const name of ['Shop', 'Blog'])
    await createKey(db, { teamId: teams.harbour, name, mode, scopes: ['translate'] }, testActor);
  const { rows } = await db.query<{ id: string }>("SELECT id FROM api_keys WHERE name = 'Shop'");
  const shop = { type: 'key', id: rows[0]?.id ?? '', address: '203.0.113.7', requestId: uuidV7() } as const;
  await createKey(db, { teamId: teams.harbour, name: 'Third', mode, scopes: ['translate'] }, shop);
  const connection = await db.connect();
  const by = {
    ...testActor,
    type: 'user',
    id: user.id,
    name: 'model@example.org',
    address: '',
    requestId: user.id,
  };
  const change = { action: 'model.pull_requested', subjectId: 'en-de', details: { architecture: null } };
  await recordInstallationChange(connection, by as never, change);
  connection.release();
});
afterAll(() => db.end());

const list = async (query: string) => (await operator.get<Listed>(`/operator/audit?${query}`)).body;

test('entries of all teams and of the installation, newest first, each once over all pages', async () => {
  const all: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Listed = await list(`limit=3${cursor && `&cursor=${cursor}`}`);
    expect(page.entries.length).toBeLessThanOrEqual(3);
    all.push(...page.entries);
    cursor = page.next_cursor;
  }
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM (SELECT id FROM audit_log UNION ALL SELECT id FROM installation_log) AS a ORDER BY id DESC',
  );
  expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(all.length).toBeGreaterThan(8);
  const signedOut = all.filter(({ action }) => action === 'user.signed_out');
  // In the log of each team of the person, and in that of the installation.
  expect(signedOut.map(({ team }) => team?.name ?? null).toSorted()).toEqual(['Harbour', 'Lighthouse', null]);
  for (const entry of signedOut)
    expect(entry).toMatchObject({
      actor: { type: 'user', name: 'operator@example.org' },
      subject: { type: 'user', id: user.id },
      details: { email: 'both@example.org' },
    });
});

const told = async (query: string) =>
  (await list(query)).entries.map(({ action, team }) => [action, team?.name ?? null]);

test.each([
  ['kind=key', ['key.created', 'key.created', 'key.created']],
  ['actor=sHO', ['key.created']],
  ['kind=model', ['model.pull_requested']],
  ['kind=model&team=harbour', []],
  ['kind=key&team=LIGHT', []],
  ['kind=user&actor=operator%40&team=light', ['user.signed_out']],
  ['subject=en-de', ['model.pull_requested']],
  ['actor=MODEL%40example', ['model.pull_requested']],
  ['kind=planet', []],
  ['to=2020-01-01', []],
])('?%s', async (query, actions) => {
  expect((await told(query)).map(([action]) => action)).toEqual(actions);
});

test('a team is found by its id, a period by its days', async () => {
  const ofTeam = await list(`team=${teams.lighthouse}&limit=100`);
  expect(ofTeam.entries.length).toBeGreaterThan(2);
  expect(new Set(ofTeam.entries.map(({ team }) => team?.id))).toEqual(new Set([teams.lighthouse]));
  const [newest, ...older] = ofTeam.entries;
  expect(await list(`team=${teams.lighthouse}&to=${newest?.at}&limit=100`)).toMatchObject({
    entries: older.map(({ id }) => ({ id })),
  });
  const since = await list(`team=${teams.lighthouse}&from=${newest?.at}`);
  expect(since.entries.map(({ id }) => id)).toEqual([newest?.id]);
});

test('the summary counts events of the last 30 days by kind, and what is in several logs once', async () => {
  const read = async () =>
    (
      await operator.get<{ kinds: { kind: string; count: number; last_at: string }[] }>(
        '/operator/audit/summary',
      )
    ).body.kinds;
  const counts = new Map((await read()).map(({ kind, count }) => [kind, count]));
  // A sign-in in two teams is one event.
  expect([counts.get('session'), counts.get('key'), counts.get('model'), counts.get('team')]).toEqual([
    2, 3, 1, 3,
  ]);
  const { rows } = await db.query<{ count: number }>(
    "SELECT count(DISTINCT (action, coalesce(request_id, id)))::int AS count FROM audit_log WHERE action LIKE 'user.%'",
  );
  expect(counts.get('user')).toBe(rows[0]?.count);
  // Entries cannot be changed; this one is written with a time of its own.
  await db.query(
    `INSERT INTO installation_log (id, at, action, subject_id, actor_type, actor_name, details)
     VALUES ('01800000-0000-7000-8000-000000000000', now() - interval '31 days', 'planet.moved', 'x', 'command_line', 'x', '{}')`,
  );
  expect((await read()).map(({ kind }) => kind)).not.toContain('planet');
});

test.each([
  ...['limit=0', 'limit=101', 'cursor=x', 'cursor=AAAAAAAAAAAAAAAAAAAAAB', 'kind=%00', 'kind=A'],
  ...['actor=%00', 'actor=a&actor=b', `actor=${'a'.repeat(10_000)}`, 'team=%00', 'subject=%00'],
  ...['from=x', 'from=2026-02-30', 'to=2026-02-29T12:00:00Z', 'to=2026-01-01T24:00:00Z'],
])('?%s: 400', async (query) => {
  expect((await operator.get(`/operator/audit?${query}`)).status).toBe(400);
});

test.each(['actor=%25', 'actor=_', 'team=%25', 'team=_', 'team=%5C', 'subject=%25', 'kind=__proto__'])(
  '?%s finds nothing: the sign is no pattern',
  async (query) => {
    expect(await told(query)).toEqual([]);
  },
);

test.each(['from=0000-01-01', 'from=0001-01-01T00:00:00%2B23:59', 'to=9999-12-31T23:59:59-23:59'])(
  '?%s: a period of all times',
  async (query) => {
    expect((await told(`${query}&kind=model`)).length).toBe(1);
  },
);

test('what somebody without a team does is in the log of the installation', async () => {
  const email = 'alone@example.org';
  await seedUser(db, teams.harbour, email, 'operator');
  await db.query('DELETE FROM team_members WHERE user_id = (SELECT id FROM users WHERE email = $1)', [email]);
  expect((await trySignIn(service.server.consoleUrl, email, 'a wrong password')).status).toBe(401);
  const alone = await signIn(service.server.consoleUrl, email);
  const { id } = (await alone.get<{ session: { id: string } }>('/me')).body.session;
  await alone.send('POST', '/sign-out');
  const ofSession = (await list(`subject=${id}`)).entries;
  expect(ofSession.map(({ action, actor, team }) => [action, actor.name, team])).toEqual([
    ['session.ended', email, null],
    ['session.started', email, null],
  ]);
  const { rows } = await db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  // Written beside the answer.
  await expect
    .poll(async () =>
      (await list(`kind=sign_in&subject=${rows[0]?.id}`)).entries.map(({ action, actor, team }) => [
        action,
        actor.name,
        team,
      ]),
    )
    .toEqual([['sign_in.failed', null, null]]);
});

test('entries that arrive while somebody pages, at equal times and of an erased team, neither repeat nor hide others', async () => {
  const erased = await seedTeam(db, 'Gone');
  await db.query("UPDATE teams SET name = 'erased' WHERE id = $1", [erased]);
  await db.query(
    'UPDATE team_balances SET suspended_at = clock_timestamp(), suspension_reason = $2, erased_at = clock_timestamp() WHERE team_id = $1',
    [erased, 'erased'],
  );
  const add = (teamId: string, ids: readonly string[]) =>
    db.query(
      `INSERT INTO audit_log (team_id, id, action, subject_id, actor_type, details)
       SELECT $1, id, 'key.created', 'x', 'command_line', '{}' FROM unnest($2::uuid[]) AS id`,
      [teamId, ids],
    );
  const ms = Date.now();
  const equal = Array.from({ length: 9 }, () => uuidV7(ms));
  await add(erased, equal.slice(0, 5));
  await add(teams.harbour, equal.slice(5));
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM (SELECT id FROM audit_log UNION ALL SELECT id FROM installation_log) AS a ORDER BY id DESC',
  );
  const seen: Entry[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Listed = await list(`limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.entries);
    cursor = page.next_cursor;
    await add(teams.lighthouse, [uuidV7(Date.now() + 1_000)]);
  }
  expect(seen.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  // And that the team was created.
  expect(seen.filter(({ team }) => team?.id === erased)).toHaveLength(6);
  const newest = await list('limit=1');
  expect(rows.map(({ id }) => id)).not.toContain(newest.entries[0]?.id);
});
