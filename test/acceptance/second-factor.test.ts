/** The second factor of people who sign in with a password, on two nodes with one database. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setPassword } from '../../src/accounts/users/users.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { runDragoman } from '../support/command-line.ts';
import {
  type ConsoleUser,
  consoleUser,
  postOpen,
  seedTeam,
  seedUser,
  signIn,
  testPassword,
} from '../support/console-client.ts';
import { openTestPool } from '../support/pool.ts';
import { codeOf, type Factor, finishSignIn, startSignIn, turnOnFactor } from '../support/second-factor.ts';
import { openServer, type RunningServer, useServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';

const dataKey = randomBytes(32).toString('base64');
const service = useServer({ DRAGOMAN_DATA_KEY: dataKey, DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0' });
let db: Database;
let other: RunningServer;
let team: string;
let email: string;
let user: ConsoleUser;
let factor: Factor;
let users = 0;

beforeAll(async () => {
  db = openTestPool(service.env.DATABASE_URL ?? '');
  other = await openServer({ ...service.env });
});
afterAll(async () => {
  await other.stop();
  await db.end();
});
beforeEach(async () => {
  await db.query('TRUNCATE sign_in_tries, known_origins');
  team = await seedTeam(db, 'Harbour');
  email = `user${++users}@example.org`;
  await seedUser(db, team, email);
  user = await signIn(url(), email);
  factor = await turnOnFactor(user);
});

/** One node after the other. */
let turn = 0;
const url = () => (++turn % 2 === 0 ? service.server : other).consoleUrl;
const start = (device?: string) => startSignIn(url(), email, device === undefined ? {} : { device });
const finish = (token: string, code: string, device?: string) => finishSignIn(url(), token, code, device);
async function signInWithCode(code: string, device?: string) {
  return finish(await start(device), code, device);
}
/** As if the last code had been long ago. */
const forgetStep = () => db.query('UPDATE second_factors SET last_step = NULL');
const wrong = () => String((Number(factor.code()) + 500_000) % 1_000_000).padStart(6, '0');
const actions = async () =>
  (
    await db.query<{ action: string }>(
      "SELECT action FROM audit_log WHERE team_id = $1 AND action LIKE 'user.%' ORDER BY at",
      [team],
    )
  ).rows
    .map(({ action }) => action)
    .filter((action) => action !== 'user.created');

