/** Row 28: an erased team has no identity left in any table, and the books are as they were. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call, type ProblemAnswer, post, translate } from '../support/api-client.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { seedTeam, seedUser, signIn, trySignIn } from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';

const context = useServer({ DRAGOMAN_DATA_KEY: Buffer.alloc(32, 7).toString('base64') });
/** In every name and free text of the team. */
const mark = 'Quokkaburg';
let db: Database;
let team: string;
let other: string;
let key: string;

beforeAll(async () => {
  db = openTestPool(context.env.DATABASE_URL ?? '');
  team = await seedTeam(db, `${mark} Ltd`);
  other = await seedTeam(db, 'Harbour');
  await seedUser(db, team, `only@${mark}.example`.toLowerCase());
  await seedUser(db, team, 'shared@example.org');
  await db.query(
    "INSERT INTO team_members (team_id, user_id, role) SELECT $1, id, 'owner' FROM users WHERE email = 'shared@example.org'",
    [other],
  );
  const scopes = ['translate', 'glossaries', 'keys'] as const;
  key =
    (
      await createKey(
        db,
        { teamId: team, name: `${mark} shop`, mode: 'live', scopes: [...scopes] },
        testActor,
      )
    )?.plain ?? '';
  const entries = [{ source: mark, target: mark }];
  await post(
    `${context.server.url}/v1/glossaries`,
    bearer(key),
    JSON.stringify({
      name: `${mark} terms`,
      dictionaries: [{ source_lang: 'EN', target_lang: 'ES', entries }],
    }),
  );
  await post(
    `${context.server.url}/v3/style_rules`,
    bearer(key),
    JSON.stringify({
      name: `${mark} style`,
      language: 'es',
      custom_instructions: [{ label: mark, prompt: `Write as in ${mark}.` }],
    }),
  );
  await dragomanJson(
    ['credit', 'add', '--team', team, '--characters', '500', '--reason', `${mark} paid`],
    context.env,
  );
  for (const text of ['The house is big.', 'Good morning.']) {
    const { status } = await call(`${context.server.url}/v1/translate`, {
      method: 'POST',
      headers: {
        ...bearer(key),
        'content-type': 'application/json',
        'x-deepl-reporting-tag': `${mark}-${text.length}`,
      },
      body: JSON.stringify({ text: [text], target_lang: 'ES' }),
    });
    expect(status).toBe(200);
  }
  await signIn(context.server.consoleUrl, `only@${mark}.example`.toLowerCase());
});
afterAll(() => db.end());

const erase = (name: string) => runDragoman(['team', 'erase', team, '--confirm', name], context.env);
const dump = () =>
  execFileSync('pg_dump', ['--data-only', '--inserts', context.env.DATABASE_URL ?? ''], {
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  });
const rowsOfTeam = () =>
  dump()
    .split('\n')
    .filter((line) => line.includes(team))
    // A call that was refused before is counted up to a second later.
    .filter((line) => !line.startsWith('INSERT INTO public.refused_calls'))
    .toSorted();
const books = async () => {
  const { rows } = await db.query(
    `SELECT (SELECT sum(characters) FROM calls WHERE team_id = $1) AS ledger,
            (SELECT sum(characters) FROM usage_hourly WHERE team_id = $1) AS usage,
            (SELECT sum(amount) FROM credit_entries WHERE team_id = $1) AS credit,
            (SELECT quota_used FROM team_balances WHERE team_id = $1) AS used,
            (SELECT count(*) FROM audit_log WHERE team_id = $1 AND action <> 'team.suspended' AND action <> 'team.erased') AS audited`,
    [team],
  );
  return rows[0] as Record<string, string>;
};

test('only a suspended team, named by its name, is erased', async () => {
  expect(await erase(`${mark} Ltd`)).toMatchObject({ code: 1, stderr: expect.stringContaining('suspended') });
  await dragomanJson(['team', 'suspend', team, '--reason', `${mark} leaves`], context.env);
  expect(await erase('Harbour')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not match'),
  });
  expect(await books()).toMatchObject({ ledger: '30' });
});

