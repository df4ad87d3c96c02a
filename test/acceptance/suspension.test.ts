/** A suspended team: refused on every node, path and protocol at once, and back as soon as it is resumed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey, revokeKey } from '../../src/accounts/keys.ts';
import { resumeTeam, suspendTeam } from '../../src/accounts/suspension.ts';
import { scopes } from '../../src/auth/scopes.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call, type ProblemAnswer, translate } from '../support/api-client.ts';
import { fillIn, operations } from '../support/api-operations.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { openServer, type RunningServer, useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';

const context = useServer();
let second: RunningServer;
let db: Database;
let team: string;
let key: string;
let owner: ConsoleUser;

beforeAll(async () => {
  second = await openServer(context.env);
  db = openTestPool(context.env.DATABASE_URL ?? '');
  team = await seedTeam(db, 'Harbour');
  await seedUser(db, team, 'owner@example.org');
  key = await newKey();
  owner = await signIn(context.server.consoleUrl, 'owner@example.org');
});
afterAll(async () => {
  await db.end();
  expect(await second.stop()).toBe(0);
});

async function newKey(): Promise<string> {
  const created = await createKey(db, { teamId: team, name: 'x', mode: 'live', scopes }, testActor);
  return created?.plain ?? '';
}
const change = (command: string, reason: string) =>
  dragomanJson<{ team: { suspended: { at: string; reason: string } | null } }>(
    ['team', command, team, '--reason', reason],
    context.env,
  );
// Without the command line, which takes a second for each.
const suspend = (reason: string) => suspendTeam(db, team, reason, testActor);
const resume = () => resumeTeam(db, team, 'Paid', testActor);
const askBoth = () =>
  Promise.all(
    [context.server, second].map(({ url }) =>
      translate<ProblemAnswer>(url, key, { text: ['Hello'], target_lang: 'ES' }),
    ),
  );

test('is answered 403 forbidden on both nodes at once, and again served as soon as it is resumed', async () => {
  expect((await askBoth()).map(({ status }) => status)).toEqual([200, 200]);
  const suspended = await change('suspend', 'The invoice is overdue');
  expect(suspended.team.suspended?.reason).toBe('The invoice is overdue');
  for (const { status, body } of await askBoth()) {
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain('suspended');
  }
  expect((await change('resume', 'Paid')).team.suspended).toBeNull();
  expect((await askBoth()).map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await db.query(
    `SELECT action, actor_type, actor_name, details FROM audit_log
      WHERE team_id = $1 AND action LIKE 'team.%' ORDER BY id DESC LIMIT 2`,
    [team],
  );
  const by = { actor_type: 'command_line', actor_name: expect.stringMatching(/./) };
  expect(rows).toEqual([
    { action: 'team.resumed', details: { reason: 'Paid' }, ...by },
    { action: 'team.suspended', details: { reason: 'The invoice is overdue' }, ...by },
  ]);
});

test('on every path that needs a key, in the form of that path; what is revoked stays 401 key_revoked', async () => {
  const revoked = await createKey(
    db,
    { teamId: team, name: 'x', mode: 'live', scopes: ['translate'] },
    testActor,
  );
  await revokeKey(db, revoked?.id ?? '', testActor);
  // One that no node remembers, so that no answer depends on an engine.
  const unseen = await newKey();
  await suspend('Unpaid');
  for (const { name, method, path, body, query } of operations.filter(({ scope }) => scope !== undefined)) {
    const url = `${second.url}${fillIn(path, team)}${query}`;
    const init = { method, ...(body !== undefined && { body }) };
    const headers = { ...bearer(unseen), ...(body !== undefined && { 'content-type': 'application/json' }) };
    const answer = await call<ProblemAnswer & { message?: string }>(url, { ...init, headers });
    expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'forbidden']);
    const isCompatible = /^\/v[23]\//.test(path);
    expect(isCompatible ? answer.body.message : answer.body.detail).toContain('suspended');
  }
  const answer = await translate<ProblemAnswer>(second.url, revoked?.plain ?? '', {
    text: ['Hello'],
    target_lang: 'ES',
  });
  expect([answer.status, answer.body.code]).toEqual([401, 'key_revoked']);
  await resume();
});

test('its people sign in, see why and read, and change nothing; an operator still does', async () => {
  await seedUser(db, await seedTeam(db, 'Operations'), 'operator@example.org', 'operator');
  const operator = await signIn(second.consoleUrl, 'operator@example.org');
  await suspend('Under review');
  const again = await signIn(context.server.consoleUrl, 'owner@example.org');
  for (const user of [owner, again]) {
    type Me = { teams: { id: string; suspended: { at: string; reason: string } | null }[] };
    const { teams } = (await user.get<Me>('/me')).body;
    expect(teams).toMatchObject([{ id: team, suspended: { reason: 'Under review' } }]);
    for (const path of ['keys', 'people', 'usage/summary', 'languages']) {
      expect([path, (await user.get(`/teams/${team}/${path}`)).status]).toEqual([path, 200]);
    }
    const changes: [string, string, object][] = [
      ['POST', 'keys', { name: 'x', mode: 'live' }],
      ['POST', 'translate', { text: ['a'], target_lang: 'ES', source_lang: 'EN' }],
      ['POST', 'invitations', { email: 'x@example.org', role: 'viewer' }],
    ];
    for (const [method, path, body] of changes) {
      const { status, body: answer } = await user.send(method, `/teams/${team}/${path}`, body);
      expect([path, status, answer.code]).toEqual([path, 403, 'forbidden']);
      expect(answer.detail).toContain('suspended');
    }
  }
  const made = await operator.send('POST', `/teams/${team}/keys`, { name: 'x', mode: 'live' });
  expect(made.status).toBe(201);
  const call = { text: ['a'], target_lang: 'ES', source_lang: 'EN' };
  const tried = await operator.send('POST', `/teams/${team}/translate`, call);
  expect([tried.status, tried.body.code]).toEqual([403, 'forbidden']);
  await resume();
});

test('twice changes nothing and leaves one entry', async () => {
  const entries = async () =>
    (await db.query("SELECT 1 FROM audit_log WHERE team_id = $1 AND action LIKE 'team.%'", [team])).rows
      .length;
  const earlier = await entries();
  const first = await suspend('First');
  expect(await suspend('Second')).toEqual(first);
  await resume();
  await resume();
  expect(await entries()).toBe(earlier + 2);
});

test('needs a team that is there, and a reason', async () => {
  const other = '019a0000-0000-7000-8000-000000000000';
  const answers = await Promise.all([
    runDragoman(['team', 'suspend', other, '--reason', 'x'], context.env),
    runDragoman(['team', 'suspend', team, '--reason', ' '], context.env),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([1, 2]);
});