describe('signing in', () => {
  test('gives the browser a token of its own, and takes none that the browser invents', async () => {
    const invented = randomBytes(32).toString('base64url');
    const { status, body } = await signInWithCode(factor.code(), invented);
    expect([status, body.device === invented]).toEqual([200, false]);
    await forgetStep();
    expect((await signInWithCode(factor.code(), body.device)).body.device).toBe(body.device);
  });

  test('a session that began with the password alone, on a node of a version that asks for no code, does not work', async () => {
    const { token } = (await signInWithCode(factor.code())).body;
    const works = async () => (await consoleUser(url(), email, token).get('/me')).status;
    expect(await works()).toBe(200);
    // Such a node does not know the column.
    await db.query('UPDATE sessions SET proven_at = NULL');
    expect(await works()).toBe(401);
    await db.query("UPDATE sessions SET issuer = 'https://id.example.org'");
    expect(await works()).toBe(200);
    await db.query('UPDATE sessions SET issuer = NULL');
    await db.query('DELETE FROM second_factors');
    expect(await works()).toBe(200);
  });

  test('asks for a code after the right password, and the code starts the session', async () => {
    const token = await start();
    const { status, body } = await finish(token, factor.code());
    expect([status, body.device.length]).toEqual([200, 43]);
    const me = consoleUser(url(), email, body.token);
    expect((await me.get<{ user: { email: string } }>('/me')).body.user.email).toBe(email);
    // A finished sign-in is over.
    expect((await finish(token, factor.code(1))).status).toBe(404);
    expect(await actions()).toEqual(['user.second_factor_on']);
  });

  test('turning it on ends other sessions and keeps this one', async () => {
    const [person, elsewhere] = await (async () => {
      const address = `pair${users}@example.org`;
      await seedUser(db, team, address);
      return [await signIn(url(), address), await signIn(url(), address)] as const;
    })();
    await turnOnFactor(person);
    expect([(await person.get('/me')).status, (await elsewhere.get('/me')).status]).toEqual([200, 401]);
  });

  test('a wrong password is answered as without a factor', async () => {
    const typed = { email, password: 'a wrong password' };
    expect((await postOpen(url(), '/sign-in', typed)).status).toBe(401);
  });

  test('refuses a code that was used before, also the one that turned the factor on', async () => {
    expect((await signInWithCode(factor.code(-1))).status).toBe(401);
    const code = factor.code();
    expect((await signInWithCode(code)).status).toBe(200);
    const again = await signInWithCode(code);
    expect([again.status, again.body.code]).toEqual([401, 'unauthorized']);
    expect((await signInWithCode(factor.code(1))).status).toBe(200);
  });

  test('of many who send the same code at once, one gets a session', async () => {
    const tokens = await Promise.all(Array.from({ length: 6 }, () => start()));
    const code = factor.code();
    const answers = await Promise.all(tokens.map((token) => finish(token, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  test('a code of the second step is worth nothing without the token, or with that of somebody else', async () => {
    const address = `else${users}@example.org`;
    await seedUser(db, team, address);
    const others = await turnOnFactor(await signIn(url(), address));
    expect((await finish(randomBytes(32).toString('base64url'), factor.code())).status).toBe(404);
    expect((await finish(await start(), others.code())).status).toBe(401);
  });

  test('lasts five minutes, and ends when the password changes or the factor goes', async () => {
    const old = await start();
    await db.query("UPDATE pending_sign_ins SET created_at = created_at - interval '5 minutes'");
    expect((await finish(old, factor.code())).status).toBe(404);
    const token = await start();
    const wanted = 'another good password';
    const change = await user.send('POST', '/me/password', { current: testPassword, new: wanted });
    expect(change.status).toBe(204);
    expect((await finish(token, factor.code())).status).toBe(404);
    const last = await startSignIn(url(), email, { password: wanted });
    await user.send('POST', '/me/second-factor/turn-off', { password: wanted, code: factor.code() });
    expect((await finish(last, factor.code(1))).status).toBe(404);
    expect((await signIn(url(), email, wanted)).email).toBe(email);
  });
});

describe('guessing', () => {
  test('five wrong codes end a sign-in on all nodes together', async () => {
    const token = await start();
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push((await finish(token, wrong())).status);
    expect(answers).toEqual([401, 401, 401, 401, 404, 404]);
    expect((await finish(token, factor.code())).status).toBe(404);
    expect((await actions()).slice(1)).toEqual(Array.from({ length: 5 }, () => 'user.second_factor_failed'));
  });

  test('ten wrong codes close the second step for strangers, and no password and no known browser', async () => {
    const { device } = (await signInWithCode(factor.code())).body;
    for (const token of [await start(), await start()])
      for (let i = 0; i < 5; i++) await finish(token, wrong());
    const stranger = await signInWithCode(factor.code(1));
    expect([stranger.status, stranger.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await actions()).at(-1)).toBe('user.second_factor_locked');
    // The password is still accepted everywhere, and the browser that signed in before gets in.
    expect((await signInWithCode(factor.code(1), device)).status).toBe(200);
    // A new password that the operator sets begins anew. One's own does not: see code-guessing.test.ts.
    await forgetStep();
    await setPassword(db, email, 'another good password', testActor);
    const token = await startSignIn(url(), email, { password: 'another good password' });
    expect((await finish(token, factor.code())).status).toBe(200);
  });

  test('many codes at once are counted as many', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => start()));
    const tries = tokens.flatMap((token) => Array.from({ length: 5 }, () => token));
    const answers = await Promise.all(tries.map((token) => finish(token, wrong())));
    const checked = (await actions()).filter((action) => action === 'user.second_factor_failed');
    expect(checked).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200)).toEqual([]);
  });
});