test('row 28: then nothing says whose it was, and every sum stays', async () => {
  const before = await books();
  expect(dump().toLowerCase().split(mark.toLowerCase()).length).toBeGreaterThan(8);
  expect(await erase(`${mark} Ltd`)).toMatchObject({ code: 0 });
  const after = dump().toLowerCase();
  expect(after).not.toContain(mark.toLowerCase());
  expect(after).not.toContain(Buffer.from(mark).toString('hex'));
  expect(await books()).toEqual(before);
  const { code } = await runDragoman(['audit'], context.env);
  expect(code).toBe(0);
  const { rows } = await db.query(
    "SELECT address, actor_type FROM audit_log WHERE team_id = $1 AND action = 'team.erased'",
    [team],
  );
  expect(rows).toEqual([{ address: null, actor_type: 'command_line' }]);
});

test('its keys and people are out, and those of other teams are not', async () => {
  const answer = await translate<ProblemAnswer>(context.server.url, key, {
    text: ['Hello'],
    target_lang: 'ES',
  });
  expect([answer.status, answer.body.code]).toEqual([401, 'key_revoked']);
  expect((await trySignIn(context.server.consoleUrl, `only@${mark}.example`.toLowerCase())).status).toBe(401);
  const { token } = (await trySignIn(context.server.consoleUrl, 'shared@example.org')).body as {
    token: string;
  };
  const me = await call<{ teams: { id: string }[] }>(`${context.server.consoleUrl}/api/me`, {
    headers: bearer(token),
  });
  expect(me.body.teams.map(({ id }) => id)).toEqual([other]);
});

test('it is not erased twice, and the audit log stays append-only', async () => {
  expect(await erase('erased')).toMatchObject({ code: 1, stderr: expect.stringContaining('already') });
  await expect(db.query("UPDATE audit_log SET details = '{}'")).rejects.toThrow('append-only');
});

test('no command changes it any more, or adds to it: each says that it was erased', async () => {
  // The server writes a little later when a key was last tried, unless a later time is there.
  await db.query("UPDATE api_keys SET last_used_at = now() + interval '1 hour' WHERE team_id = $1", [team]);
  const before = rowsOfTeam();
  const commands = [
    ['team', 'resume', team, '--reason', 'x'],
    ['team', 'set-limits', team, '--requests-burst', '7'],
    ['team', 'set-engines', team, '--cache', 'off'],
    ['credit', 'add', '--team', team, '--characters', '5', '--reason', 'x'],
    ['key', 'create', '--team', team, '--name', 'x'],
    ['user', 'create', '--team', team, '--email', 'new@example.org', '--role', 'owner'],
  ];
  for (const command of commands) {
    const { code, stderr } = await runDragoman(command, context.env);
    expect([code, stderr], command.join(' ')).toEqual([
      1,
      'This team was erased; it cannot be restored.\nCreate another team: dragoman team create --name my-team\n',
    ]);
  }
  expect(rowsOfTeam()).toEqual(before);
  expect(dump()).not.toContain('new@example.org');
});

test('an operator on the console is refused as well, and reads that it was erased', async () => {
  await seedUser(db, other, 'operator@example.org', 'operator');
  const operator = await signIn(context.server.consoleUrl, 'operator@example.org');
  const { token } = operator;
  const ask = (method: string, path: string, body: object) =>
    call<ProblemAnswer>(`${context.server.consoleUrl}/api/${path}`, {
      method,
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const of = `operator/teams/${team}`;
  for (const answer of [
    await ask('POST', `${of}/credit`, { characters: 5, reason: 'x' }),
    await ask('POST', `${of}/resume`, { reason: 'x' }),
    await ask('PATCH', `${of}/limits`, { requests_burst: 7 }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    expect(answer.body.detail).toContain('erased');
  }
  const history = await operator.get<{ entries: { action: string }[] }>(`/${of}/history`);
  expect(history.body.entries.map(({ action }) => action)).toContain('team.erased');
});