describe('recovery codes', () => {
  test('each of ten works once, however it is typed', async () => {
    const [first = '', second = ''] = factor.recoveryCodes;
    expect(new Set(factor.recoveryCodes).size).toBe(10);
    expect((await signInWithCode(first)).status).toBe(200);
    expect((await signInWithCode(first)).status).toBe(401);
    expect((await signInWithCode(` ${second.replaceAll('-', '').toUpperCase()} `)).status).toBe(200);
    const state = (await user.get<{ is_on: boolean; recovery_codes_left: number }>('/me/second-factor')).body;
    expect([state.is_on, state.recovery_codes_left]).toEqual([true, 8]);
    expect(await actions()).toContain('user.recovery_code_used');
  });

  test('new ones replace the former ones, and need a code', async () => {
    const ask = (code: string) =>
      user.send<{ recovery_codes: string[] }>('POST', '/me/second-factor/recovery-codes', { code });
    expect((await ask(wrong())).status).toBe(403);
    const renewed = await ask(factor.code());
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect((await signInWithCode(factor.recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await signInWithCode(renewed.body.recovery_codes[0] ?? '')).status).toBe(200);
  });
});

describe('the account page', () => {
  test('turning off needs the password and a code', async () => {
    const off = (password: string, code: string) =>
      user.send('POST', '/me/second-factor/turn-off', { password, code });
    expect((await off('a wrong password', factor.code())).status).toBe(403);
    expect((await off(testPassword, wrong())).status).toBe(403);
    expect((await off(testPassword, factor.code())).status).toBe(204);
    expect((await off(testPassword, factor.code(1))).status).toBe(409);
    const renewed = await user.send('POST', '/me/second-factor/recovery-codes', { code: factor.code(1) });
    expect(renewed.status).toBe(409);
    expect((await signIn(url(), email)).email).toBe(email);
    expect((await actions()).at(-1)).toBe('user.second_factor_off');
  });

  test('a factor that is on is not replaced, and one that was not confirmed is not asked for', async () => {
    const setUp = (password: string) =>
      user.send<{ secret: string; uri: string }>('POST', '/me/second-factor/setup', { password });
    expect((await setUp(testPassword)).status).toBe(409);
    const off = { password: testPassword, code: factor.code() };
    await user.send('POST', '/me/second-factor/turn-off', off);
    expect((await setUp('a wrong password')).status).toBe(403);
    const begun = (await setUp(testPassword)).body;
    expect(begun.uri).toContain(`secret=${begun.secret}`);
    expect((await signIn(url(), email)).email).toBe(email);
    const confirm = (code: string) => user.send('POST', '/me/second-factor', { code });
    expect((await confirm('000000x')).status).toBe(403);
    await db.query("UPDATE app_setups SET created_at = created_at - interval '15 minutes'");
    expect((await confirm(codeOf(begun.secret))).status).toBe(409);
  });
});

describe('a lost factor', () => {
  const open = async (token: string) =>
    postOpen(url(), '/links/accept', { token, password: 'another good password' });

  test('an owner creates a link to a new password, which removes the factor; sessions end at once', async () => {
    const owner = `owner${users}@example.org`;
    await seedUser(db, team, owner);
    const boss = await signIn(url(), owner);
    const people = (
      await boss.get<{ people: { id: string; email: string; has_second_factor: boolean }[] }>(
        `/teams/${team}/people`,
      )
    ).body.people;
    expect(people.map((person) => [person.email === email, person.has_second_factor])).toEqual(
      expect.arrayContaining([
        [true, true],
        [false, false],
      ]),
    );
    const id = people.find((person) => person.email === email)?.id ?? '';
    const path = `/teams/${team}/people/${id}/second-factor-reset`;
    // Nobody gets rid of their own factor with a session alone.
    expect((await user.send('POST', path)).status).toBe(409);
    const made = await boss.send<{ token: string }>('POST', path);
    expect([made.status, (await user.get('/me')).status]).toEqual([201, 401]);
    // The old password alone opens nothing.
    await start();
    expect((await open(made.body.token)).status).toBe(204);
    expect((await signIn(url(), email, 'another good password')).email).toBe(email);
    expect((await actions()).slice(-3)).toEqual([
      'user.second_factor_reset',
      'user.password_changed',
      'user.second_factor_removed',
    ]);
  });

  test('an owner of only some of the teams may not, and an operator may', async () => {
    const elsewhere = await seedTeam(db, 'Elsewhere');
    const { rows } = await db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    const id = rows[0]?.id ?? '';
    await db.query("INSERT INTO team_members (team_id, user_id, role) VALUES ($1, $2, 'viewer')", [
      elsewhere,
      id,
    ]);
    const [owner, operator] = [`some${users}@example.org`, `all${users}@example.org`];
    await seedUser(db, team, owner);
    await seedUser(db, team, operator, 'operator');
    const refused = await (await signIn(url(), owner)).send(
      'POST',
      `/teams/${team}/people/${id}/second-factor-reset`,
    );
    expect([refused.status, (await user.get('/me')).status]).toEqual([403, 200]);
    const all = await signIn(url(), operator);
    const { body } = await all.get<{ user: { id: string } }>('/me');
    // Nor gets rid of their own factor with a session alone.
    expect((await all.send('POST', `/operator/users/${body.user.id}/second-factor-reset`)).status).toBe(409);
    const made = await all.send<{ token: string }>('POST', `/operator/users/${id}/second-factor-reset`);
    expect([made.status, (await user.get('/me')).status]).toEqual([201, 401]);
    expect((await open(made.body.token)).status).toBe(204);
  });

  test('a link to a new password alone leaves the factor', async () => {
    const owner = `plain${users}@example.org`;
    await seedUser(db, team, owner);
    const boss = await signIn(url(), owner);
    const { rows } = await db.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    const made = await boss.send<{ token: string }>(
      'POST',
      `/teams/${team}/people/${rows[0]?.id}/password-reset`,
    );
    expect((await open(made.body.token)).status).toBe(204);
    const token = await startSignIn(url(), email, { password: 'another good password' });
    expect((await finish(token, factor.code())).status).toBe(200);
  });

  test('a command on the server removes it and ends the sessions', async () => {
    const { code, stdout } = await runDragoman(['user', 'reset-factor', email], service.env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('The second factor is removed.')]);
    expect((await user.get('/me')).status).toBe(401);
    expect((await signIn(url(), email)).email).toBe(email);
    const nobody = await runDragoman(['user', 'reset-factor', 'nobody@example.org'], service.env);
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('There is no user')]);
  });
});

describe('secrets at rest', () => {
  async function dump(): Promise<string> {
    const { rows: tables } = await db.query<{ name: string }>(
      "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    const parts = await Promise.all(
      tables.map(({ name }) => db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
    );
    return parts
      .flatMap(({ rows }) => rows.map(({ row }) => row))
      .join('\n')
      .toLowerCase();
  }
  const hexOf = async (secret: string) =>
    Buffer.from((await import('otpauth')).Secret.fromBase32(secret).bytes).toString('hex');

  test('are in no dump and no log: the secret of the app, recovery codes, codes and tokens', async () => {
    const token = await start();
    const code = factor.code();
    await finish(token, wrong());
    await finish(token, code);
    await signInWithCode(factor.recoveryCodes[3] ?? '');
    const stored = await dump();
    const logged = `${service.server.log()}${other.log()}`.toLowerCase();
    expect(stored).toContain(email);
    const canaries = [factor.secret, await hexOf(factor.secret), token, ...factor.recoveryCodes];
    for (const canary of canaries) {
      expect(stored.includes(canary.toLowerCase())).toBe(false);
      expect(logged.includes(canary.toLowerCase())).toBe(false);
    }
    expect(logged).not.toContain(`"${code}"`);
  });

  test('without a data key the secret is stored as it is, and wrapped when it is next used with one', async () => {
    const { DRAGOMAN_DATA_KEY: _, ...bare } = service.env;
    const keyless = await openServer(bare);
    try {
      // What another node wrapped, it cannot read; a recovery code works.
      const unread = await finishSignIn(
        keyless.consoleUrl,
        await startSignIn(keyless.consoleUrl, email),
        factor.code(),
      );
      expect([unread.status, unread.body.code]).toEqual([503, 'service_unavailable']);
      const token = await startSignIn(keyless.consoleUrl, email);
      expect((await finishSignIn(keyless.consoleUrl, token, factor.recoveryCodes[0] ?? '')).status).toBe(200);
      const address = `bare${users}@example.org`;
      await seedUser(db, team, address);
      const plain = await turnOnFactor(await signIn(keyless.consoleUrl, address));
      expect(await dump()).toContain(await hexOf(plain.secret));
      const pending = await startSignIn(url(), address);
      expect((await finish(pending, plain.code())).status).toBe(200);
      expect(await dump()).not.toContain(await hexOf(plain.secret));
      expect((await finish(await startSignIn(url(), address), plain.code(1))).status).toBe(200);
    } finally {
      await keyless.stop();
    }
  });

  test('a rotation of the data key keeps factors working', async () => {
    const next = randomBytes(32).toString('base64');
    const env = { ...service.env, DRAGOMAN_DATA_KEY: next, DRAGOMAN_DATA_KEYS_OLD: dataKey };
    const { code } = await runDragoman(['data-key', 'rotate'], env);
    expect(code).toBe(0);
    const rotated = await openServer({ ...service.env, DRAGOMAN_DATA_KEY: next });
    try {
      const token = await startSignIn(rotated.consoleUrl, email);
      expect((await finishSignIn(rotated.consoleUrl, token, factor.code())).status).toBe(200);
    } finally {
      await rotated.stop();
      const back = { ...service.env, DRAGOMAN_DATA_KEYS_OLD: next };
      await runDragoman(['data-key', 'rotate'], back);
    }
  });
});
